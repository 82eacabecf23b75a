INSERT INTO published_pages (slug, title, author, body, blocks, citations, files, page_id, space_id, document_version, verified_at,
    published_by_user_id, published_at, version)
VALUES ({slug:text}, {title:text},
    COALESCE(
        {author:text?},
        (SELECT earlier.author FROM published_pages AS earlier
         WHERE earlier.space_id = {guard.tenant:int64} AND earlier.page_id = {guard.page_id:int64}),
        (SELECT own.name FROM person_names AS own WHERE own.user_id = {caller.user_id:int64})),
    '', {blocks:text}, {citations:text}, {files:text}, {guard.page_id:int64}, {guard.tenant:int64}, {document_version:int64},
    {verified_at:timestamp?}, {caller.user_id:int64}, {now:timestamp}, 1)
ON CONFLICT (page_id) DO UPDATE SET slug = excluded.slug, title = excluded.title, author = excluded.author, body = excluded.body,
    blocks = excluded.blocks, citations = excluded.citations, files = excluded.files, document_version = excluded.document_version,
    verified_at = excluded.verified_at, published_by_user_id = excluded.published_by_user_id, published_at = excluded.published_at,
    version = published_pages.version + 1, withdrawn_at = NULL
WHERE published_pages.space_id = {guard.tenant:int64}
