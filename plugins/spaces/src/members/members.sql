-- The first members of spaces of the caller: owners first, then by time of coming.
SELECT ranked.space_id, ranked.id, ranked.user_id, person.name, ranked.role
FROM (
    SELECT member.space_id, member.id, member.user_id, member.role,
        ROW_NUMBER() OVER (
            PARTITION BY member.space_id ORDER BY CASE member.role WHEN 'owner' THEN 0 ELSE 1 END, member.id) AS place
    FROM {scope.spaces} AS mine
    JOIN space_members AS member ON member.space_id = mine.tenant
    WHERE mine.tenant IN ({spaces:int64[]})
) AS ranked
JOIN person_names AS person ON person.user_id = ranked.user_id
WHERE ranked.place <= {shown:int64}
ORDER BY ranked.space_id, ranked.place
LIMIT 6000
