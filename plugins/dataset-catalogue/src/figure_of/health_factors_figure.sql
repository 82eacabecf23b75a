-- Figures of one column of the accounts at snapshots, of the rows up to the pinned blocks.
{part.pinned_cell_figures}
FROM (
    SELECT cell, toDecimal256OrNull(cell, 18) AS number, place, taken_chain, taken_block, taken_at FROM (
        SELECT multiIf(
            {column:text} = 'chain_id', toString(health_factors.chain_id),
            {column:text} = 'protocol', toString(health_factors.protocol),
            {column:text} = 'block_number', toString(health_factors.block_number),
            {column:text} = 'block_timestamp', formatDateTime(health_factors.block_timestamp, '%Y-%m-%dT%H:%i:%SZ'),
            {column:text} = 'account', concat('0x', lower(hex(health_factors.account))),
            {column:text} = 'health_factor', toString(health_factors.health_factor),
            {column:text} = 'collateral_usd', toString(health_factors.collateral_usd),
            {column:text} = 'debt_usd', toString(health_factors.debt_usd),
            NULL) AS cell,
            (health_factors.chain_id, health_factors.protocol, health_factors.block_number, health_factors.account) AS place,
            health_factors.chain_id AS taken_chain,
            health_factors.block_number AS taken_block,
            health_factors.block_timestamp AS taken_at
        FROM health_factors FINAL
        WHERE health_factors.block_number >= {block_from:uint64} AND health_factors.block_number <= {block_to:uint64}
          AND health_factors.block_number <= transform(health_factors.chain_id, {pin_chains:uint64[]}, {pin_blocks:uint64[]}, {other_chains:uint64})
          AND health_factors.chain_id = {chain_id:uint64}                                    -- when chain_id
          AND (empty({addresses:bytes[]}) OR health_factors.account IN {addresses:bytes[]})
          AND (empty({protocols:text[]}) OR health_factors.protocol IN {protocols:text[]})
    )
)
