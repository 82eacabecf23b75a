-- The contracts of a deployment.
SELECT
    contract.name AS _name,
    contract.protocol AS protocol,
    if(chains.slug = '', toString(contract.chain_id), chains.slug) AS chain,
    contract.chain_id AS chain_id,
    contract.address AS address,
    CAST((contract.underlying, lent.symbol, lent.decimals),
        'Tuple(address Nullable(FixedString(20)), symbol Nullable(String), decimals Nullable(UInt8))') AS underlying
FROM (
    SELECT * FROM lending_deployments FINAL
    WHERE slug = {slug:text}
      AND chain_id = {chain_id:uint64}                                                       -- when chain_id
) AS contract
LEFT JOIN (SELECT chain_id, address, nullIf(symbol, '') AS symbol, decimals FROM tokens FINAL) AS lent
    ON lent.chain_id = contract.chain_id AND lent.address = contract.underlying
LEFT JOIN (SELECT chain_id, slug FROM chains FINAL) AS chains ON chains.chain_id = contract.chain_id
ORDER BY contract.chain_id, contract.address
LIMIT 500
