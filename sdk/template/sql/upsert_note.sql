INSERT INTO field_notes__notes (organization_id, title, text, written_at_seconds)
VALUES ({caller.organization_id:int64}, {title:text}, {text:text}, {written_at_seconds:int64})
ON CONFLICT (organization_id, title) DO UPDATE
SET text = excluded.text, written_at_seconds = excluded.written_at_seconds
RETURNING title, text, written_at_seconds
