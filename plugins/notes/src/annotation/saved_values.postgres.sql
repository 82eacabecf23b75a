-- The values of fields of saved copies: objects and nulls are no values. A path has at most five names.
SELECT found.position, found.kind, found.hash,
    CASE jsonb_typeof(found.place) WHEN 'string' THEN jsonb_array_element_text(jsonb_build_array(found.place), 0) END AS value
FROM (
    SELECT field.position, item.kind, item.hash, CASE
        WHEN split_part(field.path, '.', 2) = '' THEN jsonb_extract_path(CAST(item.snapshot AS JSONB), field.path)
        WHEN split_part(field.path, '.', 3) = '' THEN jsonb_extract_path(CAST(item.snapshot AS JSONB),
            split_part(field.path, '.', 1), split_part(field.path, '.', 2))
        WHEN split_part(field.path, '.', 4) = '' THEN jsonb_extract_path(CAST(item.snapshot AS JSONB),
            split_part(field.path, '.', 1), split_part(field.path, '.', 2), split_part(field.path, '.', 3))
        WHEN split_part(field.path, '.', 5) = '' THEN jsonb_extract_path(CAST(item.snapshot AS JSONB),
            split_part(field.path, '.', 1), split_part(field.path, '.', 2), split_part(field.path, '.', 3),
            split_part(field.path, '.', 4))
        WHEN split_part(field.path, '.', 6) = '' THEN jsonb_extract_path(CAST(item.snapshot AS JSONB),
            split_part(field.path, '.', 1), split_part(field.path, '.', 2), split_part(field.path, '.', 3),
            split_part(field.path, '.', 4), split_part(field.path, '.', 5))
        END AS place
    FROM {fields:rows(position int64, saved_item_id int64, path text)} AS field
    JOIN saved_items AS item ON item.id = field.saved_item_id
    WHERE item.space_id = {guard.tenant:int64} AND item.page_id = {guard.page_id:int64}
) AS found
ORDER BY found.position
