-- A data request that the caller built.
-- column spreadsheet_safe boolean
-- column columns, filters json
SELECT name, dataset, columns, filters, spreadsheet_safe
FROM data_requests
WHERE user_id = {caller.user_id:int64} AND id = {id:int64}
