-- The page as it is in a version of the document; no row where it has another one by now.
INSERT INTO research_page_versions (page_id, space_id, kind, name, title, blocks, block_count, document_version, author_user_id, created_at,
    updated_at)
SELECT {guard.page_id:int64}, {guard.tenant:int64}, {kind:text}, {name:text?}, page.title, {blocks:text}, {block_count:int64},
    {document_version:int64}, {caller.user_id:int64}, {now:timestamp}, {now:timestamp}
FROM research_pages AS page
WHERE page.id = {guard.page_id:int64} AND page.space_id = {guard.tenant:int64} AND page.document_version = {document_version:int64}
RETURNING id
