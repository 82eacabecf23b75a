//! The pages of deployments: what they read of the kept sums is what is worked out of all events, contracts and accounts. The
//! statements that work it out (`tracking/*.sql`) are those that the pages had before the sums were kept.

use super::finished::{pools, replacing, tokens};
use super::finished_lending::{Numbers, deployments, events, snapshot};
use crate::ingest_support::*;
use quarry::ingest::migrate::{MigrationSettings, migrate};
use quarry::ingest::{DatasetKind, WithdrawalTarget};
use quarry::stores::result_set::Value;
use quarry::stores::warehouse::QuerySettings;
use quarry_statement::{Dialect, Statement};
use std::path::Path;
use std::time::Duration;

const TABLES: [&str; 5] =
    ["tracked_activity", "tracked_collaterals", "tracked_contracts", "tracked_snapshots", "tracked_deployments"];
const DAY: i64 = 86_400_000_000;
const NEW_YEAR_MICROSECONDS: i64 = 1_704_067_200_000_000;
const END: i64 = 4_102_444_800_000_000;
/// Statements of a deployment and a range of time.
const OF_RANGES: [&str; 5] =
    ["deployment_totals", "deployment_dollars", "deployment_days", "deployment_collaterals", "newest_lending_event"];

/// The rows of a statement in a folder of the project, with these parameters and no other optional one.
async fn answered(store: &Store, folder: &str, name: &str, given: &[(&str, Value)]) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join(format!("{name}.sql"));
    let statement = Statement::parse(&std::fs::read_to_string(path).expect("a statement")).expect("well formed");
    let is_given = |parameter: &str| given.iter().any(|(name, _)| *name == parameter);
    let rendered = statement.render(Dialect::ClickHouse, None, is_given, false);
    let value = |parameter: &str| {
        let known = given.iter().find(|(name, _)| *name == parameter);
        known.map_or(Value::UInt64(501), |(_, value)| value.clone())
    };
    let named: Vec<(String, Value)> =
        rendered.bindings.iter().map(|name| (quarry_statement::dotless(name), value(name))).collect();
    let bounds = QuerySettings {
        deadline: Duration::from_secs(60),
        max_rows: 10_000,
        max_memory_bytes: 1 << 30,
        readonly: false,
    };
    let answer = store.warehouse.query(&rendered.sql, &named, bounds).await;
    let rows = answer.unwrap_or_else(|error| panic!("{folder}, {name}: {error}")).rows;
    (0..rows.row_count)
        .map(|row| rows.columns.iter().map(|column| format!("{:?}", column.value(row))).collect())
        .collect()
}

/// The whole days of a range, as `plugins/lending/src/days.rs` has them.
fn whole_days(from: i64, to: i64) -> (i64, i64) {
    let (first_day, end_day) =
        (from.div_euclid(DAY) * DAY + if from.rem_euclid(DAY) > 0 { DAY } else { 0 }, to / DAY * DAY);
    if first_day > end_day { (to, to) } else { (first_day, end_day) }
}

/// All time there is.
pub(super) const EVER: &[(i64, i64)] = &[(0, END)];
/// The same, whole days, within one day, parts of days, and what is behind a moment.
const RANGES: &[(i64, i64)] = &[
    (0, END),
    (NEW_YEAR_MICROSECONDS + DAY, NEW_YEAR_MICROSECONDS + 3 * DAY),
    (at(1), at(9)),
    (at(5), at(77)),
    (at(30), END),
];

/// Half a second behind the hour.
const fn at(hours: i64) -> i64 {
    NEW_YEAR_MICROSECONDS + hours * DAY / 24 + 500_000
}

/// Each page of each deployment, over these ranges of time.
pub(super) async fn assert_pages_show_the_events(store: &Store, ranges: &[(i64, i64)], what: &str) {
    const KEPT: &str = "../plugins/lending/sql";
    const WORKED_OUT: &str = "tests/loading/ingest/tracking";
    for slug in ["comet", "other-comet"] {
        let slug = ("slug", Value::Text(slug.to_owned()));
        for &(from, to) in ranges {
            let (first_day, end_day) = whole_days(from, to);
            for name in OF_RANGES {
                // Whatever is asked of the newest event, the days before the last one are whole.
                let end_day = if name == "newest_lending_event" { to / DAY * DAY } else { end_day };
                let given = [
                    slug.clone(),
                    ("from", Value::Timestamp(from)),
                    ("first_day", Value::Timestamp(first_day)),
                    ("end_day", Value::Timestamp(end_day)),
                    ("to", Value::Timestamp(to)),
                ];
                assert_eq!(
                    answered(store, KEPT, name, &given).await,
                    answered(store, WORKED_OUT, name, &given).await,
                    "{name} of {slug:?} from {from} to {to}, {what}"
                );
            }
        }
        for name in ["deployment_contracts", "deployment_snapshots"] {
            let given = [slug.clone(), ("chain_id", Value::UInt64(1))];
            assert_eq!(
                answered(store, KEPT, name, &given).await,
                answered(store, WORKED_OUT, name, &given).await,
                "{name} of {slug:?}, {what}"
            );
        }
    }
    assert_eq!(
        answered(store, KEPT, "deployments", &[]).await,
        answered(store, WORKED_OUT, "deployments", &[]).await,
        "the list, {what}"
    );
}

