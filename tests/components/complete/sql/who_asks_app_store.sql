-- Who the host says is asking.
SELECT {caller.organization_id:int64} AS organization_id, {caller.user_id:int64} AS user_id
