-- Decoded events of lenders. As in 0005, each view decodes row by row with the version and is_deleted of its log, and a
-- log with the right topic and the wrong shape (topics, length, addresses that are not padded with zeros, truth values
-- that are neither 0 nor 1) is left to the list of undecoded logs.
--
-- Both tables are in the order of time, so that their newest rows are read from the end: take the rows of a key by
-- `ORDER BY … DESC, version DESC LIMIT 1 BY` the key, and only then leave out what is deleted. FINAL is right too and
-- reads more. Which deployment emitted an event is not decided here: lending_deployments tells, by address.
CREATE TABLE IF NOT EXISTS liquidations {{on_cluster}} (
    block_timestamp DateTime('UTC') CODEC(Delta, LZ4),
    chain_id UInt64,
    block_number UInt64 CODEC(Delta, LZ4),
    log_index UInt32,
    transaction_hash FixedString(32),
    address FixedString(20) COMMENT 'the emitting contract',
    event LowCardinality(String) COMMENT 'aave_v1_liquidation_call, aave_liquidation_call or compound_v2_liquidate_borrow',
    borrower FixedString(20) COMMENT 'whose debt was repaid',
    liquidator FixedString(20) COMMENT 'who repaid it and took the collateral',
    collateral_asset FixedString(20) COMMENT 'what was taken; of Compound V2 the cToken',
    collateral_amount UInt256 COMMENT 'raw units of collateral_asset',
    debt_asset Nullable(FixedString(20)) COMMENT 'what was repaid; null in Compound V2, whose event does not name it',
    debt_amount UInt256 COMMENT 'raw units of the debt',
    accrued_interest_amount Nullable(UInt256) COMMENT 'Aave V1 only: interest that the debt had accrued, raw units',
    receives_deposit_token Nullable(UInt8) COMMENT 'Aave only: whether the liquidator took aTokens',
    version UInt64,
    is_deleted UInt8,
    INDEX borrower_bloom borrower TYPE bloom_filter(0.01) GRANULARITY 4,
    INDEX version_minmax version TYPE minmax GRANULARITY 1
) ENGINE = {{engine_prefix}}ReplacingMergeTree(version, is_deleted)
ORDER BY (block_timestamp, chain_id, block_number, log_index);

-- Aave V1 LendingPool: event LiquidationCall(address indexed _collateral, address indexed _reserve, address indexed _user, uint256 _purchaseAmount, uint256 _liquidatedCollateralAmount, uint256 _accruedBorrowInterest, address _liquidator, bool _receiveAToken, uint256 _timestamp)
-- `_timestamp` is the time of the block, which the log has.
CREATE MATERIALIZED VIEW IF NOT EXISTS decode_aave_v1_liquidations {{on_cluster}} TO liquidations AS
SELECT
    assumeNotNull(block_timestamp) AS block_timestamp, chain_id, block_number, log_index, transaction_hash, address,
    'aave_v1_liquidation_call' AS event,
    toFixedString(substring(topic3, 13, 20), 20) AS borrower,
    toFixedString(substring(data, 109, 20), 20) AS liquidator,
    toFixedString(substring(topic1, 13, 20), 20) AS collateral_asset,
    reinterpretAsUInt256(reverse(substring(data, 33, 32))) AS collateral_amount,
    toNullable(toFixedString(substring(topic2, 13, 20), 20)) AS debt_asset,
    reinterpretAsUInt256(reverse(substring(data, 1, 32))) AS debt_amount,
    toNullable(reinterpretAsUInt256(reverse(substring(data, 65, 32)))) AS accrued_interest_amount,
    toNullable(reinterpretAsUInt8(substring(data, 160, 1))) AS receives_deposit_token,
    version, is_deleted
FROM logs
WHERE topic0 = unhex('56864757fd5b1fc9f38f5f3a981cd8ae512ce41b902cf73fc506ee369c6bc237')
  AND topic_count = 4 AND length(data) = 192
  AND substring(topic1, 1, 12) = repeat('\0', 12) AND substring(topic2, 1, 12) = repeat('\0', 12)
  AND substring(topic3, 1, 12) = repeat('\0', 12) AND substring(data, 97, 12) = repeat('\0', 12)
  AND substring(data, 129, 31) = repeat('\0', 31) AND substring(data, 160, 1) IN (unhex('00'), unhex('01'))
  AND isNotNull(logs.block_timestamp);

