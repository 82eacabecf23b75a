-- One entry for each member who is mentioned, who wrote in the thread, or who made the page; the first of these is the entry's kind.
INSERT INTO inbox_notifications (user_id, kind, subject_type, subject_id, space_id, page_id, actor_user_id, title, excerpt, created_at)
SELECT told.user_id, told.kind, 'comment', {comment_id:int64}, {guard.tenant:int64}, {guard.page_id:int64}, {caller.user_id:int64},
    told.title, {excerpt:text}, {now:timestamp}
FROM (
    SELECT member.user_id, page.title,
        CASE WHEN EXISTS (
                SELECT 1 FROM research_mentions AS mention
                WHERE mention.comment_id = {comment_id:int64} AND mention.user_id = member.user_id) THEN 'mention'
            WHEN EXISTS (
                SELECT 1 FROM research_comments AS earlier
                WHERE earlier.space_id = {guard.tenant:int64} AND earlier.page_id = {guard.page_id:int64}
                  AND (earlier.id = {thread_id:int64?} OR earlier.thread_id = {thread_id:int64?})
                  AND earlier.author_user_id = member.user_id AND earlier.removed_at IS NULL) THEN 'reply'
            WHEN page.created_by_user_id = member.user_id THEN 'comment' END AS kind
    FROM space_members AS member
    JOIN research_pages AS page ON page.space_id = member.space_id
    WHERE member.space_id = {guard.tenant:int64} AND page.space_id = {guard.tenant:int64} AND page.id = {guard.page_id:int64}
      AND member.user_id <> {caller.user_id:int64}
) AS told
WHERE told.kind IS NOT NULL
ON CONFLICT (user_id, kind, subject_type, subject_id) DO NOTHING
