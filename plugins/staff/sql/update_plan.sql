-- What a plan allows from now on. -1 is unlimited.
UPDATE plans
SET name = {name:text}, api_access = {api_access:boolean}, api_requests_per_hour = NULLIF({api_requests_per_hour:int64}, -1),
    mcp_calls_per_day = NULLIF({mcp_calls_per_day:int64}, -1), saved_views = NULLIF({saved_views:int64}, -1), favourites = NULLIF({favourites:int64}, -1),
    alerts = NULLIF({alerts:int64}, -1), extra_spaces = NULLIF({extra_spaces:int64}, -1), data_downloads = {data_downloads:boolean},
    exports_per_month = NULLIF({exports_per_month:int64}, -1), rows_per_export = NULLIF({rows_per_export:int64}, -1)
WHERE key = {key:text}
