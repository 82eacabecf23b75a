INSERT INTO price_alerts (space_id, created_by_user_id, organization_id, chain_id, chain, pool, condition, threshold, threshold_exponent,
    threshold_mantissa, sentence, state, arming, waits_for_crossing, created_at, armed_at)
SELECT mine.tenant, {caller.user_id:int64}, {caller.organization_id:int64}, {chain_id:int64}, {chain:text}, {pool:bytes},
    {condition:text}, {threshold:text}, {exponent:int64}, {mantissa:text}, {sentence:text}, 'watching', 1, {waits:boolean}, {now:timestamp}, {now:timestamp}
FROM {scope.spaces} AS mine
WHERE mine.tenant = {space_id:int64}
RETURNING id
