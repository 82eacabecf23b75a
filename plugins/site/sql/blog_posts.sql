-- Published posts, newest first.
-- column published_at, updated_at timestamp
SELECT slug, category, title, summary, author, published_at, updated_at, id
FROM blog_posts
WHERE status = 'published'
  AND category = {category:text}                                                             -- when category
  AND {after(published_at:timestamp desc, id:int64 desc)}
ORDER BY published_at DESC, id DESC
LIMIT {page.limit}
