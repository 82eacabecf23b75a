-- A claim is about one version; taken back, it is taken from the copy of any.
UPDATE published_pages SET verified_at = {verified_at:timestamp?}
WHERE space_id = {guard.tenant:int64} AND page_id = {guard.page_id:int64}
  AND document_version = {document_version:int64} -- when document_version
