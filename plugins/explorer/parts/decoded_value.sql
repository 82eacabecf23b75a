-- The value of a parameter, decoded from its `word`. A text or bytes in the data lies at the `offset` that its word gives, behind its
-- length; one of more than 256 KiB stands in the data alone.
multiIf(
    parameter.type = 'address', concat('0x', lower(hex(substring(word, 13, 20)))),
    parameter.type = 'bool', if(endsWith(word, unhex('01')), 'true', 'false'),
    match(parameter.type, '^uint[0-9]+$'), toString(reinterpretAsUInt256(reverse(word))),
    match(parameter.type, '^int[0-9]+$'), toString(reinterpretAsInt256(reverse(word))),
    match(parameter.type, '^bytes[0-9]+$'),
        concat('0x', lower(hex(substring(word, 1, toUInt8OrZero(substring(parameter.type, 6)))))),
    parameter.indexed OR offset + size + 32 > length(raw_data) OR size > 262144, NULL,
    parameter.type = 'string', toValidUTF8(substring(raw_data, offset + 33, size)),
    parameter.type = 'bytes', concat('0x', lower(hex(substring(raw_data, offset + 33, size)))),
    NULL)
