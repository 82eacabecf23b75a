-- Accounts at the blocks of snapshots, by chain, protocol, block and account.
SELECT
    health_factors.chain_id AS chain_id,
    toString(health_factors.protocol) AS protocol,
    health_factors.block_number AS block_number,
    health_factors.block_timestamp AS block_timestamp,
    concat('0x', lower(hex(health_factors.account))) AS account,
    toString(health_factors.health_factor) AS health_factor,
    toString(health_factors.collateral_usd) AS collateral_usd,
    toString(health_factors.debt_usd) AS debt_usd,
    toJSONString(arrayMap(item -> map('token', concat('0x', lower(hex(item.token))), 'amount', toString(item.amount)),
        health_factors.collaterals)) AS collaterals,
    toJSONString(arrayMap(item -> map('token', concat('0x', lower(hex(item.token))), 'amount', toString(item.amount)),
        health_factors.debts)) AS debts
FROM health_factors FINAL
WHERE health_factors.block_number >= {block_from:uint64} AND health_factors.block_number <= {block_to:uint64}
  AND (empty({pinned_chains:uint64[]}) OR has({pinned_chains:uint64[]}, health_factors.chain_id)
       AND health_factors.block_number <= {pinned_blocks:uint64[]}[indexOf({pinned_chains:uint64[]}, health_factors.chain_id)])
  AND health_factors.chain_id = {chain_id:uint64}                                            -- when chain_id
  AND (empty({addresses:bytes[]}) OR health_factors.account IN {addresses:bytes[]})
  AND (empty({protocols:text[]}) OR health_factors.protocol IN {protocols:text[]})
ORDER BY health_factors.chain_id, health_factors.protocol, health_factors.block_number, health_factors.account
LIMIT {most:uint64}                                                                          -- when most
