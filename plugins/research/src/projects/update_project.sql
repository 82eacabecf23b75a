UPDATE research_projects SET name = {name:text else name}, description = {description:text? else description}
WHERE space_id = {guard.tenant:int64} AND id = {guard.project_id:int64}
