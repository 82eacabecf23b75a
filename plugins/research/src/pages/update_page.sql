UPDATE research_pages
SET title = {title:text}, finding = {finding:text?}, status = {status:text}, folder_id = {folder_id:int64?},
    version = version + 1, updated_at = {now:timestamp}, updated_by_user_id = {caller.user_id:int64}, indexed_as = {indexed_as:int64}
WHERE space_id = {guard.tenant:int64} AND id = {guard.page_id:int64}
