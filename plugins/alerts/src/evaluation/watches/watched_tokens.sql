SELECT DISTINCT token FROM alert_watches WHERE token IS NOT NULL AND token IN ({tokens:text[]})
