//! Tables of the host that a family of the release adopts: its own without a grant, with the rows that they had, and nobody else's.

use crate::app_store_support::fresh_stores;
use crate::statements::tenancy::families;
use jiff::Timestamp;
use quarry::assembly::{Inspector, Installation, unconnected_stores};
use quarry::capabilities::{Call, CallShares, Capabilities, Given, StatementFailure, Stores, migrate_own_tables};
use quarry::config::Configuration;
use quarry::contract::{Caller, Grant, Manifest, StatementSource, Store};
use quarry::runtime::Compiler;
use quarry::stores::app::{AppStore, Row};
use quarry::stores::result_set::Value;
use quarry::stores::warehouse::Warehouse;
use quarry_tests::server::{fresh_folder, installation};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

const READS: &str = "SELECT source FROM alert_marks WHERE chain_id = {chain_id:int64}";
const WRITES: &str = "UPDATE alert_marks SET turn = turn + 1 WHERE chain_id = {chain_id:int64}";
const DELETES: &str = "DELETE FROM alert_marks WHERE chain_id = {chain_id:int64}";

/// A component of that name that adopts these tables and runs that statement.
fn component(name: &str, adopts: &[&str], sql: &str) -> Manifest {
    Manifest {
        name: name.to_owned(),
        version: "1.0.0".to_owned(),
        grants: vec![Grant::AppStore],
        adopts: adopts.iter().map(|table| (*table).to_owned()).collect(),
        statements: vec![StatementSource {
            name: "tried".to_owned(),
            store: Store::AppStore,
            file: "sql/tried.sql".to_owned(),
            sql: sql.to_owned(),
            dialects: Vec::new(),
            unguarded: None,
        }],
        ..Manifest::default()
    }
}

/// The app store, and no table of it.
fn without_tables() -> Given {
    Given { grants: BTreeSet::from([Grant::AppStore]), ..Given::default() }
}

fn stores(app: &AppStore) -> Arc<Stores> {
    Arc::new(Stores::new(app.clone(), Warehouse::over_unix_socket(Path::new("no-warehouse.sock"), "default")))
}

#[tokio::test]
async fn an_adopted_table_needs_no_grant_and_every_other_one_does() {
    for sql in [READS, WRITES, DELETES] {
        let verdict = |adopts: &[&str]| {
            let unconnected = Arc::new(Stores::unconnected());
            let taken = Capabilities::new(&component("alerts", adopts, sql), &without_tables(), unconnected);
            taken.map(drop).map_err(|error| error.to_string())
        };
        assert_eq!(verdict(&["alert_marks"]), Ok(()), "{sql}");
        // The name alone opens nothing, and neither does another table.
        for adopts in [&[][..], &["alert_pools"]] {
            let refused = verdict(adopts).expect_err(sql);
            assert!(
                refused.contains("app_store.alert_marks:") && refused.contains("components.tables.alerts"),
                "{refused}"
            );
        }
    }
}

#[tokio::test]
async fn secrets_of_people_the_hosts_records_and_what_is_no_table_are_adopted_by_nobody() {
    for table in ["users", "api_keys", "sessions", "component_migrations", "people", "alerts__mutes", "sqlite_master"] {
        let unconnected = Arc::new(Stores::unconnected());
        let taken = Capabilities::new(&component("alerts", &[table], READS), &without_tables(), unconnected);
        let refused = taken.map(drop).expect_err(table).to_string();
        assert!(
            refused.starts_with(&format!("it adopts {table}, which is no table that the host's migrations made")),
            "{refused}"
        );
    }
}

