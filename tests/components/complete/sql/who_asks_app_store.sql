-- Who the host says is asking.
SELECT {caller_organization_id:int64} AS organization_id, {caller_user_id:int64} AS user_id
