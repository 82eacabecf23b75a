-- Published posts, newest first.
SELECT slug, category, title, summary, author, published_at, updated_at, id
FROM blog_posts
WHERE status = 'published'
  AND category = {category:text}                                                             -- when category
  AND {after(published_at:int64 desc, id:int64 desc)}
ORDER BY published_at DESC, id DESC
LIMIT {page.limit}
