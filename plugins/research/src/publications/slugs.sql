-- Addresses that are some page's.
SELECT slug, page_id FROM published_page_slugs WHERE slug IN ({slugs:text[]})
