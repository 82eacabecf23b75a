-- What the caller has a record of, in spaces of which they are a member.
-- column has_citation, has_template_page, has_favourite boolean
-- column dismissed_at timestamp
SELECT
    EXISTS (
        SELECT 1 FROM {scope.spaces} AS mine JOIN space_citations AS citation ON citation.space_id = mine.tenant
        WHERE citation.cited_by_user_id = {caller.user_id:int64}) AS has_citation,
    EXISTS (
        SELECT 1 FROM {scope.spaces} AS mine JOIN research_pages AS page ON page.space_id = mine.tenant
        WHERE page.created_by_user_id = {caller.user_id:int64} AND page.from_template = TRUE) AS has_template_page,
    EXISTS (SELECT 1 FROM favourites AS favourite WHERE favourite.user_id = {caller.user_id:int64}) AS has_favourite,
    (SELECT dismissed.dismissed_at FROM onboarding_dismissals AS dismissed WHERE dismissed.user_id = {caller.user_id:int64})
        AS dismissed_at
