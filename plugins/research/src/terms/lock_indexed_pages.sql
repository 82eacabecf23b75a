-- Changes nothing: their rows are this transaction's until it ends.
UPDATE research_pages SET indexed_as = indexed_as WHERE id IN ({pages:int64[]})
