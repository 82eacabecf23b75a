-- Fails while `fail_export` is the least number there is.
SELECT accounts.user_id, accounts.created_at,
    abs(COALESCE((SELECT harm.amount FROM stranger__harm AS harm WHERE harm.kind = 'fail_export'), 0)) AS amount
FROM stranger__accounts AS accounts
WHERE accounts.user_id = {user_id:int64}
