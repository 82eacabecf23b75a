-- Liquidations that were written since, by their place in the chain. place: among those of their transaction in the block.
SELECT
    if(chains.slug = '', toString(record.chain_id), chains.slug) AS chain,
    record.chain_id AS chain_id,
    record.block_number AS block_number,
    record.block_timestamp AS block_timestamp,
    record.transaction_hash AS transaction_hash,
    toInt64(record.place) AS place,
    toUInt64(record.log_index) AS log_place,
    record.protocol AS protocol,
    record.borrower AS borrower,
    toNullable(record.collateral_asset) AS collateral_address,
    collateral_token.symbol AS collateral_symbol,
    record.debt_token AS debt_address,
    repaid_token.symbol AS debt_symbol
FROM (
    SELECT placed.*, coalesce(deployment.protocol, nullIf(toString(placed.stated_protocol), '')) AS protocol,
        coalesce(placed.debt_asset, deployment.underlying) AS debt_token
    FROM (
        SELECT *, row_number() OVER (PARTITION BY block_number, transaction_hash ORDER BY log_index) - 1 AS place
        FROM liquidations FINAL
        WHERE chain_id = {chain_id:uint64} AND (block_timestamp, block_number) IN (
            SELECT block_timestamp, block_number FROM liquidations
            WHERE chain_id = {chain_id:uint64} AND version > {seen:uint64} AND version <= {newest:uint64} AND block_number > {floor:uint64}
              AND block_timestamp >= {fresh_from:timestamp}                                  -- when fresh_from
        )
    ) AS placed
    LEFT JOIN (
        SELECT address, toNullable(toString(protocol)) AS protocol, underlying FROM lending_deployments FINAL WHERE chain_id = {chain_id:uint64}
    ) AS deployment ON deployment.address = placed.address
    WHERE placed.version > {seen:uint64} AND placed.version <= {newest:uint64}
      AND (placed.block_number > {behind_block:uint64} OR placed.block_number = {behind_block:uint64} AND placed.log_index > {behind_place:uint64}) -- when behind_block
    ORDER BY placed.block_number, placed.log_index
    LIMIT {most:uint64}
) AS record
LEFT JOIN (
    SELECT address, nullIf(symbol, '') AS symbol FROM tokens FINAL WHERE chain_id = {chain_id:uint64}
) AS collateral_token ON collateral_token.address = record.collateral_asset
LEFT JOIN (
    SELECT address, nullIf(symbol, '') AS symbol FROM tokens FINAL WHERE chain_id = {chain_id:uint64}
) AS repaid_token ON repaid_token.address = record.debt_token
LEFT JOIN (SELECT chain_id, slug FROM chains FINAL) AS chains ON chains.chain_id = record.chain_id
ORDER BY block_number, log_place
