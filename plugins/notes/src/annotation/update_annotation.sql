UPDATE research_annotations
SET target_field = {target_field:text else target_field}, content = {content:text else content}, color = {color:text else color},
    updated_at = {now:timestamp}
WHERE space_id = {guard.tenant:int64} AND id = {guard.annotation_id:int64}
