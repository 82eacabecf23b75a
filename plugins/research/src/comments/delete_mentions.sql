DELETE FROM research_mentions WHERE comment_id = {guard.comment_id:int64}
