-- The event that a log is, where its topic's declaration is `named` and it has its shape, and the words of its parameters: topics
-- for indexed ones, the head of the data for the others.
named.name != '' AND if(named.has_tail, length(log.raw_data) > named.head_bytes,
    length(log.raw_data) = named.head_bytes) AS has_shape,
if(has_shape, toNullable(named.name), NULL) AS event,
if(has_shape, toNullable(named.signature), NULL) AS signature,
if(has_shape, named.parameters, []) AS parameters,
arrayMap((parameter, topic, head) -> substring(
    log.words, if(parameter.indexed, topic * 32 - 31, 65 + head * 32), 32),
    parameters,
    arrayCumSum(parameter -> toUInt8(parameter.indexed), parameters),
    arrayCumSum(parameter -> toUInt8(NOT parameter.indexed), parameters)) AS words,
-- Nothing in the data lies further than its end: what claims to is left out above.
arrayMap(word -> least(reinterpretAsUInt64(reverse(substring(word, 25, 8))), length(log.raw_data)), words)
    AS offsets,
arrayMap(offset -> least(
    reinterpretAsUInt64(reverse(substring(log.raw_data, offset + 25, 8))), length(log.raw_data)), offsets) AS sizes
