-- One published page.
-- column published_at timestamp
SELECT slug, title, author, body, published_at, version
FROM published_pages
WHERE slug = {slug:text}
