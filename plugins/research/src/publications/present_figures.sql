-- Cited figures, as they stand now.
-- column drifted_at timestamp
SELECT hash, value, verification_state, derived_value, drifted_at, kind, dataset
FROM cited_figures
WHERE hash IN ({hashes:bytes[]})
LIMIT 10000
