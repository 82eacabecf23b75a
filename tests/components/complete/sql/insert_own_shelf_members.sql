INSERT INTO complete__shelf_members (shelf_id, user_id, rank)
SELECT 1000000000 + account.user_id, account.user_id, 'owner'
FROM {accounts:rows(user_id int64, name text, created_at timestamp)} AS account
