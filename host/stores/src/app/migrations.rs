//! The migrations, which are part of the binary.
//!
//! To add one: a file in `migrations/app/` (its README tells the rules) and a line in the list below. A migration that was
//! released is never edited: the store keeps its checksum and refuses.

use crate::app::dialect_words::expand;
use crate::app::{AppStoreDialect, AppStoreError};
use sha2::{Digest, Sha256};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AssertSqlSafe, SqlSafeStr, SqlitePool};
use std::collections::BTreeSet;

/// A migration with its text for each engine: mostly the same one, with [words](dialect_words) for what differs.
struct Source {
    version: i64,
    name: &'static str,
    sqlite: &'static str,
    postgres: &'static str,
}

macro_rules! text {
    ($($place:literal)*) => {
        include_str!(concat!("../../../../migrations/app/", $($place),*))
    };
}

/// A file for both engines, or a `pair` of files where one text cannot serve them.
macro_rules! source {
    ($version:literal $name:literal $file:literal) => {
        Source { version: $version, name: $name, sqlite: text!($file), postgres: text!($file) }
    };
    ($version:literal $name:literal pair $file:literal) => {
        Source { version: $version, name: $name, sqlite: text!("sqlite/" $file), postgres: text!("postgres/" $file) }
    };
}

macro_rules! migrations {
    ($($version:literal $name:literal $($pair:ident)? $file:literal,)*) => {
        &[$(source!($version $name $($pair)? $file),)*]
    };
}

const MIGRATIONS: &[Source] = migrations! {
    1 "plans" "0001_plans.sql",
    2 "people" "0002_people.sql",
    3 "api keys" "0003_api_keys.sql",
    4 "modules" "0004_modules.sql",
    5 "deployment secrets" "0005_deployment_secrets.sql",
    6 "request budgets" "0006_request_budgets.sql",
    7 "status probe" "0007_status_probe.sql",
    8 "idempotency keys" "0008_idempotency_keys.sql",
    9 "component key values" "0009_component_key_values.sql",
    10 "objects" "0010_objects.sql",
    11 "outbox" "0011_outbox.sql",
    12 "chain events" "0012_chain_events.sql",
    13 "publications" "0013_publications.sql",
    14 "status measures" "0014_status_measures.sql",
    15 "sessions" "0015_sessions.sql",
    16 "account guards" "0016_account_guards.sql",
    17 "own accounts" "0017_own_accounts.sql",
    18 "organization pages" "0018_organization_pages.sql",
    19 "webhook endpoints" "0019_webhook_endpoints.sql",
    20 "staff" "0020_staff.sql",
    22 "single sign on" "0022_single_sign_on.sql",
    23 "cable messages" "0023_cable_messages.sql",
    24 "component verdicts" "0024_component_verdicts.sql",
    25 "withdrawn invitations" "0025_withdrawn_invitations.sql",
    26 "quarantine lifts" "0026_quarantine_lifts.sql",
    30 "object usage" "0030_object_usage.sql",
    34 "idempotency locations" "0034_idempotency_locations.sql",
    35 "prepared accounts" "0035_prepared_accounts.sql",
    40 "data holds" "0040_data_holds.sql",
    41 "spaces" "0041_spaces.sql",
    44 "data requests" "0044_data_requests.sql",
    50 "audit target type" "0050_audit_target_type.sql",
    51 "key use" "0051_key_use.sql",
    52 "data exports" "0052_data_exports.sql",
    53 "citations" "0053_citations.sql",
    54 "classroom" "0054_classroom.sql",
    55 "research pages" "0055_research_pages.sql",
    56 "research documents" "0056_research_documents.sql",
    57 "research comments" "0057_research_comments.sql",
    58 "saved items" "0058_saved_items.sql",
    59 "dataset releases" "0059_dataset_releases.sql",
    60 "research views" "0060_research_views.sql",
    61 "research terms" "0061_research_terms.sql",
    62 "research presence" "0062_research_presence.sql",
    63 "research publications" "0063_research_publications.sql",
    65 "library" "0065_library.sql",
    66 "alerts" "0066_alerts.sql",
    67 "webhook deliveries" "0067_webhook_deliveries.sql",
    68 "alert firings" "0068_alert_firings.sql",
    75 "terms of removed blocks" "0075_terms_of_removed_blocks.sql",
    70 "blocks that cite" "0070_blocks_that_cite.sql",
    80 "alert letters" "0080_alert_letters.sql",
    81 "alert pauses" "0081_alert_pauses.sql",
    82 "order of alert watches" "0082_alert_watch_order.sql",
    90 "space usage" pair "0090_space_usage.sql",
    91 "space allowances" "0091_space_allowances.sql",
    92 "webhook creators" "0092_webhook_creators.sql",
    93 "webhook creators of before" "0093_webhook_creators_of_before.sql",
    94 "names in audit entries" pair "0094_names_in_audit_entries.sql",
    96 "times of data" "0096_times_of_data.sql",
    97 "token lookups" pair "0097_token_lookups.sql",
    99 "request keys" "0099_request_keys.sql",
    100 "job marks" "0100_job_marks.sql",
    104 "bytes kept for others" "0104_bytes_kept_for_others.sql",
};

impl Source {
    /// The text that an engine runs.
    fn sql(&self, dialect: AppStoreDialect) -> String {
        let text = match dialect {
            AppStoreDialect::Sqlite => self.sqlite,
            AppStoreDialect::Postgres => self.postgres,
        };
        expand(text, dialect)
    }
}

/// Applies what a store on SQLite lacks, which nobody else opens meanwhile.
pub(super) async fn migrate_sqlite(pool: &SqlitePool) -> Result<(), AppStoreError> {
    migrator(AppStoreDialect::Sqlite).run(pool).await.map_err(AppStoreError::from_migrate)
}

/// The versions of the migrations.
pub(super) fn versions() -> BTreeSet<i64> {
    MIGRATIONS.iter().map(|source| source.version).collect()
}

/// SHA-256 of the migrations: another schema has another one.
pub fn schema_digest() -> [u8; 32] {
    let texts = MIGRATIONS.iter().flat_map(|source| AppStoreDialect::ALL.map(|dialect| source.sql(dialect)));
    texts.fold(Sha256::new(), |hash, text| hash.chain_update(text)).finalize().into()
}

/// Tells whether one of the migrations makes a table or view of that name: it is the host's, whatever a component is called.
pub(crate) fn is_table_of_the_host(name: &str) -> bool {
    host_makes_table(name) || makes("CREATE VIEW ", name)
}

/// Tells whether one of the host's migrations makes a table of that name; a view is none.
pub fn host_makes_table(name: &str) -> bool {
    makes("CREATE TABLE ", name)
}

/// Tells whether a line of the migrations begins with `words` and goes on with `name`.
fn makes(words: &str, name: &str) -> bool {
    MIGRATIONS.iter().flat_map(|source| source.sqlite.lines()).any(|line| {
        let made = line.trim_start().strip_prefix(words);
        made.and_then(|rest| rest.split([' ', '(']).next()) == Some(name)
    })
}

pub(super) fn migrator(dialect: AppStoreDialect) -> Migrator {
    let migrations = MIGRATIONS.iter().map(|source| {
        // `AssertSqlSafe`: texts of this binary.
        let sql = AssertSqlSafe(source.sql(dialect)).into_sql_str();
        Migration::new(source.version, source.name.into(), MigrationType::Simple, sql, false)
    });
    Migrator::with_migrations(migrations.collect())
}
