-- What a plan allows from now on; a null limit is unlimited, and what is not given stays.
UPDATE plans
SET name = {name:text else name},
    api_access = {api_access:boolean else api_access},
    api_requests_per_hour = {api_requests_per_hour:int64? else api_requests_per_hour},
    mcp_calls_per_day = {mcp_calls_per_day:int64? else mcp_calls_per_day},
    saved_views = {saved_views:int64? else saved_views},
    favourites = {favourites:int64? else favourites},
    alerts = {alerts:int64? else alerts},
    extra_spaces = {extra_spaces:int64? else extra_spaces},
    space_bytes = {space_bytes:int64? else space_bytes},
    data_downloads = {data_downloads:boolean else data_downloads},
    exports_per_month = {exports_per_month:int64? else exports_per_month},
    rows_per_export = {rows_per_export:int64? else rows_per_export}
WHERE key = {key:text}
