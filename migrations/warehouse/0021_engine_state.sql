-- How the warehouse itself is, for staff: views of what the engine keeps about itself, of this database where it has several,
-- with the columns that a page needs. A component reads them like tables that it was given; `system` itself is given to none.
-- No text of a statement, no value and no path is in them. On a cluster they tell of the server that is asked.

-- Tables with their rows and bytes. parts: pieces that a reader meets; many mean that merging does not keep up.
CREATE VIEW IF NOT EXISTS engine_tables {{on_cluster}} AS
SELECT
    name AS table_name,
    engine AS engine_name,
    ifNull(total_rows, 0) AS rows,
    ifNull(total_bytes, 0) AS bytes,
    ifNull(active_parts, 0) AS parts,
    metadata_modification_time AS defined_at
FROM system.tables
WHERE database = currentDatabase() AND endsWith(engine, 'MergeTree');

-- Parts that are in use, by partition.
CREATE VIEW IF NOT EXISTS engine_partitions {{on_cluster}} AS
SELECT
    table AS table_name,
    partition AS partition_name,
    count() AS parts,
    sum(parts.rows) AS rows,
    sum(bytes_on_disk) AS bytes,
    sum(data_uncompressed_bytes) AS uncompressed_bytes,
    max(modification_time) AS changed_at
FROM system.parts AS parts
WHERE database = currentDatabase() AND active
GROUP BY table, partition;

-- Room on the disks, in bytes.
CREATE VIEW IF NOT EXISTS engine_disks {{on_cluster}} AS
SELECT name AS disk_name, type AS disk_type, total_space AS total_bytes, free_space AS free_bytes
FROM system.disks;

-- Merges and mutations of parts that are under way.
CREATE VIEW IF NOT EXISTS engine_merges {{on_cluster}} AS
SELECT
    table AS table_name,
    elapsed AS elapsed_seconds,
    progress AS done_ratio,
    num_parts AS parts,
    rows_read,
    total_size_bytes_compressed AS bytes,
    memory_usage AS memory_bytes,
    toBool(is_mutation) AS is_mutation
FROM system.merges
WHERE database = currentDatabase();

-- Changes of rows that were asked for: what is still to be done, and whether the last attempt failed.
CREATE VIEW IF NOT EXISTS engine_mutations {{on_cluster}} AS
SELECT
    table AS table_name,
    mutation_id,
    create_time AS asked_at,
    parts_to_do,
    toBool(is_done) AS is_done,
    latest_fail_reason != '' AS has_failed
FROM system.mutations
WHERE database = currentDatabase();

-- Replicated tables: how far this replica is behind. Empty where nothing is replicated.
CREATE VIEW IF NOT EXISTS engine_replicas {{on_cluster}} AS
SELECT
    table AS table_name,
    toBool(is_readonly) AS is_read_only,
    absolute_delay AS delay_seconds,
    queue_size,
    total_replicas,
    active_replicas
FROM system.replicas
WHERE database = currentDatabase();

-- What failed since the engine started, by kind; messages may quote statements, so they stay out.
CREATE VIEW IF NOT EXISTS engine_errors {{on_cluster}} AS
SELECT name AS error_name, code AS error_code, value AS times, last_error_time AS last_at
FROM system.errors;

-- Statements that run now, without their text.
CREATE VIEW IF NOT EXISTS engine_statements {{on_cluster}} AS
SELECT
    query_kind AS statement_kind,
    elapsed AS elapsed_seconds,
    read_rows,
    memory_usage AS memory_bytes
FROM system.processes;

-- One row: the engine's version, how long it is up, and the memory it has.
CREATE VIEW IF NOT EXISTS engine_state {{on_cluster}} AS
SELECT
    version() AS engine_version,
    uptime() AS up_seconds,
    (SELECT max(value) FROM system.metrics WHERE metric = 'MemoryTracking') AS memory_bytes;
