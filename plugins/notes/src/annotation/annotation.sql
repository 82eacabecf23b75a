{part.annotation_fields}
WHERE annotation.space_id = {guard.tenant:int64} AND annotation.id = {id:int64}
