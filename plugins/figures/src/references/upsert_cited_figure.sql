-- A record, made once. It was derived just now, so it holds. It is public: the space's name for it is not in it.
INSERT INTO cited_figures (hash, canonical, kind, dataset, pool, chain_id, value, row_count, as_of, as_of_block, last_block,
    derivation_version, verification_state, verified_at, cited_at)
VALUES ({hash:bytes}, {canonical:text}, {kind:text}, {dataset:text?}, {pool:bytes?}, {chain_id:int64?}, {value:text?},
    {row_count:int64?}, {as_of:timestamp?}, {as_of_block:int64?}, {last_block:int64?}, {derivation_version:int64}, 'verified',
    {now:timestamp}, {now:timestamp})
ON CONFLICT (hash) DO UPDATE SET verification_state = 'verified', derived_value = NULL, drifted_at = NULL,
    verified_at = excluded.verified_at
