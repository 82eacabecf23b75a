-- What the caller is in the space of the page that the body names. A page lies in the trash when it or its project does.
{part.membership_of_page}
WHERE page.id = {body.page_id:int64?} AND member.user_id = {caller.user_id:int64}
