-- off_version: the version of the switch while prices are off.
SELECT rules.stale_after_seconds, rules.pause_told,
    (SELECT module.version FROM modules AS module WHERE module.key = 'prices' AND module.enabled = FALSE) AS off_version
FROM alert_rules AS rules
