-- Texts of tokens that are not UTF-8 were loaded before files with such rows were refused. The lists show them as unknown, so they
-- are made anew. The rows themselves stay as they came until a file brings better ones.
INSERT INTO touched_rankings (kind, chain_id, address)
SELECT 'token', chain_id, address FROM tokens FINAL
WHERE NOT isValidUTF8(ifNull(tokens.symbol, '')) OR NOT isValidUTF8(ifNull(tokens.name, ''));

ALTER TABLE completeness_gaps {{on_cluster}} MODIFY COLUMN reason LowCardinality(String)
    COMMENT 'missing_block, incomplete_logs, logs_of_one_place, logs_not_stored, unreadable, refused, rejected, detached or not_fetched';
