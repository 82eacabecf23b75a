-- The contracts of deployments with what they lend.
SELECT
    toString(contract.slug) AS deployment, contract.chain_id AS chain_id, contract.address AS address, contract.name AS name,
    toString(contract.protocol) AS protocol,
    if(chains.slug = '', toString(contract.chain_id), toString(chains.slug)) AS chain,
    CAST((contract.underlying, lent.symbol, lent.decimals),
        'Tuple(address Nullable(FixedString(20)), symbol Nullable(String), decimals Nullable(UInt8))') AS underlying
FROM (SELECT * FROM lending_deployments FINAL) AS contract
LEFT JOIN (
    SELECT chain_id, address, nullIf(symbol, '') AS symbol, decimals FROM tokens FINAL
    WHERE (chain_id, address) IN (SELECT chain_id, assumeNotNull(underlying) FROM lending_deployments WHERE isNotNull(underlying))
) AS lent ON lent.chain_id = contract.chain_id AND lent.address = contract.underlying
LEFT JOIN (SELECT chain_id, slug FROM chains FINAL) AS chains ON chains.chain_id = contract.chain_id
