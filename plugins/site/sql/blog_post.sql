-- One published post.
-- column published_at, updated_at timestamp
SELECT slug, category, title, summary, author, published_at, updated_at, body
FROM blog_posts
WHERE slug = {slug:text} AND status = 'published'
