INSERT INTO research_page_tags (page_id, space_id, tag)
SELECT {page_id:int64}, {guard.tenant:int64}, tagged.tag FROM {tags:rows(tag text)} AS tagged
