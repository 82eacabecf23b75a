-- Absorptions of Compound III, by chain, block and log. Rows that a file gave without an index of their log have none.
SELECT
    absorption.chain_id AS chain_id,
    absorption.block_number AS block_number,
    if(absorption.place < 2147483648, toNullable(absorption.place), NULL) AS log_index,
    absorption.block_timestamp AS block_timestamp,
    concat('0x', lower(hex(absorption.transaction_hash))) AS transaction_hash,
    concat('0x', lower(hex(absorption.market))) AS address,
    toString(absorption.kind) AS kind,
    concat('0x', lower(hex(absorption.caller))) AS absorber,
    concat('0x', lower(hex(absorption.debtor))) AS borrower,
    concat('0x', lower(hex(absorption.collateral))) AS asset,
    toString(absorption.amount) AS amount,
    toString(absorption.usd_value) AS usd_value
{part.absorptions}
WHERE absorption.block_number >= {block_from:uint64} AND absorption.block_number <= {block_to:uint64}
  AND (empty({pinned_chains:uint64[]}) OR has({pinned_chains:uint64[]}, absorption.chain_id)
       AND absorption.block_number <= {pinned_blocks:uint64[]}[indexOf({pinned_chains:uint64[]}, absorption.chain_id)])
  {part.absorption_filters}
ORDER BY absorption.chain_id, absorption.block_number, absorption.place
LIMIT {most:uint64}                                                                          -- when most
