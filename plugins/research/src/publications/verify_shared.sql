-- The same of copies that are shared.
UPDATE page_review_links SET verified_at = {verified_at:timestamp?}
WHERE space_id = {guard.tenant:int64} AND guest_pass_id IN (
    SELECT pass.id FROM research_guest_passes AS pass
    WHERE pass.space_id = {guard.tenant:int64} AND pass.page_id = {guard.page_id:int64}
      AND pass.document_version = {document_version:int64} -- when document_version
)
