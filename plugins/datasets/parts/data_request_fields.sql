-- Requests for data with who made them and how far their files are.
-- column spreadsheet_safe boolean
-- column as_of, created_at, queued_at, started_at, completed_at, expires_at timestamp
-- column columns, filters, formats, pins, files json
SELECT request.id, request.user_id, person.name AS requester_name, request.status, request.dataset, request.name, request.columns,
    request.filters, request.formats, request.spreadsheet_safe, request.estimated_rows, request.estimated_bytes,
    request.estimated_seconds, request.warning, request.pins, request.data_version, request.as_of, request.files, request.row_count,
    request.size_bytes, request.checksum_sha256, request.error_code, request.error_detail, job.written_bytes, job.written_rows, request.run, request.job_id,
    request.created_at, request.queued_at, request.started_at, request.completed_at, request.expires_at
FROM data_requests AS request
LEFT JOIN person_names AS person ON person.user_id = request.user_id
LEFT JOIN data_request_jobs AS job ON job.request_id = request.id
