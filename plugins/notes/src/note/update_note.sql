UPDATE value_notes SET content = {content:text else content}, color = {color:text else color}, updated_at = {now:timestamp}
WHERE space_id = {guard.tenant:int64} AND id = {guard.note_id:int64}
