-- What came of deriving figures again. The moment at which one drifted stays until it holds again.
UPDATE cited_figures
SET verification_state = outcome.state,
    derived_value = outcome.derived_value,
    drifted_at = CASE WHEN outcome.state = 'mismatch' THEN COALESCE(drifted_at, {now:timestamp}) ELSE NULL END,
    verified_at = {now:timestamp}
FROM {outcomes:rows(hash bytes, state text, derived_value text?)} AS outcome
WHERE cited_figures.hash = outcome.hash
