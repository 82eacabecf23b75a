//! Brings the warehouse's schema up to date.
//!
//! The migrations are built into the binary. Each is applied once, in order, and recorded with the SHA-256 of its text;
//! one whose text changed since is refused, since nobody knows what the warehouse then holds. How to add one:
//! `migrations/warehouse/README.md`.

use std::fmt::Write;

use sha2::{Digest, Sha256};

use quarry_stores::result_set::Value;
use quarry_stores::warehouse::{Warehouse, WarehouseError};

struct Migration {
    number: u32,
    name: &'static str,
    sql: &'static str,
}

macro_rules! migrations {
    ($($number:literal $name:literal),* $(,)?) => {
        &[$(Migration {
            number: $number,
            name: $name,
            sql: include_str!(concat!("../../../migrations/warehouse/", $name, ".sql")),
        }),*]
    };
}

const MIGRATIONS: &[Migration] = migrations![
    1 "0001_chains",
    2 "0002_raw",
    3 "0003_block_hashes",
    4 "0004_registry",
    5 "0005_v2_events",
    6 "0006_v3_events",
    7 "0007_undecoded_logs",
    8 "0008_price_bars",
    9 "0009_ingest_runs",
    10 "0010_lending_registry",
    11 "0011_lending_events",
    12 "0012_health_factors",
    13 "0013_transaction_places",
    14 "0014_topic_names",
    15 "0015_lens_logs",
    16 "0016_daily_counts",
    18 "0018_followed_chains",
    19 "0019_completeness_gaps",
    21 "0021_engine_state",
    23 "0023_lens_places",
    24 "0024_what_is_newest",
    25 "0025_lens_of_keys",
    26 "0026_exact_swaps",
    27 "0027_absent_is_null",
    28 "0028_loads",
    29 "0029_more_pools",
    30 "0030_decoded_elsewhere",
    31 "0031_added_chains",
    32 "0032_dollars",
    33 "0033_comments",
    34 "0034_token_worth",
    35 "0035_finished_lending",
    36 "0036_rankings",
    37 "0037_events_of_logs",
    38 "0038_texts_are_text",
    39 "0039_trades_move_both_tokens",
    40 "0040_tracking",
];

const JOURNAL: &str = "CREATE TABLE IF NOT EXISTS schema_migrations {{on_cluster}} (\
    number UInt32, name String, checksum String, applied_at DateTime('UTC') DEFAULT now('UTC')\
    ) ENGINE = {{engine_prefix}}ReplacingMergeTree ORDER BY number";

/// The settings for creating tables: nothing on the embedded warehouse, replication and a cluster on a real one.
#[derive(Debug, Clone, Default)]
pub struct MigrationSettings {
    /// The prefix of `ReplacingMergeTree`: nothing, `Replicated` or `Shared`.
    pub engine_prefix: String,
    /// The cluster of `ON CLUSTER`, where there is one.
    pub cluster: Option<String>,
}

