-- One cited figure.
-- column cited json
-- column as_of, verified_at, drifted_at, cited_at timestamp
SELECT hash, canonical AS cited, kind, dataset, pool, chain_id, value, row_count, as_of, as_of_block, verification_state,
    derived_value, derivation_version, verified_at, drifted_at, cited_at
FROM cited_figures
WHERE hash = {hash:bytes}
