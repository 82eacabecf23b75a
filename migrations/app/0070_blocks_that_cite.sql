-- The blocks of a space that rest on data, so that they are found without its whole text.
CREATE INDEX research_blocks_that_cite ON research_blocks (space_id, page_id)
    WHERE kind IN ('citation', 'live_value', 'query') OR body LIKE '%derived:%';
