UPDATE complete__notes SET title = {title:text}, version = version + 1
WHERE id = {id:int64} AND organization_id = {caller.organization_id:int64} AND version = {version:int64}
