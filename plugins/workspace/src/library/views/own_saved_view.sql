-- A view that the caller saved.
SELECT view.user_id AS tenant, view.id AS view_id
FROM saved_views AS view
WHERE view.id = {path.id:int64} AND view.user_id = {caller.user_id:int64}
