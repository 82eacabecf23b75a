-- What an assignment has beside its names, and whether the caller is a member of its organization.
EXISTS (
    SELECT 1 FROM memberships AS mine
    WHERE mine.organization_id = assignment.organization_id AND mine.user_id = {caller.user_id:int64}
) AS is_member,
assignment.data_request_id, assignment.dataset, assignment.columns, assignment.filters, assignment.pool, assignment.period,
assignment.row_count, assignment.size_bytes, assignment.checksum_sha256, assignment.data_as_of AS as_of, assignment.pins, assignment.pinned_at
