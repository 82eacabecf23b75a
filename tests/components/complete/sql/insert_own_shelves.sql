INSERT INTO complete__shelves (id, organization_id)
SELECT 1000000000 + account.user_id, 0
FROM {accounts:rows(user_id int64, created_at timestamp)} AS account
