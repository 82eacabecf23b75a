-- How many alerts of every type the caller made, in spaces in which they are.
SELECT
    (SELECT count(*) FROM {scope.spaces} AS mine JOIN price_alerts AS alert ON alert.space_id = mine.tenant
     WHERE alert.created_by_user_id = {caller.user_id:int64})
    + (SELECT count(*) FROM {scope.spaces} AS mine JOIN alert_watches AS watch ON watch.space_id = mine.tenant
       WHERE watch.created_by_user_id = {caller.user_id:int64}) AS used
