-- The page of a review link that works now.
-- column created_at, expires_at timestamp
SELECT title, author, body, created_at, expires_at
FROM page_review_links
WHERE token_fingerprint = {token_fingerprint:bytes} AND revoked_at IS NULL AND expires_at > {now:timestamp}
