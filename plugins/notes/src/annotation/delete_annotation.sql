DELETE FROM research_annotations WHERE space_id = {guard.tenant:int64} AND id = {guard.annotation_id:int64}
