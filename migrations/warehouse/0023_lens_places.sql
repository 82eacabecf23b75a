-- The rows of lens_logs, found without building and comparing texts for every log, which cost a third of what the view
-- costs in all: each log has four possible places (its address, its topic0, both parties of an ERC-20 transfer), and those
-- that concern it, each subject once, are taken. What comes out is what `logs.lens_subjects` says (0015).
ALTER TABLE spread_lens_logs {{on_cluster}} MODIFY QUERY
WITH toFixedString(concat(unhex('000000000000000000000000'), address), 32) AS emitter
SELECT if(place = 2, 'topic', 'address')::Enum8('address' = 1, 'topic' = 2) AS lens, chain_id,
    [emitter, topic0, topic1, topic2][place] AS subject, block_number, log_index, block_timestamp,
    transaction_hash, transaction_index, address, topic_count, topic0, topic1, topic2, topic3, data, is_erc20_transfer,
    version, is_deleted
FROM logs ARRAY JOIN arrayFilter((place, concerned) -> concerned, [1, 2, 3, 4], [
    true,
    topic_count > 0,
    is_erc20_transfer AND topic1 != emitter,
    is_erc20_transfer AND topic2 != emitter AND topic2 != topic1]) AS place;
