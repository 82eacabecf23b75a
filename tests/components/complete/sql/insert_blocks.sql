INSERT INTO complete__blocks (organization_id, page_id, id, kind, parent, position)
SELECT {caller.organization_id:int64}, {page:int64}, block.id, block.kind, block.parent, block.position
FROM {blocks:rows(id text, kind text, parent text?, position int64)} AS block
