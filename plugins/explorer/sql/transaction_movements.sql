-- Movements of ERC-20 tokens in some logs of a transaction, in the order of their logs.
SELECT
    transfer.log_index AS log_index,
    transfer.token AS token,
    known.symbol AS symbol,
    known.decimals AS decimals,
    toUInt256(concat('1', repeat('0', least(ifNull(known.decimals, 0), 76)))) AS _unit,
    transfer.sender AS from_address,
    transfer.recipient AS to_address,
    toString(transfer.amount) AS amount_raw,
    -- Whole units, then the digits behind the point without trailing zeros. 2^256 has 78 digits.
    if(isNull(known.decimals) OR known.decimals > 76, NULL, trim(TRAILING '.' FROM concat(
        toString(intDiv(transfer.amount, _unit)), '.',
        trim(TRAILING '0' FROM leftPad(toString(modulo(transfer.amount, _unit)), assumeNotNull(known.decimals), '0'))))) AS amount
FROM (
    SELECT chain_id, log_index, address AS token,
        toFixedString(substring(topic1, 13, 20), 20) AS sender,
        toFixedString(substring(topic2, 13, 20), 20) AS recipient,
        reinterpretAsUInt256(reverse(data)) AS amount
    FROM logs FINAL
    WHERE chain_id = {chain_id:uint64} AND block_number = {block_number:uint64}
      AND transaction_index = {transaction_index:uint64} AND transaction_hash = {hash:bytes}
      AND topic0 = unhex('ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef')
      AND topic_count = 3 AND length(data) = 32
      AND log_index BETWEEN {first_log:uint64} AND {last_log:uint64}
    ORDER BY log_index
    LIMIT 500
) AS transfer
LEFT JOIN (
    SELECT chain_id, address, nullIf(symbol, '') AS symbol, decimals FROM tokens FINAL
    WHERE chain_id = {chain_id:uint64}
) AS known ON known.chain_id = transfer.chain_id AND known.address = transfer.token
ORDER BY log_index
LIMIT 500
