-- Bars of a pool that is shown beside another: the newest 500 of the window, oldest first.
SELECT * FROM (
    SELECT start,
        if({inverted:boolean}, inverse_open, open) AS open,
        if({inverted:boolean}, inverse_high, high) AS high,
        if({inverted:boolean}, inverse_low, low) AS low,
        if({inverted:boolean}, inverse_close, close) AS close,
        volume_token0, volume_token1, trades, first_block, last_block, last_event_at AS _last_event_at
    {part.bars_of_pool}
    ORDER BY start DESC
    LIMIT 500
)
ORDER BY start
