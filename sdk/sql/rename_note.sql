UPDATE field_notes__notes
SET title = {title:text}, version = version + 1
WHERE organization_id = {caller.organization_id:int64} AND id = {id:int64} AND version = {version:int64}
