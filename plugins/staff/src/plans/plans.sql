-- Every plan with how many organizations have it, smallest first.
-- column api_access, data_downloads boolean
SELECT key AS id, name, api_access, api_requests_per_hour, mcp_calls_per_day, saved_views, favourites, alerts, extra_spaces,
    space_bytes, data_downloads, exports_per_month, rows_per_export,
    (SELECT count(*) FROM organizations WHERE plan_key = plans.key) AS organizations
FROM plans
WHERE TRUE
  AND key = {key:text} -- when key
ORDER BY api_access, coalesce(api_requests_per_hour, 9223372036854775807), key
LIMIT 500
