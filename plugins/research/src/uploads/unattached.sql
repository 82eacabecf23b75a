-- What the caller has sent, or may send, and no block names: counted by the host, in the transaction of each change.
SELECT upload_count, size_bytes FROM unattached_uploads WHERE user_id = {caller.user_id:int64}
