-- What an account had and owed in the newest snapshot of each chain that holds it.
SELECT
    if(chains.slug = '', toString(balance.chain_id), chains.slug) AS chain,
    balance.chain_id AS chain_id,
    balance.block_number AS block_number,
    balance.side AS side,
    CAST((balance.token, held.symbol, held.decimals),
        'Tuple(address Nullable(FixedString(20)), symbol Nullable(String), decimals Nullable(UInt8))') AS token,
    balance.amount AS amount_raw,
    leftPad(toString(balance.amount), greatest(length(toString(balance.amount)), ifNull(held.decimals, 0) + 1), '0') AS _digits,
    if(isNull(held.decimals), NULL, trim(TRAILING '.' FROM concat(
        substring(_digits, 1, length(_digits) - ifNull(held.decimals, 0)), '.',
        trim(TRAILING '0' FROM substring(_digits, length(_digits) - ifNull(held.decimals, 0) + 1))))) AS amount
FROM (
    SELECT chain_id, block_number,
        arrayJoin(arrayMap((entry, position) -> (tupleElement(entry, 1), position, tupleElement(entry, 2), tupleElement(entry, 3)),
            entries, arrayEnumerate(entries))) AS entry,
        tupleElement(entry, 1) AS side,
        tupleElement(entry, 2) AS position,
        tupleElement(entry, 3) AS token,
        tupleElement(entry, 4) AS amount
    FROM (
        SELECT chain_id, block_number, arrayConcat(
            arrayMap(item -> ('collateral', item.token, item.amount), collaterals),
            arrayMap(item -> ('debt', item.token, item.amount), debts)) AS entries
        FROM health_factors FINAL
        WHERE account = {account:bytes}
          AND (chain_id, protocol) IN (
            SELECT chain_id, protocol FROM lending_deployments FINAL
            GROUP BY chain_id, protocol HAVING uniqExact(slug) = 1 AND min(slug) = {slug:text})
          AND chain_id = {chain_id:uint64}                                                   -- when chain_id
        ORDER BY chain_id, block_number DESC
        LIMIT 1 BY chain_id
    ) AS newest
) AS balance
LEFT JOIN (SELECT chain_id, address, nullIf(symbol, '') AS symbol, decimals FROM tokens FINAL) AS held
    ON held.chain_id = balance.chain_id AND held.address = balance.token
LEFT JOIN (SELECT chain_id, slug FROM chains FINAL) AS chains ON chains.chain_id = balance.chain_id
ORDER BY balance.chain_id, balance.position
LIMIT 500
