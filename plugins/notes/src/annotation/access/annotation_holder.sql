-- What the caller is in the space of the page on which the holder lies that the body names.
{part.membership_of_page}
WHERE member.user_id = {caller.user_id:int64}
  AND page.id = COALESCE(
      (SELECT block.page_id FROM research_blocks AS block
       WHERE block.id = {body.holder_id:int64?} AND {body.holder_type:text?} = 'block'),
      (SELECT item.page_id FROM saved_items AS item
       WHERE item.id = {body.holder_id:int64?} AND {body.holder_type:text?} = 'saved_transaction'))
