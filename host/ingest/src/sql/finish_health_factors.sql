-- Finishes the accounts of the touched snapshots of a chain between two blocks: writes those that are other than before, and takes back
-- those that are there no more, or stand in another place.
INSERT INTO finished_health_factors ({columns}, version, is_deleted)
WITH
    touched AS (
        SELECT chain_id, block_number FROM touched_snapshots
        WHERE chain_id = {chain_id:UInt64} AND block_number BETWEEN {first_block:UInt64} AND {last_block:UInt64}
    ),
    accounts AS (
        SELECT *,
            if(isNull(health_factor), '~', concat(leftPad(splitByChar('.', assumeNotNull(toString(health_factor)))[1], 40, '0'), '.',
                splitByChar('.', assumeNotNull(toString(health_factor)))[2])) AS risk
        FROM health_factors FINAL
        WHERE chain_id = {chain_id:UInt64} AND block_number IN (SELECT block_number FROM touched)
    ),
    balances AS (
        SELECT protocol, block_number, account, tupleElement(entry, 1) AS side, tupleElement(entry, 2) AS position,
            tupleElement(entry, 3) AS token, tupleElement(entry, 4) AS amount
        FROM (
            SELECT protocol, block_number, account, arrayJoin(arrayConcat(
                arrayMap((item, position) -> ('collateral', position, item.token, item.amount), collaterals, arrayEnumerate(collaterals)),
                arrayMap((item, position) -> ('debt', position, item.token, item.amount), debts, arrayEnumerate(debts)))) AS entry
            FROM accounts
        )
    ),
    named AS (
        SELECT balances.protocol AS protocol, balances.block_number AS block_number, balances.account AS account, balances.side AS side,
            balances.position AS position,
            leftPad(toString(balances.amount), greatest(length(toString(balances.amount)), ifNull(held.decimals, 0) + 1), '0') AS digits,
            CAST((balances.token, held.symbol, held.decimals, balances.amount,
                if(isNull(held.decimals), NULL, trim(TRAILING '.' FROM concat(
                    substring(digits, 1, length(digits) - ifNull(held.decimals, 0)), '.',
                    trim(TRAILING '0' FROM substring(digits, length(digits) - ifNull(held.decimals, 0) + 1)))))),
                'Tuple(address FixedString(20), symbol Nullable(String), decimals Nullable(UInt8), amount_raw UInt256, amount Nullable(String))') AS balance
        FROM balances
        LEFT JOIN (SELECT address, nullIf(symbol, '') AS symbol, decimals FROM tokens FINAL WHERE chain_id = {chain_id:UInt64}) AS held
            ON held.address = balances.token
    ),
    sides AS (
        SELECT protocol, block_number, account,
            arrayMap(entry -> tupleElement(entry, 2), arraySort(entry -> tupleElement(entry, 1), groupArrayIf((position, balance), side = 'collateral'))) AS collaterals,
            arrayMap(entry -> tupleElement(entry, 2), arraySort(entry -> tupleElement(entry, 1), groupArrayIf((position, balance), side = 'debt'))) AS debts
        FROM named
        GROUP BY protocol, block_number, account
    ),
    finished AS (
        SELECT accounts.chain_id AS chain_id, accounts.block_number AS block_number, accounts.risk AS risk,
            toString(accounts.protocol) AS protocol, accounts.account AS account,
            ifNull((SELECT any(toString(slug)) FROM chains FINAL WHERE chain_id = {chain_id:UInt64} HAVING count() > 0), toString({chain_id:UInt64})) AS chain,
            sole.only_slug AS deployment, accounts.block_timestamp AS block_timestamp, accounts.health_factor AS health_factor,
            accounts.collateral_usd AS collateral_usd, accounts.debt_usd AS debt_usd,
            sides.collaterals AS collaterals, sides.debts AS debts
        FROM accounts
        LEFT JOIN sides ON sides.protocol = accounts.protocol AND sides.block_number = accounts.block_number AND sides.account = accounts.account
        LEFT JOIN (
            SELECT protocol, toNullable(min(toString(slug))) AS only_slug FROM lending_deployments FINAL WHERE chain_id = {chain_id:UInt64}
            GROUP BY protocol HAVING uniqExact(slug) = 1
        ) AS sole ON sole.protocol = accounts.protocol
    ),
    stored AS (
        SELECT {columns} FROM finished_health_factors FINAL
        WHERE chain_id = {chain_id:UInt64} AND block_number IN (SELECT block_number FROM touched)
    )
SELECT {columns}, {version:UInt64}, 0 FROM (SELECT {columns} FROM finished EXCEPT SELECT {columns} FROM stored)
UNION ALL
SELECT {columns}, {version:UInt64} - 1, 1 FROM stored
WHERE (block_number, risk, protocol, account) NOT IN (SELECT block_number, risk, toString(protocol), account FROM accounts)
