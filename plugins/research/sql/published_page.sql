-- One published page.
SELECT title, author, body, published_at, version
FROM published_pages
WHERE slug = {slug:text}
