-- The ways to sign in that are shown.
SELECT key, kind, name
FROM sign_in_providers
WHERE is_enabled = TRUE
ORDER BY position, key
LIMIT 50
