-- Figures of one column of the absorptions, of the rows up to the pinned blocks.
{part.pinned_cell_figures}
FROM (
    SELECT cell, toInt256OrNull(cell) AS number, place, taken_chain, taken_block, taken_at FROM (
        SELECT multiIf(
            {column:text} = 'chain_id', toString(absorption.chain_id),
            {column:text} = 'block_number', toString(absorption.block_number),
            {column:text} = 'log_index', toString(if(absorption.place < 2147483648, toNullable(absorption.place), NULL)),
            {column:text} = 'block_timestamp', formatDateTime(absorption.block_timestamp, '%Y-%m-%dT%H:%i:%SZ'),
            {column:text} = 'transaction_hash', concat('0x', lower(hex(absorption.transaction_hash))),
            {column:text} = 'address', concat('0x', lower(hex(absorption.market))),
            {column:text} = 'kind', toString(absorption.kind),
            {column:text} = 'absorber', concat('0x', lower(hex(absorption.caller))),
            {column:text} = 'borrower', concat('0x', lower(hex(absorption.debtor))),
            {column:text} = 'asset', concat('0x', lower(hex(absorption.collateral))),
            {column:text} = 'amount', toString(absorption.amount),
            {column:text} = 'usd_value', toString(absorption.usd_value),
            NULL) AS cell,
            (absorption.chain_id, absorption.block_number, absorption.place) AS place,
            absorption.chain_id AS taken_chain,
            absorption.block_number AS taken_block,
            absorption.block_timestamp AS taken_at
        {part.absorptions}
        WHERE absorption.block_number >= {block_from:uint64} AND absorption.block_number <= {block_to:uint64}
          AND absorption.block_number <= transform(absorption.chain_id, {pin_chains:uint64[]}, {pin_blocks:uint64[]}, {other_chains:uint64})
          {part.absorption_filters}
    )
)
