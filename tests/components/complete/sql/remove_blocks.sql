DELETE FROM complete__blocks
WHERE organization_id = {caller.organization_id:int64} AND page_id = {page:int64}
