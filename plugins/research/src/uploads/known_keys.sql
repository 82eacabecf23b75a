SELECT object_key FROM research_uploads WHERE object_key IN ({object_keys:text[]}) LIMIT 500
