-- A new plan; none where there is one of that key. -1 is unlimited.
INSERT INTO plans (
    key, name, api_access, api_requests_per_hour, mcp_calls_per_day, saved_views, favourites, alerts, extra_spaces,
    data_downloads, exports_per_month, rows_per_export
) VALUES (
    {key:text}, {name:text}, {api_access:boolean}, NULLIF({api_requests_per_hour:int64}, -1), NULLIF({mcp_calls_per_day:int64}, -1),
    NULLIF({saved_views:int64}, -1), NULLIF({favourites:int64}, -1), NULLIF({alerts:int64}, -1), NULLIF({extra_spaces:int64}, -1), {data_downloads:boolean},
    NULLIF({exports_per_month:int64}, -1), NULLIF({rows_per_export:int64}, -1)
)
ON CONFLICT (key) DO NOTHING
