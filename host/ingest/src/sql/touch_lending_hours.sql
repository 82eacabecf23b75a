-- Lists the hours of all events that a contract or a token takes part in of which something else is known. What a contract lends
-- takes part where the event names no token.
INSERT INTO touched_lending_hours (chain_id, hour)
WITH names AS (
    SELECT chain_id, address, min(first_hour) AS first_hour, max(last_hour) AS last_hour
    FROM (
        SELECT chain_id, address, first_hour, last_hour FROM touched_lending_names
        UNION ALL
        SELECT lender.chain_id, lender.address, name.first_hour, name.last_hour
        FROM touched_lending_names AS name
        INNER JOIN (SELECT chain_id, address, assumeNotNull(underlying) AS lent FROM lending_deployments FINAL WHERE isNotNull(underlying)) AS lender
            ON lender.chain_id = name.chain_id AND lender.lent = name.address
    )
    GROUP BY chain_id, address
)
SELECT DISTINCT event.chain_id, event.hour
FROM (
    SELECT chain_id, toStartOfHour(block_timestamp) AS hour, arrayJoin([address, collateral_asset, ifNull(debt_asset, address)]) AS concerned
    FROM liquidations
    WHERE toStartOfHour(block_timestamp) BETWEEN (SELECT min(first_hour) FROM touched_lending_names) AND (SELECT max(last_hour) FROM touched_lending_names)
    UNION ALL
    SELECT chain_id, toStartOfHour(block_timestamp), arrayJoin([address, ifNull(asset, address)])
    FROM absorptions
    WHERE toStartOfHour(block_timestamp) BETWEEN (SELECT min(first_hour) FROM touched_lending_names) AND (SELECT max(last_hour) FROM touched_lending_names)
) AS event
INNER JOIN names ON names.chain_id = event.chain_id AND names.address = event.concerned
WHERE event.hour BETWEEN names.first_hour AND names.last_hour
