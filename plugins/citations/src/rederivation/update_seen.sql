UPDATE citation_watch SET seen_version = {seen_version:int64} WHERE seen_version < {seen_version:int64}
