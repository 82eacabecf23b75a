-- Fails for every account while there is `refuse_accounts`, for the one that `refuse_account` names, and counts as far as `slow_accounts` says.
INSERT INTO stranger__accounts (user_id, created_at, harm)
SELECT account.user_id, account.created_at,
    (SELECT count(*) FROM stranger__harm AS harm
     WHERE harm.kind = 'refuse_accounts' OR (harm.kind = 'refuse_account' AND harm.amount = account.user_id))
    + (WITH RECURSIVE number (value) AS (
           SELECT CAST(1 AS BIGINT)
           UNION ALL
           SELECT number.value + 1 FROM number
           WHERE number.value < COALESCE((SELECT harm.amount FROM stranger__harm AS harm WHERE harm.kind = 'slow_accounts'), 1)
       )
       SELECT count(*) * 0 FROM number)
FROM {accounts:rows(user_id int64, created_at timestamp)} AS account
