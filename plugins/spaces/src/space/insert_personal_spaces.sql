-- A space of one's own for each account.
INSERT INTO spaces (name, personal_user_id, created_at)
SELECT substr(account.name, 1, 110) || '''s space', account.user_id, account.created_at
FROM {accounts:rows(user_id int64, name text, created_at timestamp)} AS account
