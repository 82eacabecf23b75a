DELETE FROM research_terms WHERE block_id IN ({blocks:int64[]})
