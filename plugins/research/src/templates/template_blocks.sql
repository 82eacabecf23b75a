-- column blocks json
SELECT template.blocks FROM research_templates AS template
WHERE template.space_id = {guard.tenant:int64} AND template.id = {id:int64}