/// The reason why the schema could not be brought up to date.
#[derive(Debug, thiserror::Error)]
pub enum MigrationError {
    #[error(
        "migration {name} was changed after it was applied (recorded {recorded}, now {current}); restore the file and add a new one instead"
    )]
    Changed { name: &'static str, recorded: String, current: String },
    #[error("the warehouse was migrated by a newer Quarry: it has migration {newest}, this one knows up to {known}")]
    Newer { newest: u64, known: u32 },
    #[error("`{value}` is not a {what} (letters, digits, `-` and `_` only)")]
    Setting { what: &'static str, value: String },
    #[error("migration {name} failed: {}", failure.sentence())]
    Failed { name: &'static str, failure: WarehouseError },
    #[error("the journal of migrations cannot be read: {}", failure.sentence())]
    Journal { failure: WarehouseError },
}

/// Applies what is missing. Gives the names of the migrations applied, in order.
pub async fn migrate(warehouse: &Warehouse, settings: &MigrationSettings) -> Result<Vec<&'static str>, MigrationError> {
    check_word("engine prefix", &settings.engine_prefix)?;
    check_word("cluster name", settings.cluster.as_deref().unwrap_or_default())?;
    let journal = |failure| MigrationError::Journal { failure };
    warehouse.execute(&fill(JOURNAL, settings)).await.map_err(journal)?;
    let recorded = recorded(warehouse).await.map_err(journal)?;
    let known = MIGRATIONS.last().map_or(0, |migration| migration.number);
    if let Some((newest, _)) = recorded.iter().find(|(number, _)| *number > u64::from(known)) {
        return Err(MigrationError::Newer { newest: *newest, known });
    }
    let mut applied = Vec::new();
    for migration in MIGRATIONS {
        let current = checksum(migration.sql);
        match recorded.iter().find(|(number, _)| *number == u64::from(migration.number)) {
            Some((_, checksum)) if *checksum == current => {}
            Some((_, checksum)) => {
                return Err(MigrationError::Changed { name: migration.name, recorded: checksum.clone(), current });
            }
            None => {
                apply(warehouse, settings, migration, current).await?;
                applied.push(migration.name);
            }
        }
    }
    Ok(applied)
}

async fn apply(
    warehouse: &Warehouse,
    settings: &MigrationSettings,
    migration: &Migration,
    checksum: String,
) -> Result<(), MigrationError> {
    let failed = |failure| MigrationError::Failed { name: migration.name, failure };
    for statement in statements(&fill(migration.sql, settings)) {
        warehouse.execute(&statement).await.map_err(failed)?;
    }
    let record = "INSERT INTO schema_migrations (number, name, checksum) SELECT {number:UInt32}, {name:String}, {checksum:String}";
    let parameters = [
        ("number", Value::UInt64(migration.number.into())),
        ("name", Value::Text(migration.name.to_owned())),
        ("checksum", Value::Text(checksum)),
    ];
    warehouse.execute_with(record, &parameters, &[]).await.map_err(failed)?;
    tracing::info!(migration = migration.name, "applied a warehouse migration");
    Ok(())
}

async fn recorded(warehouse: &Warehouse) -> Result<Vec<(u64, String)>, WarehouseError> {
    let sql = "SELECT toUInt64(number) AS number, checksum FROM schema_migrations FINAL ORDER BY number";
    let rows = warehouse.query(sql, &[], super::session::QUERY_BOUNDS).await?.rows;
    let (Some(numbers), Some(checksums)) = (rows.column("number"), rows.column("checksum")) else {
        return Ok(Vec::new());
    };
    Ok((0..rows.row_count)
        .filter_map(|row| match (numbers.value(row), checksums.value(row)) {
            (Value::UInt64(number), Value::Text(checksum)) => Some((number, checksum)),
            _ => None,
        })
        .collect())
}

fn fill(sql: &str, settings: &MigrationSettings) -> String {
    let on_cluster = settings.cluster.as_ref().map(|cluster| format!("ON CLUSTER '{cluster}'")).unwrap_or_default();
    sql.replace("{{engine_prefix}}", &settings.engine_prefix).replace("{{on_cluster}}", &on_cluster)
}

/// The statements of a file: each ends with `;` at the end of a line. Comment lines stay out.
fn statements(sql: &str) -> Vec<String> {
    let code: String =
        sql.lines().filter(|line| !line.trim_start().starts_with("--")).map(|line| format!("{line}\n")).collect();
    code.split(";\n").map(str::trim).filter(|statement| !statement.is_empty()).map(str::to_owned).collect()
}

fn checksum(sql: &str) -> String {
    Sha256::digest(sql.as_bytes()).iter().fold(String::new(), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn check_word(what: &'static str, value: &str) -> Result<(), MigrationError> {
    if value.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_') {
        return Ok(());
    }
    Err(MigrationError::Setting { what, value: value.to_owned() })
}
