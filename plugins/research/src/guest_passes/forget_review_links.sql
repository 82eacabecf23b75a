-- Copies that were shared, of passes that are over.
DELETE FROM page_review_links
WHERE guest_pass_id IN (
    SELECT old.id FROM research_guest_passes AS old
    WHERE old.expires_at < {before:timestamp} AND EXISTS (SELECT 1 FROM page_review_links AS link WHERE link.guest_pass_id = old.id)
    ORDER BY old.expires_at LIMIT {most:int64})
