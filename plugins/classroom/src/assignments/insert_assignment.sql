INSERT INTO classroom_assignments (organization_id, pinned_by_user_id, join_code, title, instructions, name_organization, data_request_id,
    dataset, columns, filters, pool, period, row_count, size_bytes, checksum_sha256, as_of, data_as_of, pins, pinned_at)
VALUES ({guard.tenant:int64}, {caller.user_id:int64}, {join_code:text}, {title:text}, {instructions:text?}, {name_organization:boolean},
    {data_request_id:int64?}, {dataset:text}, {columns:text}, {filters:text}, {pool:bytes?}, {period:text?}, {row_count:int64},
    {size_bytes:int64}, {checksum_sha256:text}, {now:timestamp}, {data_as_of:timestamp?}, {pins:text}, {now:timestamp})
RETURNING id
