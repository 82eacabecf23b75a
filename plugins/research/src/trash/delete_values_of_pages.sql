DELETE FROM space_property_values WHERE page_id IN ({pages:int64[]}) OR related_page_id IN ({pages:int64[]})
