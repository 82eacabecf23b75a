-- A new plan; none where there is one of that key. A null limit is unlimited.
INSERT INTO plans (
    key, name, api_access, api_requests_per_hour, mcp_calls_per_day, saved_views, favourites, alerts, extra_spaces, space_bytes,
    data_downloads, exports_per_month, rows_per_export
) VALUES (
    {key:text}, {name:text}, {api_access:boolean}, {api_requests_per_hour:int64?}, {mcp_calls_per_day:int64?},
    {saved_views:int64?}, {favourites:int64?}, {alerts:int64?}, {extra_spaces:int64?}, {space_bytes:int64?}, {data_downloads:boolean},
    {exports_per_month:int64?}, {rows_per_export:int64?}
)
ON CONFLICT (key) DO NOTHING
