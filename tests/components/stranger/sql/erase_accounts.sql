-- Fails while `fail_erasure` is the least number there is.
DELETE FROM stranger__accounts
WHERE user_id = {user_id:int64}
  AND abs(COALESCE((SELECT harm.amount FROM stranger__harm AS harm WHERE harm.kind = 'fail_erasure'), 0)) >= 0
