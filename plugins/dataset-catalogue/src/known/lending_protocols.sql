-- The words of the lenders, of families and of deployments, and what their collateral is counted in.
-- within 3 seconds
SELECT word, max(if(protocol = 'compound_v2', 'units of cTokens', 'units of tokens')) AS measure
FROM (
    SELECT arrayJoin([toString(protocol), toString(slug)]) AS word, toString(protocol) AS protocol
    FROM lending_deployments FINAL
    WHERE protocol != 'compound_v3'
)
GROUP BY word
ORDER BY word
LIMIT 10000