/// A store with events on four days.
async fn tracked(database: &str) -> Store {
    let store = Store::new(database).await;
    let mut numbers = Numbers(5);
    store.load(DatasetKind::Tokens, tokens(6)).await;
    store.load(DatasetKind::Pools, pools(false)).await;
    store.load(DatasetKind::LendingDeployments, deployments(&mut numbers)).await;
    store.load(DatasetKind::HealthFactors, snapshot(100, &mut numbers)).await;
    let logs: Vec<Log> = (0..24).flat_map(|step| events(step * 1_200 + 7, 0, &mut numbers)).collect();
    store.load(DatasetKind::Logs, etl_csv(&logs)).await;
    store
}

#[tokio::test]
async fn a_page_of_a_deployment_shows_its_events_whatever_was_taken_back_or_learned_late() {
    let store = tracked("tracking_pages").await;
    let days = "SELECT count(DISTINCT start) FROM tracked_activity FINAL WHERE span = 'day'";
    assert_eq!(store.cell(days).await, "4", "events of four days");
    assert_pages_show_the_events(&store, RANGES, "loaded").await;

    let mut numbers = Numbers(23);
    store.load(DatasetKind::Logs, etl_csv(&events(13_207, 1, &mut numbers))).await;
    assert_pages_show_the_events(&store, RANGES, "a block was replaced").await;
    let range = WithdrawalTarget::Blocks { chain: "ethereum".to_owned(), first_block: 6_000, last_block: 15_000 };
    store.ingest.withdraw(&range).await.expect("a withdrawal");
    assert_pages_show_the_events(&store, RANGES, "blocks were withdrawn").await;
    store.load(DatasetKind::LendingDeployments, deployments(&mut numbers)).await;
    assert_pages_show_the_events(&store, RANGES, "contracts are of other deployments").await;
    store.try_load(DatasetKind::Tokens, tokens(11), &replacing()).await.expect("tokens");
    assert_pages_show_the_events(&store, RANGES, "a token has other decimals").await;
    store.load(DatasetKind::HealthFactors, snapshot(200, &mut numbers)).await;
    assert_pages_show_the_events(&store, RANGES, "a newer snapshot").await;
    let slug = store.cell("SELECT min(toString(slug)) FROM lending_deployments FINAL").await;
    store.ingest.withdraw(&WithdrawalTarget::Deployment(slug)).await.expect("a withdrawal");
    assert_pages_show_the_events(&store, RANGES, "a deployment was withdrawn").await;
}

#[tokio::test]
async fn what_is_loaded_again_writes_no_sum_anew() {
    let store = tracked("tracking_again").await;
    // Merges take rows away, and no version.
    let newest: Vec<String> =
        TABLES.iter().map(|table| format!("SELECT max(version) AS newest FROM {table}")).collect();
    let written = format!("SELECT max(newest) FROM ({})", newest.join(" UNION ALL "));
    let before = store.cell(&written).await;
    let mut numbers = Numbers(5);
    store.load(DatasetKind::LendingDeployments, deployments(&mut numbers)).await;
    store.load(DatasetKind::HealthFactors, snapshot(100, &mut numbers)).await;
    let logs: Vec<Log> = (0..24).flat_map(|step| events(step * 1_200 + 7, 0, &mut numbers)).collect();
    store.load(DatasetKind::Logs, etl_csv(&logs)).await;
    assert_eq!(store.cell(&written).await, before);
}

#[tokio::test]
async fn a_warehouse_without_the_sums_is_brought_over_and_goes_on_where_it_was_cut_off() {
    let store = tracked("tracking_upgraded").await;
    let known = store.contents().await;
    for table in TABLES {
        store.warehouse.execute(&format!("TRUNCATE TABLE {table}")).await.unwrap_or_else(|error| panic!("{error}"));
    }
    let forget = "ALTER TABLE schema_migrations DELETE WHERE number = 40 SETTINGS mutations_sync = 2";
    store.warehouse.execute(forget).await.expect("forgotten");
    migrate(&store.warehouse, &MigrationSettings::default()).await.expect("the schema");
    let listed = "SELECT count() FROM (SELECT DISTINCT chain_id, hour FROM touched_lending_hours)";
    assert_eq!(store.cell(listed).await, "4", "an hour of each day");
    // A process that was killed between two windows has made the first days.
    let made = "ALTER TABLE touched_lending_hours DELETE WHERE toDate(hour) > toDate('2024-01-02') SETTINGS mutations_sync = 2";
    store.warehouse.execute(made).await.expect("a window");
    store.ingest.finish_migration().await.expect("the first days");
    let rest = "INSERT INTO touched_lending_hours SELECT DISTINCT chain_id, toStartOfDay(block_timestamp) FROM finished_liquidations \
                UNION ALL SELECT DISTINCT chain_id, toStartOfDay(block_timestamp) FROM finished_absorptions";
    store.warehouse.execute(rest).await.expect("what is still listed");
    store.ingest.recover().await.expect("the next process");
    assert_eq!(store.contents().await, known);
    assert_pages_show_the_events(&store, RANGES, "brought over").await;
}
