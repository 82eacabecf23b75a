-- Tells that the deployment has been there since then.
SELECT count(*) AS organizations FROM organizations WHERE created_at < {before:timestamp}
