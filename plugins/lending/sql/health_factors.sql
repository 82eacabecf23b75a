-- Accounts of a snapshot, the least healthy first, those without a health factor last.
WITH page AS (
    SELECT *,
        -- Text that sorts as the number does: 40 digits before the point, and what is behind it without trailing zeros.
        if(isNull(health_factor), '~', concat(leftPad(splitByChar('.', assumeNotNull(toString(health_factor)))[1], 40, '0'), '.',
            splitByChar('.', assumeNotNull(toString(health_factor)))[2])) AS _risk
    FROM health_factors FINAL
    WHERE chain_id = {chain_id:uint64} AND block_number = {block_number:uint64}
      AND protocol = {protocol:text}                                                         -- when protocol
      AND account = {account:bytes}                                                          -- when account
      AND health_factor >= toDecimal256({min_hf:text}, 18)                                   -- when min_hf
      AND health_factor <= toDecimal256({max_hf:text}, 18)                                   -- when max_hf
      AND {after(_risk:text asc, protocol:text asc, account:bytes asc)}
    ORDER BY _risk, protocol, account
    LIMIT {page.limit}
),
balances AS (
    SELECT protocol, account,
        arrayJoin(arrayMap((entry, position) -> (tupleElement(entry, 1), position, tupleElement(entry, 2), tupleElement(entry, 3)),
            entries, arrayEnumerate(entries))) AS entry,
        tupleElement(entry, 1) AS side,
        tupleElement(entry, 2) AS position,
        tupleElement(entry, 3) AS token,
        tupleElement(entry, 4) AS amount
    FROM (
        SELECT protocol, account, arrayConcat(
            arrayMap(item -> ('collateral', item.token, item.amount), collaterals),
            arrayMap(item -> ('debt', item.token, item.amount), debts)) AS entries
        FROM page
    ) AS sided
),
described AS (
    SELECT balances.protocol AS protocol, balances.account AS account, balances.side AS side, balances.position AS position,
        CAST((balances.token, held.symbol, held.decimals, balances.amount,
            if(isNull(held.decimals), NULL, trim(TRAILING '.' FROM concat(
                substring(leftPad(toString(balances.amount), greatest(length(toString(balances.amount)), ifNull(held.decimals, 0) + 1), '0'), 1,
                    greatest(length(toString(balances.amount)), ifNull(held.decimals, 0) + 1) - ifNull(held.decimals, 0)), '.',
                trim(TRAILING '0' FROM substring(leftPad(toString(balances.amount), greatest(length(toString(balances.amount)), ifNull(held.decimals, 0) + 1), '0'),
                    greatest(length(toString(balances.amount)), ifNull(held.decimals, 0) + 1) - ifNull(held.decimals, 0) + 1)))))),
            'Tuple(address FixedString(20), symbol Nullable(String), decimals Nullable(UInt8), amount_raw UInt256, amount Nullable(String))') AS balance
    FROM balances
    LEFT JOIN (SELECT address, nullIf(symbol, '') AS symbol, decimals FROM tokens FINAL WHERE chain_id = {chain_id:uint64}) AS held
        ON held.address = balances.token
),
sides AS (
    SELECT protocol, account,
        arrayMap(entry -> tupleElement(entry, 2), arraySort(entry -> tupleElement(entry, 1), groupArrayIf((position, balance), side = 'collateral'))) AS collaterals,
        arrayMap(entry -> tupleElement(entry, 2), arraySort(entry -> tupleElement(entry, 1), groupArrayIf((position, balance), side = 'debt'))) AS debts
    FROM described
    GROUP BY protocol, account
)
SELECT
    page.protocol AS protocol,
    page.account AS account,
    page.health_factor AS health_factor,
    page.collateral_usd AS collateral_usd,
    page.debt_usd AS debt_usd,
    sides.collaterals AS collaterals,
    sides.debts AS debts,
    page._risk AS _risk
FROM page
LEFT JOIN sides ON sides.protocol = page.protocol AND sides.account = page.account
ORDER BY page._risk, page.protocol, page.account
