INSERT INTO published_page_slugs (slug, page_id, created_at) VALUES ({slug:text}, {guard.page_id:int64}, {now:timestamp})
ON CONFLICT (slug) DO NOTHING
