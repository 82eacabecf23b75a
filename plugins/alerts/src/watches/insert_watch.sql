INSERT INTO alert_watches (space_id, created_by_user_id, organization_id, kind, label, token, protocols, category, protocol, chain_id, chain,
    sentence, state, arming, created_at)
SELECT mine.tenant, {caller.user_id:int64}, {caller.organization_id:int64}, {kind:text}, {label:text?}, {token:text?}, {protocols:text},
    {category:text?}, {protocol:text?}, {chain_id:int64?}, {chain:text?}, {sentence:text}, 'watching', 1, {now:timestamp}
FROM {scope.spaces} AS mine
WHERE mine.tenant = {space_id:int64}
RETURNING id
