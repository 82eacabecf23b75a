-- Tokens whose decimals somebody waits for: asked of the node that follows their chain, or loaded by the operators. requests: how often
-- they were asked for. tries: how often the node was asked since; next_try_at: not before then. answered_at: when they were known; null
-- until then. detail: why they are not.
CREATE TABLE token_lookups (
    id {id},
    chain_id BIGINT NOT NULL,
    chain TEXT NOT NULL,
    token {bytes} NOT NULL,
    requests BIGINT NOT NULL,
    tries BIGINT NOT NULL,
    requested_at BIGINT NOT NULL,
    next_try_at BIGINT NOT NULL,
    answered_at BIGINT,
    detail TEXT,
    UNIQUE (chain_id, token)
);

-- The sentences of alerts that were made while they had the beginning and the end of an address alone.
UPDATE price_alerts SET sentence = replace(sentence, '0x' || substr(lower(hex(pool)), 1, 4) || '…' || substr(lower(hex(pool)), 37, 4), '0x' || lower(hex(pool))) WHERE sentence LIKE '%…%';
