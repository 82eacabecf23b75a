-- What the daily counts say of a lens, a row a chain. A day that lies wholly within the filters counts as it was counted;
-- the days at the filters' edges are only named, by their blocks: `edges` are the earliest and the latest such day and
-- the day of unknown time. `first_block` and `last_block` are those of all days that the filters touch.
SELECT
    if(chains.slug = '', toString(total.chain_id), chains.slug) AS _chain,
    total.chain_id AS _chain_id,
    total.counted AS counted,
    total.first_block AS first_block,
    total.last_block AS last_block,
    total.edges AS edges,
    total.earliest_first AS earliest_first,
    total.earliest_last AS earliest_last,
    total.latest_first AS latest_first,
    total.latest_last AS latest_last,
    total.untimed_first AS untimed_first,
    total.untimed_last AS untimed_last
FROM (
    SELECT chain_id,
        sumIf(day_logs, is_inside) AS counted,
        minIf(lowest, is_touched) AS first_block,
        maxIf(highest, is_touched) AS last_block,
        countIf(is_touched AND NOT is_inside) AS edges,
        minIf(lowest, is_touched AND NOT is_inside AND is_timed) AS earliest_first,
        argMinIf(highest, lowest, is_touched AND NOT is_inside AND is_timed) AS earliest_last,
        argMaxIf(lowest, highest, is_touched AND NOT is_inside AND is_timed) AS latest_first,
        maxIf(highest, is_touched AND NOT is_inside AND is_timed) AS latest_last,
        minIf(lowest, is_touched AND NOT is_inside AND NOT is_timed) AS untimed_first,
        maxIf(highest, is_touched AND NOT is_inside AND NOT is_timed) AS untimed_last
    FROM (
        SELECT chain_id, day, day != toDate(0) AS is_timed,
            sum(logs) AS day_logs, min(first_block) AS lowest, max(last_block) AS highest,
            (TRUE
                AND lowest >= {block_from:uint64}                                            -- when block_from
                AND highest <= {block_to:uint64}                                             -- when block_to
                AND is_timed AND toDateTime(day, 'UTC') >= {date_from:timestamp}             -- when date_from
                AND is_timed AND toDateTime(day, 'UTC') + INTERVAL 1 DAY <= {date_to:timestamp} -- when date_to
            ) AS is_inside,
            (TRUE
                AND highest >= {block_from:uint64}                                           -- when block_from
                AND lowest <= {block_to:uint64}                                              -- when block_to
                AND is_timed AND toDateTime(day, 'UTC') + INTERVAL 1 DAY > {date_from:timestamp} -- when date_from
                AND is_timed AND toDateTime(day, 'UTC') < {date_to:timestamp}                -- when date_to
            ) AS is_touched
        FROM lens_days FINAL
        WHERE lens = {lens:text} AND subject = {subject:bytes}
          -- All chains are named, so that the table's order can be used.
          AND chain_id IN (SELECT chain_id FROM chains)
          AND chain_id = {chain_id:uint64}                                                   -- when chain_id
          AND topic0 = {topic0:bytes}                                                        -- when topic0
        GROUP BY chain_id, day
    )
    GROUP BY chain_id
) AS total
LEFT JOIN (SELECT chain_id, slug FROM chains FINAL) AS chains ON chains.chain_id = total.chain_id
ORDER BY _chain_id
LIMIT 100