/// A store of the releases before has the tables with their rows: adopting them changes neither, on both engines.
#[tokio::test]
async fn rows_from_before_are_there_once_the_family_has_adopted_their_table() {
    for fresh in fresh_stores().await.expect("a store of each engine") {
        let store = &fresh.store;
        let before =
            "INSERT INTO alert_marks (source, chain_id, version, looked_at, turn) VALUES ('prices', 1, 7, 8, 9)";
        store.execute(before, &[]).await.expect("a row of before");
        let own = "CREATE TABLE alerts__mutes (watch_id BIGINT NOT NULL PRIMARY KEY)";
        for sql in [READS, WRITES, DELETES] {
            let mut family = component("alerts", &["alert_marks"], sql);
            family.migrations = vec![quarry::contract::ComponentMigration {
                name: "0001_mutes".to_owned(),
                sqlite: own.to_owned(),
                postgres: own.to_owned(),
            }];
            let (given, stores) = (without_tables(), stores(store));
            let (_, questions) = Capabilities::questioned(&family, &given, Arc::clone(&stores)).expect("granted");
            // A second time, with the family's own table there.
            for _ in 0..2 {
                questions.ask(&family, &given, &stores, &[Store::AppStore]).await.expect("the engine reads it");
                migrate_own_tables(store, &family, Timestamp::UNIX_EPOCH).await.expect("its own tables are made");
            }
        }
        let rows = store.query("SELECT turn FROM alert_marks", &[]).await.expect("the table");
        let turns: Vec<i64> = Row::all(&rows).map(|row| row.integer("turn").expect("a number")).collect();
        assert_eq!(turns, [9], "on {:?}", store.dialect());
    }
}

/// A family's own migrations make its new tables; what it adopted keeps the form that the host's migrations gave it.
#[tokio::test]
async fn a_familys_migration_changes_no_adopted_table() {
    for sql in [
        "ALTER TABLE alert_marks ADD COLUMN colour TEXT",
        "DROP TABLE alert_marks",
        "CREATE INDEX alerts__by_turn ON alert_marks (turn)",
    ] {
        let mut family = component("alerts", &["alert_marks"], READS);
        family.migrations = vec![quarry::contract::ComponentMigration {
            name: "0001_change".to_owned(),
            sqlite: sql.to_owned(),
            postgres: sql.to_owned(),
        }];
        let refused = quarry::capabilities::check_own_tables(&family).expect_err(sql).to_string();
        assert!(refused.contains("its own tables and indexes, whose names begin with `alerts__`"), "{refused}");
    }
}

/// Half a mebibyte in which PostgreSQL, which compresses long texts, finds nothing that comes again.
fn half_a_mebibyte(seed: i64) -> Value {
    let mut state = seed.cast_unsigned().wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let letter = |_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        char::from(b'a' + (state >> 32) as u8 % 26)
    };
    Value::Text((0..1 << 19).map(letter).collect())
}

/// Rows of an adopted table count as those of the host's own do, whatever room the component's own tables have left.
#[tokio::test(flavor = "multi_thread")]
async fn rows_of_an_adopted_table_take_no_room_of_the_components_own() {
    const TABLE_BYTES: u64 = 2 << 20;
    let own = "CREATE TABLE alerts__mutes (watch_id BIGINT NOT NULL PRIMARY KEY, reason TEXT NOT NULL)";
    for fresh in fresh_stores().await.expect("a store of each engine") {
        let adopted =
            "INSERT INTO alert_pools (chain_id, pool, close) VALUES ({number:int64}, {pool:bytes}, {words:text})";
        let mut family = component("alerts", &["alert_pools"], adopted);
        family.statements.push(StatementSource {
            name: "own".to_owned(),
            file: "sql/own.sql".to_owned(),
            sql: "INSERT INTO alerts__mutes (watch_id, reason) VALUES ({number:int64}, {words:text})".to_owned(),
            ..family.statements[0].clone()
        });
        family.migrations = vec![quarry::contract::ComponentMigration {
            name: "0001_mutes".to_owned(),
            sqlite: own.to_owned(),
            postgres: own.to_owned(),
        }];
        migrate_own_tables(&fresh.store, &family, Timestamp::UNIX_EPOCH).await.expect("its own tables are made");
        let capabilities = Capabilities::new(&family, &without_tables(), stores(&fresh.store)).expect("granted");
        let capabilities = Arc::new(capabilities);
        let write = async |name: &str, number: i64| {
            let deadline = Instant::now() + Duration::from_secs(30);
            let call = Call::new(Arc::clone(&capabilities), Caller::Nobody, None, Arc::from("request"), deadline);
            let mut call = call.with_shares(CallShares { table_bytes: Some(TABLE_BYTES), ..CallShares::default() });
            let mut values =
                vec![("number".to_owned(), Value::Int64(number)), ("words".to_owned(), half_a_mebibyte(number))];
            if name == "tried" {
                values.push(("pool".to_owned(), Value::Bytes(vec![1; 20])));
            }
            call.query(Store::AppStore, name, values).await.map(drop)
        };
        for number in 0..8 {
            assert_eq!(write("tried", number).await, Ok(()), "row {number} on {:?}", fresh.store.dialect());
        }
        assert_eq!(write("own", 0).await, Ok(()), "its own table has its room still");
        let mut refused = Ok(());
        for number in 1..8 {
            refused = refused.and(write("own", number).await);
        }
        let Err(StatementFailure::LimitExceeded(sentence)) = refused else {
            panic!("its own table is bounded: {refused:?}")
        };
        assert!(sentence.contains("(table_bytes)"), "{sentence}");
    }
}

