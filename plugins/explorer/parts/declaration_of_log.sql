-- The declaration of a log's topic.
LEFT JOIN (
    SELECT topic0, topic_count, head_bytes, has_tail, name, signature, parameters FROM topic_names FINAL
) AS named ON named.topic0 = log.topic0 AND named.topic_count = log.topic_count
