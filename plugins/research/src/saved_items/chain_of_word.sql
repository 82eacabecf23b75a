-- The chain of a slug or a number.
SELECT chain_id, if(slug = '', toString(chain_id), slug) AS word
FROM chains FINAL
WHERE lower(slug) = {word:text} OR toString(chain_id) = {word:text}
LIMIT 1
