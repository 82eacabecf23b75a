-- Data that teachers pinned for their classes. The bytes lie among the objects of the component `classroom`, under the join code, and
-- stay. pinned_by_user_id: null where the account is gone; the assignment stays with its organization. join_code: grouped, in capitals; who
-- holds it reads the assignment. columns, filters and pins (the newest block of each chain) are JSON. pool and period: of a price series.
-- as_of: when the rows were read. name_organization: whether students who are not members are told the organization.
CREATE TABLE classroom_assignments (
    id {id},
    organization_id BIGINT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    pinned_by_user_id BIGINT REFERENCES users (id) ON DELETE SET NULL,
    join_code {key_text} NOT NULL UNIQUE,
    title TEXT NOT NULL,
    instructions TEXT,
    name_organization BOOLEAN NOT NULL {truth name_organization},
    data_request_id BIGINT REFERENCES data_requests (id) ON DELETE SET NULL,
    dataset TEXT NOT NULL,
    columns TEXT NOT NULL,
    filters TEXT NOT NULL,
    pool {bytes},
    period TEXT CHECK (period IN ('hourly', 'daily')),
    row_count BIGINT NOT NULL,
    size_bytes BIGINT NOT NULL,
    checksum_sha256 TEXT NOT NULL,
    as_of BIGINT NOT NULL,
    pins TEXT NOT NULL,
    pinned_at BIGINT NOT NULL,
    CHECK ((pool IS NULL) = (period IS NULL))
);
CREATE INDEX classroom_assignments_by_organization ON classroom_assignments (organization_id, id);
CREATE INDEX classroom_assignments_by_person ON classroom_assignments (pinned_by_user_id, id);
CREATE INDEX classroom_assignments_by_request ON classroom_assignments (data_request_id);
