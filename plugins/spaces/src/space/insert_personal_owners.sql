-- Who owns it, without end.
INSERT INTO space_members (space_id, user_id, role, created_at)
SELECT space.id, account.user_id, 'owner', account.created_at
FROM {accounts:rows(user_id int64, name text, created_at timestamp)} AS account
JOIN spaces AS space ON space.personal_user_id = account.user_id
