-- What one of the caller's spaces holds. Counted by the host, in the transaction of each change.
SELECT storage.used_bytes, storage.limit_bytes
FROM {scope.spaces} AS mine
JOIN space_storage AS storage ON storage.space_id = mine.tenant
WHERE mine.tenant = {space_id:int64}
