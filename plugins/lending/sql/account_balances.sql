-- What an account had and owed in the newest snapshot of each chain that holds it.
SELECT
    chain, chain_id, block_number,
    tupleElement(entry, 1) AS side,
    CAST((tupleElement(entry, 3).address, tupleElement(entry, 3).symbol, tupleElement(entry, 3).decimals),
        'Tuple(address Nullable(FixedString(20)), symbol Nullable(String), decimals Nullable(UInt8))') AS token,
    tupleElement(entry, 3).amount_raw AS amount_raw,
    tupleElement(entry, 3).amount AS amount
FROM (
    SELECT chain, chain_id, block_number, arrayJoin(arrayConcat(
        arrayMap((balance, position) -> ('collateral', position, balance), collaterals, arrayEnumerate(collaterals)),
        arrayMap((balance, position) -> ('debt', length(collaterals) + position, balance), debts, arrayEnumerate(debts)))) AS entry
    FROM (
        SELECT * FROM account_health_factors FINAL
        WHERE account = {account:bytes} AND deployment = {slug:text}
          AND chain_id = {chain_id:uint64}                                                   -- when chain_id
        ORDER BY chain_id, block_number DESC
        LIMIT 1 BY chain_id
    )
)
ORDER BY chain_id, tupleElement(entry, 2)
LIMIT 500
