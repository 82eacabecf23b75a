-- What spaces of the caller hold: counted by the host, in the transaction of each change. most_bytes: what the
-- deployment lets any space hold. allowed_bytes: what the plans of its owners let this one hold, by the largest of them.
SELECT mine.tenant AS space_id, storage.used_bytes, storage.limit_bytes AS most_bytes,
    (SELECT max(CASE WHEN allowance.courtesy_ends_at > {now:timestamp} AND allowance.courtesy_bytes > allowance.plan_bytes
            THEN allowance.courtesy_bytes ELSE allowance.plan_bytes END)
        FROM space_allowances AS allowance WHERE allowance.space_id = mine.tenant) AS allowed_bytes
FROM {scope.spaces} AS mine
JOIN spaces AS space ON space.id = mine.tenant
JOIN space_storage AS storage ON storage.space_id = mine.tenant
WHERE mine.tenant IN ({spaces:int64[]})
ORDER BY space.created_at, space.id
LIMIT 501
