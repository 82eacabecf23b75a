DELETE FROM alert_firings WHERE fired_at < {before:timestamp}
