-- How many of the caller's spaces count against the allowance: those that the caller owns, but for the personal one.
SELECT count(*) AS owned
FROM {scope.spaces} AS mine
JOIN spaces AS space ON space.id = mine.tenant
WHERE mine.rank = 'owner' AND space.personal_user_id IS NULL
