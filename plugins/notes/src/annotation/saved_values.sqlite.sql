-- The values of fields of saved copies: objects and nulls are no values. The names of a path hold no quotes.
SELECT field.position, item.kind, item.hash,
    CASE json_type(item.snapshot, '$."' || replace(field.path, '.', '"."') || '"')
        WHEN 'text' THEN json_extract(item.snapshot, '$."' || replace(field.path, '.', '"."') || '"') END AS value
FROM {fields:rows(position int64, saved_item_id int64, path text)} AS field
JOIN saved_items AS item ON item.id = field.saved_item_id
WHERE item.space_id = {guard.tenant:int64} AND item.page_id = {guard.page_id:int64}
ORDER BY field.position
