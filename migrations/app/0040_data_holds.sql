-- What rests on stored rows of the warehouse, so that whoever withdraws them is told before: citations, releases of exports
-- and pins of classrooms write their rows here. A hold keeps nothing by itself; it is named.
CREATE TABLE data_holds (
    id {id},
    -- citation, release or pin.
    kind TEXT NOT NULL,
    -- What people know it by: a citation's hash, a release's month.
    name TEXT NOT NULL,
    chain_id BIGINT NOT NULL,
    first_block BIGINT NOT NULL,
    last_block BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    UNIQUE (kind, name, chain_id, first_block, last_block)
);

CREATE INDEX data_holds_by_blocks ON data_holds (chain_id, first_block);
