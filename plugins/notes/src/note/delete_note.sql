DELETE FROM value_notes WHERE space_id = {guard.tenant:int64} AND id = {guard.note_id:int64}