/// What the folder's components are to a host with that configuration and that list of the release's files.
fn verdicts(further: &str, list: &Path) -> Vec<Result<(), String>> {
    let folder = fresh_folder("adoption").expect("a folder");
    let components = folder.join("components");
    std::fs::create_dir(&components).expect("a folder");
    let built = installation().expect("run `just build`").join("components/alerts.wasm");
    std::fs::copy(built, components.join("alerts.wasm")).expect("a copy");
    let config = folder.join("quarry.toml");
    std::fs::write(&config, further).expect("a file");
    let mut configuration = Configuration::load(Some(&config)).expect("a configuration");
    configuration.paths.data_dir = folder.join("data");
    quarry_tests::compiled_code::give(&configuration.paths.data_dir);
    configuration.components.folder.clone_from(&components);
    let found = Installation::find(&configuration).expect("an installation");
    let installation = Installation { components, release_list: list.to_owned(), ..found };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    let _entered = runtime.enter();
    let stores = Arc::new(unconnected_stores(&configuration).expect("no stores"));
    let inspector = Inspector::new(&configuration, &installation, stores).expect("an inspector");
    let found = runtime.block_on(inspector.with_compiler(Compiler::ThisProcess).components()).expect("verdicts");
    found.into_iter().map(|(_, verdict)| verdict.map(drop)).collect()
}

#[test]
fn a_family_adopts_by_the_digests_of_the_release_or_by_one_that_the_operator_wrote() {
    let release = installation().expect("run `just build`").join("components");
    let (list, no_list) = (release.join("SHA256SUMS"), release.join("no-such-list"));
    assert_eq!(verdicts("", &list), [Ok(())]);
    let refused = verdicts("", &no_list);
    let [Err(sentence)] = refused.as_slice() else { panic!("{refused:?}") };
    assert!(
        sentence.starts_with("it calls itself alerts, which is the name of a component of the release"),
        "{sentence}"
    );
    let bytes = std::fs::read(release.join("alerts.wasm")).expect("the family");
    let digest: String = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(verdicts(&format!("[components.digests]\nalerts = [\"{digest}\"]\n"), &no_list), [Ok(())]);
}

#[test]
fn nobody_is_granted_more_than_to_read_a_table_that_another_family_adopted() {
    let tables = Configuration::load(None).expect("a configuration").components.tables;
    let families = families();
    let adopted =
        families.iter().flat_map(|family| family.adopts.iter().map(move |table| (family.name.as_str(), table)));
    for (family, table) in adopted {
        for (component, given) in &tables {
            let of_table = |grant: &&String| {
                let name = grant.strip_prefix("app_store.").unwrap_or_default();
                name.split_once(':').map_or(name, |(name, _verb)| name) == table
            };
            let given: Vec<&String> = given.0.iter().filter(of_table).collect();
            let reads = format!("app_store.{table}");
            let is_reader = component != family && given.iter().all(|grant| **grant == reads);
            assert!(given.is_empty() || is_reader, "{component} has {given:?}, and {table} is adopted by {family}");
        }
    }
}
