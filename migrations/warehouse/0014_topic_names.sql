-- How events are declared, so that logs can be shown decoded. A row is one declaration as the contract has it; all else
-- is worked out here, the topic too: it is the hash of the signature. Events of one topic differ in what is indexed
-- (ERC-20's and ERC-721's Transfer), so the number of topics belongs to the key. Fill it with
-- `quarry ingest topic_names FILE`. It is meant to be small: each page of logs reads all of it.
CREATE TABLE IF NOT EXISTS topic_names {{on_cluster}} (
    declaration String COMMENT 'Transfer(address indexed from, address indexed to, uint256 value): no tuples, types in full',
    name String MATERIALIZED substring(declaration, 1, position(declaration, '(') - 1),
    parameters Array(Tuple(name String, type String, indexed Bool)) MATERIALIZED arrayMap(
        words -> (if(length(words) > 1 AND words[-1] != 'indexed', words[-1], ''), words[1], has(words, 'indexed')),
        arrayMap(piece -> arrayFilter(word -> word != '', splitByChar(' ', piece)),
            arrayFilter(piece -> trimBoth(piece) != '', splitByChar(',',
                substring(declaration, position(declaration, '(') + 1, position(declaration, ')') - position(declaration, '(') - 1))))),
    signature String MATERIALIZED concat(name, '(', arrayStringConcat(parameters.type, ','), ')'),
    topic0 FixedString(32) MATERIALIZED keccak256(signature),
    topic_count UInt8 MATERIALIZED 1 + arrayCount(parameter -> parameter.indexed, parameters),
    head_bytes UInt32 MATERIALIZED 32 * arrayCount(parameter -> NOT parameter.indexed, parameters)
        COMMENT 'length of the data of an event whose parameters have fixed sizes',
    has_tail Bool MATERIALIZED arrayExists(
        parameter -> NOT parameter.indexed AND match(parameter.type, '^(string|bytes)$|\\]$'), parameters)
        COMMENT 'whether the data goes on behind its head: texts, bytes and lists',
    version UInt64 DEFAULT 0,
    is_deleted UInt8 DEFAULT 0
) ENGINE = {{engine_prefix}}ReplacingMergeTree(version, is_deleted) ORDER BY (topic0, topic_count)
SETTINGS index_granularity = 256;

-- What Quarry decodes, and what its readers meet most.
INSERT INTO topic_names (declaration)
SELECT declaration FROM values('declaration String',
    ('Transfer(address indexed from, address indexed to, uint256 value)'),
    ('Approval(address indexed owner, address indexed spender, uint256 value)'),
    ('Transfer(address indexed from, address indexed to, uint256 indexed tokenId)'),
    ('Approval(address indexed owner, address indexed approved, uint256 indexed tokenId)'),
    ('ApprovalForAll(address indexed owner, address indexed operator, bool approved)'),
    ('TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)'),
    ('TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)'),
    ('Deposit(address indexed dst, uint256 wad)'),
    ('Withdrawal(address indexed src, uint256 wad)'),
    ('PairCreated(address indexed token0, address indexed token1, address pair, uint256 pairCount)'),
    ('Sync(uint112 reserve0, uint112 reserve1)'),
    ('Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to)'),
    ('Mint(address indexed sender, uint256 amount0, uint256 amount1)'),
    ('Burn(address indexed sender, uint256 amount0, uint256 amount1, address indexed to)'),
    ('PoolCreated(address indexed token0, address indexed token1, uint24 indexed fee, int24 tickSpacing, address pool)'),
    ('Initialize(uint160 sqrtPriceX96, int24 tick)'),
    ('Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)'),
    ('Mint(address sender, address indexed owner, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount, uint256 amount0, uint256 amount1)'),
    ('Burn(address indexed owner, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount, uint256 amount0, uint256 amount1)'),
    ('Collect(address indexed owner, address recipient, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount0, uint128 amount1)'),
    ('Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick, uint128 protocolFeesToken0, uint128 protocolFeesToken1)'),
    ('LiquidationCall(address indexed collateral, address indexed reserve, address indexed user, uint256 purchaseAmount, uint256 liquidatedCollateralAmount, uint256 accruedBorrowInterest, address liquidator, bool receiveAToken, uint256 timestamp)'),
    ('LiquidationCall(address indexed collateralAsset, address indexed debtAsset, address indexed user, uint256 debtToCover, uint256 liquidatedCollateralAmount, address liquidator, bool receiveAToken)'),
    ('LiquidateBorrow(address liquidator, address borrower, uint256 repayAmount, address cTokenCollateral, uint256 seizeTokens)'),
    ('AbsorbDebt(address indexed absorber, address indexed borrower, uint256 basePaidOut, uint256 usdValue)'),
    ('AbsorbCollateral(address indexed absorber, address indexed borrower, address indexed asset, uint256 collateralAbsorbed, uint256 usdValue)'),
    ('OwnershipTransferred(address indexed previousOwner, address indexed newOwner)'),
    ('Upgraded(address indexed implementation)'),
    ('Paused(address account)'),
    ('Unpaused(address account)'));
