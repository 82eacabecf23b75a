-- What a token was worth in dollars at the end of an hour: one row of a token and hour for what the pools with a dollar token say
-- (0010), and one for what those with a hop token say (0032), times what the hop token was worth in that hour. Of several pools the
-- one counts that most of the other side went through in the hour; of two that are alike the lower address. A dollar token has no
-- row: it is worth a dollar. Ingest makes the rows of what a run touched, after the bars (host/ingest/src/worth.rs), and writes
-- those alone that are other than before: whoever makes rows of these finds what is to be made anew by their version.
CREATE TABLE IF NOT EXISTS token_worth {{on_cluster}} (
    chain_id UInt64,
    token FixedString(20),
    hour DateTime('UTC') COMMENT 'first second of the hour',
    hop_token FixedString(20) COMMENT 'the token that the pool prices it in; zero bytes: in a dollar token',
    price Nullable(Decimal(76, 30)) COMMENT 'dollars per token at the end of the hour; null where they are too many to be written',
    pool FixedString(20) COMMENT 'the pool that said it',
    version UInt64,
    is_deleted UInt8
) ENGINE = {{engine_prefix}}ReplacingMergeTree(version, is_deleted) ORDER BY (chain_id, token, hour, hop_token)
SETTINGS index_granularity = 1024;

ALTER TABLE token_worth {{on_cluster}} MODIFY COMMENT 'what tokens were worth in dollars at the end of each hour, and by which pool';

-- The tokens and hours whose worth must be made anew. The views feed it with every price and tombstone that is written, ingest
-- takes out what it has made: what a crash left undone stays listed and is done by the next run.
CREATE TABLE IF NOT EXISTS touched_worth {{on_cluster}} (
    chain_id UInt64,
    token FixedString(20),
    hour DateTime('UTC')
) ENGINE = {{engine_prefix}}ReplacingMergeTree ORDER BY (hour, chain_id, token);

ALTER TABLE touched_worth {{on_cluster}} MODIFY COMMENT 'tokens and hours whose worth has to be made anew; empty between runs';

CREATE MATERIALIZED VIEW IF NOT EXISTS touch_worth_of_dollar_prices {{on_cluster}} TO touched_worth AS
SELECT DISTINCT chain_id, token, start AS hour FROM dollar_prices;

CREATE MATERIALIZED VIEW IF NOT EXISTS touch_worth_of_hop_prices {{on_cluster}} TO touched_worth AS
SELECT DISTINCT chain_id, token, start AS hour FROM hop_prices;

-- What was loaded before is made by the migration's end, a stretch of days at a time.
INSERT INTO touched_worth (chain_id, token, hour)
SELECT DISTINCT chain_id, token, start FROM dollar_prices;

INSERT INTO touched_worth (chain_id, token, hour)
SELECT DISTINCT chain_id, token, start FROM hop_prices;
