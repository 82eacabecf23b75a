-- What is known about lending contracts, and which tokens count as a dollar. Both may be loaded before or after the logs
-- that they explain: nothing decoded depends on them, readers join them.
--
-- Aave V2, Aave V3, their forks and the AMM market emit the same LiquidationCall; only the emitting contract tells them
-- apart. A contract that is not listed here belongs to no deployment, and its events say so with nulls.
CREATE TABLE IF NOT EXISTS lending_deployments {{on_cluster}} (
    chain_id UInt64,
    address FixedString(20) COMMENT 'the contract that emits the events: an Aave pool, a Compound V2 cToken, a Compound III market',
    protocol LowCardinality(String) COMMENT 'aave_v1, aave_v2, aave_v3, compound_v2, compound_v3; a fork has a word of its own',
    slug LowCardinality(String) COMMENT 'of the deployment; contracts that share it belong together, on one chain or on several',
    name String COMMENT 'of the deployment, for people',
    underlying Nullable(FixedString(20)) COMMENT 'the token that the contract lends, where it lends one: of a cToken or a Compound III market',
    version UInt64,
    is_deleted UInt8 DEFAULT 0
) ENGINE = {{engine_prefix}}ReplacingMergeTree(version, is_deleted) ORDER BY (chain_id, address);

-- Tokens whose unit is taken for one US dollar. Dollar values are derived from pools in which they are one side.
CREATE TABLE IF NOT EXISTS dollar_tokens {{on_cluster}} (
    chain_id UInt64,
    address FixedString(20),
    symbol LowCardinality(String) COMMENT 'for people; the address decides',
    version UInt64 DEFAULT 0
) ENGINE = {{engine_prefix}}ReplacingMergeTree(version) ORDER BY (chain_id, address);

INSERT INTO dollar_tokens (chain_id, address, symbol)
SELECT chain_id, toFixedString(unhex(digits), 20), symbol FROM values('chain_id UInt64, symbol String, digits String',
    (1, 'USDC', 'a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'), (1, 'USDT', 'dac17f958d2ee523a2206206994597c13d831ec7'),
    (1, 'DAI', '6b175474e89094c44da98b954eedeac495271d0f'), (10, 'USDC', '0b2c639c533813f4aa9d7837caf62653d097ff85'),
    (137, 'USDC', '3c499c542cef5e3811e1192ce70d8cc03d5c3359'), (137, 'USDC.e', '2791bca1f2de4661ed88a30c99a7a9449aa84174'),
    (137, 'USDT', 'c2132d05d31c914a87c6611c10748aeb04b58e8f'), (8453, 'USDC', '833589fcd6edb6e08f4c7c32d4f71b54bda02913'),
    (8453, 'DAI', '50c5725949a6f0c72e6c4a641f24049a917db0cb'), (42161, 'USDC', 'af88d065e77c8cc2239327c5edb3a432268e5831'),
    (42161, 'USDT', 'fd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9'), (43114, 'USDC', 'b97ef9ef8734c71904d8002f8b6bc66dd9c48a6e'));

-- Pools that price a token in dollars: those of which exactly one side is a dollar token.
CREATE VIEW IF NOT EXISTS dollar_pools {{on_cluster}} AS
SELECT
    chain_id,
    address,
    (chain_id, token0) IN (SELECT chain_id, address FROM dollar_tokens FINAL) AS dollar_is_token0,
    if(dollar_is_token0, token1, token0) AS token
FROM pools FINAL
WHERE dollar_is_token0 != ((chain_id, token1) IN (SELECT chain_id, address FROM dollar_tokens FINAL));
