-- The hour that the listed chains are ranked at: the start of the hour that a chain's newest event falls in, before which the day is
-- whole. A chain whose data lie within one hour has nothing before it, and is ranked at that hour's end.
WITH newest AS (
    SELECT chain_id, toStartOfHour(max(last_event_at)) AS hour, min(start) < hour OR max(daily_bars) > 1 AS is_of_several
    FROM newest_bars FINAL
    WHERE chain_id IN (SELECT chain_id FROM touched_rankings)
    GROUP BY chain_id
)
SELECT chain_id, if(is_of_several OR chain_id IN (
        -- All pools have their newest bar in one hour of the one day that they have.
        SELECT bar.chain_id
        FROM (
            SELECT start, chain_id FROM hourly_bars FINAL
            WHERE start IN (SELECT arrayJoin(arrayMap(before -> hour - 3600 * before, range(1, 24))) FROM newest WHERE NOT is_of_several)
        ) AS bar
        INNER JOIN newest ON newest.chain_id = bar.chain_id
        WHERE bar.start < newest.hour
    ), hour, hour + 3600) AS ranked_at
FROM newest
