-- Events that the logs of a version became, and those of its logs that have a known topic and not its shape.
SELECT
    (SELECT count() FROM v2_syncs WHERE version = {version:UInt64} AND is_deleted = 0),
    (SELECT count() FROM v2_swaps WHERE version = {version:UInt64} AND is_deleted = 0 AND decoded_from = 'log'),
    (SELECT count() FROM v3_swaps WHERE version = {version:UInt64} AND is_deleted = 0 AND decoded_from = 'log'),
    (SELECT count() FROM liquidations WHERE version = {version:UInt64} AND is_deleted = 0 AND decoded_from = 'log'),
    (SELECT count() FROM absorptions WHERE version = {version:UInt64} AND is_deleted = 0 AND decoded_from = 'log'),
    (SELECT count() FROM undecoded_logs WHERE version = {version:UInt64} AND is_deleted = 0)
