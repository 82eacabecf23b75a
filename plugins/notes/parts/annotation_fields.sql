-- Annotations as the page shows them.
-- column created_at, updated_at timestamp
SELECT annotation.id, annotation.page_id, annotation.space_id,
    CASE WHEN annotation.block_id IS NULL THEN 'saved_transaction' ELSE 'block' END AS holder_type,
    coalesce(annotation.block_id, annotation.saved_item_id) AS holder_id, annotation.target_field, annotation.content,
    annotation.color, annotation.author_user_id AS author_id, coalesce(author.name, 'former member') AS author_name,
    annotation.created_at, annotation.updated_at
FROM research_annotations AS annotation
LEFT JOIN person_names AS author ON author.user_id = annotation.author_user_id
