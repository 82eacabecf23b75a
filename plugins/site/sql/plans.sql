-- What each plan allows, smallest first; null is unlimited, and so the largest.
-- column api_access, data_downloads boolean
SELECT key, name, api_access, api_requests_per_hour, mcp_calls_per_day, saved_views, favourites, alerts, extra_spaces,
    space_bytes, data_downloads, exports_per_month, rows_per_export
FROM plans
ORDER BY api_access, COALESCE(api_requests_per_hour, 9223372036854775807), key
LIMIT 500
