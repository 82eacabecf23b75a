-- column written_at timestamp
INSERT INTO field_notes__notes (organization_id, title, text, written_at)
VALUES ({caller.organization_id:int64}, {title:text}, {text:text}, {written_at:timestamp})
ON CONFLICT (organization_id, title) DO UPDATE
SET text = excluded.text, written_at = excluded.written_at
RETURNING title, text, written_at
