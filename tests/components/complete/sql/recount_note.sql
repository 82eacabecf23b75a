UPDATE complete__notes SET recounts = recounts + 1
WHERE id = {id:int64} AND organization_id = {caller.organization_id:int64} AND user_id = {caller.user_id:int64}
