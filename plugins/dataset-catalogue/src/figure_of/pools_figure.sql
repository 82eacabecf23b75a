-- Figures of one column of the pools.
{part.cell_figures}
FROM (
    SELECT cell, toInt256OrNull(cell) AS number, place FROM (
        SELECT multiIf(
            {column:text} = 'chain_id', toString(pools.chain_id),
            {column:text} = 'address', concat('0x', lower(hex(pools.address))),
            {column:text} = 'protocol', toString(pools.protocol),
            {column:text} = 'source', toString(pools.source),
            {column:text} = 'token0', concat('0x', lower(hex(pools.token0))),
            {column:text} = 'token1', concat('0x', lower(hex(pools.token1))),
            {column:text} = 'fee', toString(pools.fee),
            {column:text} = 'created_block', toString(pools.created_block),
            NULL) AS cell,
            (pools.chain_id, pools.address) AS place
        {part.filtered_pools}
    )
)
