-- What is not given stays; null clears the note.
UPDATE reading_lists__lists SET title = {title:text else title}, note = {note:text? else note}
WHERE id = {guard.tenant:int64}
