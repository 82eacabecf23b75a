-- A token as lists show it.
if(chains.slug = '', toString(token.chain_id), chains.slug) AS chain,
token.chain_id AS chain_id,
token.address AS address,
token.symbol AS symbol,
token.name AS name,
token.decimals AS decimals,
