SELECT count(*) AS projects FROM research_projects WHERE space_id = {guard.tenant:int64}
