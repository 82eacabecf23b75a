{part.project_fields}
WHERE project.space_id = {guard.tenant:int64} AND project.id = {id:int64}
