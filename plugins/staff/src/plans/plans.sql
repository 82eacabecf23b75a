-- Every plan with how many tenants have it, smallest first.
SELECT key, name, api_access, api_requests_per_hour, mcp_calls_per_day, saved_views, favourites, alerts, extra_spaces,
    data_downloads, exports_per_month, rows_per_export,
    (SELECT COUNT(*) FROM organizations WHERE organizations.plan_key = plans.key) AS organizations
FROM plans
ORDER BY api_access, COALESCE(api_requests_per_hour, 9223372036854775807), key
LIMIT 500