-- Aave V2 LendingPool, Aave V3 Pool and their forks: event LiquidationCall(address indexed collateralAsset, address indexed debtAsset, address indexed user, uint256 debtToCover, uint256 liquidatedCollateralAmount, address liquidator, bool receiveAToken)
CREATE MATERIALIZED VIEW IF NOT EXISTS decode_aave_liquidations {{on_cluster}} TO liquidations AS
SELECT
    assumeNotNull(block_timestamp) AS block_timestamp, chain_id, block_number, log_index, transaction_hash, address,
    'aave_liquidation_call' AS event,
    toFixedString(substring(topic3, 13, 20), 20) AS borrower,
    toFixedString(substring(data, 77, 20), 20) AS liquidator,
    toFixedString(substring(topic1, 13, 20), 20) AS collateral_asset,
    reinterpretAsUInt256(reverse(substring(data, 33, 32))) AS collateral_amount,
    toNullable(toFixedString(substring(topic2, 13, 20), 20)) AS debt_asset,
    reinterpretAsUInt256(reverse(substring(data, 1, 32))) AS debt_amount,
    CAST(NULL, 'Nullable(UInt256)') AS accrued_interest_amount,
    toNullable(reinterpretAsUInt8(substring(data, 128, 1))) AS receives_deposit_token,
    version, is_deleted
FROM logs
WHERE topic0 = unhex('e413a321e8681d831f4dbccbca790d2952b56f977908e45be37335533e005286')
  AND topic_count = 4 AND length(data) = 128
  AND substring(topic1, 1, 12) = repeat('\0', 12) AND substring(topic2, 1, 12) = repeat('\0', 12)
  AND substring(topic3, 1, 12) = repeat('\0', 12) AND substring(data, 65, 12) = repeat('\0', 12)
  AND substring(data, 97, 31) = repeat('\0', 31) AND substring(data, 128, 1) IN (unhex('00'), unhex('01'))
  AND isNotNull(logs.block_timestamp);

-- Compound V2 CToken: event LiquidateBorrow(address liquidator, address borrower, uint repayAmount, address cTokenCollateral, uint seizeTokens)
-- The debt is in the underlying token of the emitting cToken; seizeTokens are units of cTokenCollateral.
CREATE MATERIALIZED VIEW IF NOT EXISTS decode_compound_v2_liquidations {{on_cluster}} TO liquidations AS
SELECT
    assumeNotNull(block_timestamp) AS block_timestamp, chain_id, block_number, log_index, transaction_hash, address,
    'compound_v2_liquidate_borrow' AS event,
    toFixedString(substring(data, 45, 20), 20) AS borrower,
    toFixedString(substring(data, 13, 20), 20) AS liquidator,
    toFixedString(substring(data, 109, 20), 20) AS collateral_asset,
    reinterpretAsUInt256(reverse(substring(data, 129, 32))) AS collateral_amount,
    CAST(NULL, 'Nullable(FixedString(20))') AS debt_asset,
    reinterpretAsUInt256(reverse(substring(data, 65, 32))) AS debt_amount,
    CAST(NULL, 'Nullable(UInt256)') AS accrued_interest_amount,
    CAST(NULL, 'Nullable(UInt8)') AS receives_deposit_token,
    version, is_deleted
FROM logs
WHERE topic0 = unhex('298637f684da70674f26509b10f07ec2fbc77a335ab1e7d6215a4b2484d8bb52')
  AND topic_count = 1 AND length(data) = 160
  AND substring(data, 1, 12) = repeat('\0', 12) AND substring(data, 33, 12) = repeat('\0', 12)
  AND substring(data, 97, 12) = repeat('\0', 12)
  AND isNotNull(logs.block_timestamp);

