-- The copies of a hash on pages of the caller's spaces that do not lie in the trash, the newest first.
-- column created_at, updated_at timestamp
SELECT id, page_id, space_id, kind, chain_id, hash, block_number, block_hash, decoder_version, note, saved_by_id, saved_by_name,
    created_at, updated_at, page_title, space_name
FROM (
    SELECT item.id, item.page_id, item.space_id, item.kind, item.chain_id, item.hash, item.block_number,
        NULLIF(item.block_hash, '') AS block_hash, item.decoder_version, item.note, item.saved_by_user_id AS saved_by_id,
        coalesce(person.name, 'former member') AS saved_by_name, item.created_at, item.updated_at, page.title AS page_title,
        space.name AS space_name
    FROM {scope.spaces} AS mine
    JOIN saved_items AS item ON item.space_id = mine.tenant
    JOIN research_pages AS page ON page.id = item.page_id AND page.space_id = mine.tenant
    JOIN research_projects AS project ON project.id = page.project_id AND project.space_id = mine.tenant
    JOIN spaces AS space ON space.id = mine.tenant
    LEFT JOIN person_names AS person ON person.user_id = item.saved_by_user_id
    WHERE item.hash = {hash:text} AND page.trashed_at IS NULL AND project.trashed_at IS NULL
) AS copy
WHERE {after(id:int64 desc)}
ORDER BY id DESC
LIMIT {page.limit}
