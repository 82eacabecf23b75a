-- The page of a review link that works now.
SELECT title, author, body, created_at, expires_at
FROM page_review_links
WHERE token_digest = {token_digest:bytes} AND revoked_at IS NULL AND expires_at > {now:timestamp}