-- Compound III: a market absorbs an account, collateral and debt, in one transaction: an event for the debt and one for
-- each collateral. The dollar value of the debt is that of the collateral times its liquidation factor, so the values of
-- the two kinds must not be added up.
CREATE TABLE IF NOT EXISTS absorptions {{on_cluster}} (
    block_timestamp DateTime('UTC') CODEC(Delta, LZ4),
    chain_id UInt64,
    block_number UInt64 CODEC(Delta, LZ4),
    log_index UInt32,
    transaction_hash FixedString(32),
    address FixedString(20) COMMENT 'the emitting market',
    kind LowCardinality(String) COMMENT 'debt or collateral',
    absorber FixedString(20) COMMENT 'who called for it',
    borrower FixedString(20) COMMENT 'whose account it was',
    asset Nullable(FixedString(20)) COMMENT 'the collateral; null of a debt, which is in the base token of the market',
    amount UInt256 COMMENT 'raw units of the asset',
    usd_value UInt256 COMMENT 'as the market valued it, with 8 decimals',
    version UInt64,
    is_deleted UInt8,
    INDEX borrower_bloom borrower TYPE bloom_filter(0.01) GRANULARITY 4,
    INDEX version_minmax version TYPE minmax GRANULARITY 1
) ENGINE = {{engine_prefix}}ReplacingMergeTree(version, is_deleted)
ORDER BY (block_timestamp, chain_id, block_number, log_index);

-- Compound III Comet: event AbsorbDebt(address indexed absorber, address indexed borrower, uint basePaidOut, uint usdValue)
CREATE MATERIALIZED VIEW IF NOT EXISTS decode_debt_absorptions {{on_cluster}} TO absorptions AS
SELECT
    assumeNotNull(block_timestamp) AS block_timestamp, chain_id, block_number, log_index, transaction_hash, address,
    'debt' AS kind,
    toFixedString(substring(topic1, 13, 20), 20) AS absorber,
    toFixedString(substring(topic2, 13, 20), 20) AS borrower,
    CAST(NULL, 'Nullable(FixedString(20))') AS asset,
    reinterpretAsUInt256(reverse(substring(data, 1, 32))) AS amount,
    reinterpretAsUInt256(reverse(substring(data, 33, 32))) AS usd_value,
    version, is_deleted
FROM logs
WHERE topic0 = unhex('1547a878dc89ad3c367b6338b4be6a65a5dd74fb77ae044da1e8747ef1f4f62f')
  AND topic_count = 3 AND length(data) = 64
  AND substring(topic1, 1, 12) = repeat('\0', 12) AND substring(topic2, 1, 12) = repeat('\0', 12)
  AND isNotNull(logs.block_timestamp);

-- Compound III Comet: event AbsorbCollateral(address indexed absorber, address indexed borrower, address indexed asset, uint collateralAbsorbed, uint usdValue)
CREATE MATERIALIZED VIEW IF NOT EXISTS decode_collateral_absorptions {{on_cluster}} TO absorptions AS
SELECT
    assumeNotNull(block_timestamp) AS block_timestamp, chain_id, block_number, log_index, transaction_hash, address,
    'collateral' AS kind,
    toFixedString(substring(topic1, 13, 20), 20) AS absorber,
    toFixedString(substring(topic2, 13, 20), 20) AS borrower,
    toNullable(toFixedString(substring(topic3, 13, 20), 20)) AS asset,
    reinterpretAsUInt256(reverse(substring(data, 1, 32))) AS amount,
    reinterpretAsUInt256(reverse(substring(data, 33, 32))) AS usd_value,
    version, is_deleted
FROM logs
WHERE topic0 = unhex('9850ab1af75177e4a9201c65a2cf7976d5d28e40ef63494b44366f86b2f9412e')
  AND topic_count = 4 AND length(data) = 64
  AND substring(topic1, 1, 12) = repeat('\0', 12) AND substring(topic2, 1, 12) = repeat('\0', 12)
  AND substring(topic3, 1, 12) = repeat('\0', 12)
  AND isNotNull(logs.block_timestamp);

