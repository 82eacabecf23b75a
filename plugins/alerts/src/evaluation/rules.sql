-- column prices_are_on boolean
SELECT rules.stale_after_seconds,
    NOT EXISTS (SELECT 1 FROM modules AS module WHERE module.key = 'prices' AND module.enabled = FALSE) AS prices_are_on
FROM alert_rules AS rules
