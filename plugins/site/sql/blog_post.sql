-- One published post.
SELECT slug, category, title, summary, author, published_at, updated_at, body
FROM blog_posts
WHERE slug = {slug:text} AND status = 'published'
