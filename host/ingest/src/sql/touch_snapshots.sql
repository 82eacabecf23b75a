-- Lists the snapshots whose accounts hold a token of which something else is known, and all of a chain of which another deployment is.
INSERT INTO touched_snapshots (chain_id, block_number)
WITH names AS (SELECT chain_id, address FROM touched_lending_names WHERE first_hour = toDateTime(0, 'UTC'))
SELECT DISTINCT chain_id, block_number
FROM (SELECT chain_id, block_number, arrayJoin(arrayConcat(collaterals.token, debts.token)) AS token FROM health_factors)
WHERE (chain_id, token) IN (names)
UNION DISTINCT
SELECT DISTINCT chain_id, block_number
FROM health_factors
WHERE chain_id IN (SELECT chain_id FROM lending_deployments WHERE (chain_id, address) IN (names))
