-- The events whose declarations are known, by their signatures.
SELECT concat('0x', lower(hex(topic0))) AS topic0, any(name) AS name, any(signature) AS signature
FROM (SELECT topic0, name, signature FROM topic_names FINAL)
GROUP BY topic0
ORDER BY signature
LIMIT 10000
