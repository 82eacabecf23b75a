-- Organizations that watch something.
SELECT DISTINCT organization_id
FROM watch_digest__pools
WHERE organization_id > {after:int64}
ORDER BY organization_id
LIMIT {most:int64}