-- Logs with one of the topics above and not its shape: the conditions of the views, negated (see 0007). Their `event` is
-- aave_v1_liquidation_call, aave_liquidation_call, compound_v2_liquidate_borrow, debt_absorption or collateral_absorption.
CREATE MATERIALIZED VIEW IF NOT EXISTS list_undecoded_lending_logs {{on_cluster}} TO undecoded_logs AS
SELECT
    chain_id, block_number, log_index, address,
    multiIf(
        topic0 = unhex('56864757fd5b1fc9f38f5f3a981cd8ae512ce41b902cf73fc506ee369c6bc237'), 'aave_v1_liquidation_call',
        topic0 = unhex('e413a321e8681d831f4dbccbca790d2952b56f977908e45be37335533e005286'), 'aave_liquidation_call',
        topic0 = unhex('298637f684da70674f26509b10f07ec2fbc77a335ab1e7d6215a4b2484d8bb52'), 'compound_v2_liquidate_borrow',
        topic0 = unhex('1547a878dc89ad3c367b6338b4be6a65a5dd74fb77ae044da1e8747ef1f4f62f'), 'debt_absorption',
        'collateral_absorption') AS event,
    topic_count, toUInt32(length(data)) AS data_length, version, is_deleted
FROM logs
WHERE topic0 IN (
        unhex('56864757fd5b1fc9f38f5f3a981cd8ae512ce41b902cf73fc506ee369c6bc237'),
        unhex('e413a321e8681d831f4dbccbca790d2952b56f977908e45be37335533e005286'),
        unhex('298637f684da70674f26509b10f07ec2fbc77a335ab1e7d6215a4b2484d8bb52'),
        unhex('1547a878dc89ad3c367b6338b4be6a65a5dd74fb77ae044da1e8747ef1f4f62f'),
        unhex('9850ab1af75177e4a9201c65a2cf7976d5d28e40ef63494b44366f86b2f9412e'))
  AND NOT multiIf(
        topic0 = unhex('56864757fd5b1fc9f38f5f3a981cd8ae512ce41b902cf73fc506ee369c6bc237'),
            topic_count = 4 AND length(data) = 192
            AND substring(topic1, 1, 12) = repeat('\0', 12) AND substring(topic2, 1, 12) = repeat('\0', 12)
            AND substring(topic3, 1, 12) = repeat('\0', 12) AND substring(data, 97, 12) = repeat('\0', 12)
            AND substring(data, 129, 31) = repeat('\0', 31) AND substring(data, 160, 1) IN (unhex('00'), unhex('01')),
        topic0 = unhex('e413a321e8681d831f4dbccbca790d2952b56f977908e45be37335533e005286'),
            topic_count = 4 AND length(data) = 128
            AND substring(topic1, 1, 12) = repeat('\0', 12) AND substring(topic2, 1, 12) = repeat('\0', 12)
            AND substring(topic3, 1, 12) = repeat('\0', 12) AND substring(data, 65, 12) = repeat('\0', 12)
            AND substring(data, 97, 31) = repeat('\0', 31) AND substring(data, 128, 1) IN (unhex('00'), unhex('01')),
        topic0 = unhex('298637f684da70674f26509b10f07ec2fbc77a335ab1e7d6215a4b2484d8bb52'),
            topic_count = 1 AND length(data) = 160
            AND substring(data, 1, 12) = repeat('\0', 12) AND substring(data, 33, 12) = repeat('\0', 12)
            AND substring(data, 97, 12) = repeat('\0', 12),
        topic0 = unhex('1547a878dc89ad3c367b6338b4be6a65a5dd74fb77ae044da1e8747ef1f4f62f'),
            topic_count = 3 AND length(data) = 64
            AND substring(topic1, 1, 12) = repeat('\0', 12) AND substring(topic2, 1, 12) = repeat('\0', 12),
        topic_count = 4 AND length(data) = 64
            AND substring(topic1, 1, 12) = repeat('\0', 12) AND substring(topic2, 1, 12) = repeat('\0', 12)
            AND substring(topic3, 1, 12) = repeat('\0', 12));
