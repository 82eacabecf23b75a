-- Whatever the path says.
SELECT {path.tenant:int64} AS tenant
