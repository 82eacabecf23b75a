-- The chains that rows may belong to: what `--chain` and the API's `chain` parameter accept, as slug or as number.
CREATE TABLE IF NOT EXISTS chains {{on_cluster}} (
    chain_id UInt64 COMMENT 'EIP-155 chain id',
    slug LowCardinality(String) COMMENT 'lowercase name used in the API and by --chain',
    name String COMMENT 'name for people',
    version UInt64 DEFAULT 0
) ENGINE = {{engine_prefix}}ReplacingMergeTree(version) ORDER BY chain_id;

INSERT INTO chains (chain_id, slug, name)
SELECT chain_id, slug, name FROM values('chain_id UInt64, slug String, name String',
    (1, 'ethereum', 'Ethereum'), (10, 'optimism', 'OP Mainnet'), (25, 'cronos', 'Cronos'), (56, 'bsc', 'BNB Smart Chain'),
    (100, 'gnosis', 'Gnosis'), (130, 'unichain', 'Unichain'), (137, 'polygon', 'Polygon PoS'), (146, 'sonic', 'Sonic'),
    (250, 'fantom', 'Fantom'), (324, 'zksync', 'ZKsync Era'), (480, 'worldchain', 'World Chain'), (1088, 'metis', 'Metis'),
    (1284, 'moonbeam', 'Moonbeam'), (2222, 'kava', 'Kava'), (5000, 'mantle', 'Mantle'), (8453, 'base', 'Base'),
    (34443, 'mode', 'Mode'), (42161, 'arbitrum', 'Arbitrum One'), (42220, 'celo', 'Celo'), (43114, 'avalanche', 'Avalanche C-Chain'),
    (59144, 'linea', 'Linea'), (81457, 'blast', 'Blast'), (534352, 'scroll', 'Scroll'), (7777777, 'zora', 'Zora'));
