-- A saved copy as a card shows it.
-- column created_at, updated_at timestamp
-- column snapshot json
SELECT item.id, item.page_id, item.space_id, item.kind, item.chain_id, item.hash, item.block_number,
    NULLIF(item.block_hash, '') AS block_hash, item.decoder_version, item.note, item.saved_by_user_id AS saved_by_id,
    coalesce(person.name, 'former member') AS saved_by_name, item.created_at, item.updated_at,
    (SELECT count(*) FROM research_annotations AS annotation
     WHERE annotation.saved_item_id = item.id AND annotation.space_id = item.space_id) AS annotations, item.snapshot
FROM saved_items AS item
LEFT JOIN person_names AS person ON person.user_id = item.saved_by_user_id
