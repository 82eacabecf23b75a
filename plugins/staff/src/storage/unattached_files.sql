-- The people whose files that no block names take most, largest first.
SELECT person.user_id, person.name, held.upload_count AS file_count, held.size_bytes AS used_bytes
FROM unattached_uploads AS held JOIN person_names AS person ON person.user_id = held.user_id
WHERE held.size_bytes > 0
ORDER BY held.size_bytes DESC, person.user_id
LIMIT 20
