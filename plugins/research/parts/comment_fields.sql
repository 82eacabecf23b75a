-- A comment as its thread shows it.
-- column created_at, resolved_at, removed_at timestamp
-- column block_gone boolean
SELECT comment.id, comment.thread_id, comment.block_id, comment.block_text,
    (comment.block_id IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM research_blocks AS block WHERE block.space_id = comment.space_id AND block.page_id = comment.page_id
            AND block.id = comment.block_id)) AS block_gone,
    CASE WHEN comment.removed_at IS NULL THEN comment.body END AS body,
    comment.author_user_id AS author_id, coalesce(author.name, 'former member') AS author_name, comment.created_at,
    comment.resolved_at, comment.resolved_by_user_id AS resolver_id,
    CASE WHEN comment.resolved_at IS NOT NULL THEN coalesce(resolver.name, 'former member') END AS resolver_name,
