//! A stranger's component on its way into a real deployment: its texts reach nothing, whether it is served, installed or only
//! looked at. The engines' own tests of this are in `wall`.

use quarry::stores::app::AppStore;
use quarry_tests::hostile_texts::{Place, component};
use quarry_tests::postgres;
use quarry_tests::server::{Options, Server, empty_app_store_environment, fresh_folder, quarry};
use std::path::{Path, PathBuf};

/// Texts that got in once, or might have; `FOLDER` stands for the test's own.
const ATTACKS: &[(&str, Place, &str)] = &[
    (
        "bracket",
        Place::SqliteMigration,
        "CREATE TABLE evil__x (id BIGINT, [a]] TEXT); UPDATE users SET platform_tier='alpha'; --] TEXT)",
    ),
    (
        "attach",
        Place::SqliteMigration,
        "CREATE TABLE evil__x (id BIGINT); ATTACH 'FOLDER/written.sqlite3' AS x; CREATE TABLE x.t (a)",
    ),
    (
        "default",
        Place::PostgresMigration,
        "CREATE TABLE evil__x (id BIGINT, a TEXT DEFAULT (query_to_xml('select secret from deployment_secrets', true, true, '')::text))",
    ),
    ("partition", Place::PostgresMigration, "CREATE TABLE evil__x PARTITION OF users DEFAULT"),
    ("keyword", Place::AppStore, "WITH \"only\" AS (SELECT 1 AS email) SELECT email FROM only users"),
    ("shadow", Place::AppStore, "WITH plans AS (SELECT email AS key FROM users) SELECT key FROM plans"),
    // Into a table that it was given, by anybody who looks, and by the self-test.
    ("promotion", Place::Get, "UPDATE plans SET name = 'mine' RETURNING name"),
    ("recursion", Place::Warehouse, "WITH RECURSIVE logs AS (SELECT * FROM logs) SELECT address FROM logs"),
    ("table_function", Place::Warehouse, "SELECT * FROM (SELECT * FROM file('FOLDER/quarry.toml', 'LineAsString'))"),
];

fn put(folder: &Path, (name, place, sql): &(&str, Place, &str)) -> PathBuf {
    let file = folder.join(format!("{name}.wasm"));
    let sql = sql.replace("FOLDER", &folder.display().to_string());
    std::fs::write(&file, component(*place, &sql).expect("the component of the tests")).expect("a file");
    file
}

/// A configuration with `components` as its folder, and the URL of its app store.
fn configuration(name: &str, folder: &Path) -> (PathBuf, String) {
    let environment = empty_app_store_environment(name).expect("an application store");
    let url = environment.iter().find(|(name, _)| name == "QUARRY__APP_STORE__URL").map(|(_, url)| url.clone());
    let url = url.unwrap_or_else(|| format!("sqlite://{}/data/app.sqlite3", folder.display()));
    (configuration_of(folder, &url), url)
}

fn configuration_of(folder: &Path, url: &str) -> PathBuf {
    let config = folder.join("quarry.toml");
    let text = format!(
        "[server]\nlisten = \"127.0.0.1:0\"\nenvironment = \"sandbox\"\n[app_store]\nurl = \"{url}\"\n\
         [paths]\ndata_dir = \"{0}/data\"\n[components]\nfolder = \"{0}\"\n\
         [components.grants]\nevil = [\"app-store\", \"warehouse\"]\n\
         [components.tables]\nevil = [\"app_store.plans:write\", \"app_store.plans:delete\", \"app_store.plan_names\", \"warehouse.tokens\"]\n",
        folder.display()
    );
    std::fs::create_dir(folder.join("data")).expect("a folder");
    std::fs::write(&config, text).expect("a file");
    config
}

/// Tells an attack of which the engine of the app store runs nothing, or something harmless.
fn is_for_another_engine(name: &str, place: Place, url: &str) -> bool {
    match url.starts_with("sqlite") {
        // To SQLite `only` is a name like any other, and so the WITH's.
        true => place == Place::PostgresMigration || name == "keyword",
        false => place == Place::SqliteMigration,
    }
}

#[test]
fn a_strangers_component_that_reaches_beyond_its_tables_is_left_out_and_the_rest_serves() {
    let folder = fresh_folder("wall-served").expect("a folder");
    let (config, url) = configuration("wall-served", &folder);
    let mut taken = Vec::new();
    // One after another: two components of one name would be left out for that.
    for attack in ATTACKS.iter().filter(|(name, place, _)| !is_for_another_engine(name, *place, &url)) {
        let file = put(&folder, attack);
        let server = Server::start(&Options { config: Some(config.clone()), ..Options::default() }).expect("a server");
        let is_told = |line: &str| line.contains("the component is left out") && line.contains(attack.0);
        if !server.log().lines().any(is_told) {
            taken.push(attack);
        }
        std::fs::remove_file(file).expect("removed");
    }
    assert!(taken.is_empty(), "{taken:#?}");
    assert!(!folder.join("written.sqlite3").exists(), "a file was written");
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let people = runtime.block_on(async {
        let store = AppStore::open(&url).await.expect("the store of the host");
        store.query("SELECT id FROM users WHERE platform_tier IS NOT NULL", &[]).await.expect("people").row_count
    });
    assert_eq!(people, 0, "somebody became staff");
    // The same component is served with a text that keeps to its tables: what was refused were the texts.
    put(&folder, &("harmless", Place::AppStore, "SELECT text FROM evil__notes WHERE id = {id:int64}"));
    let _server = Server::start(&Options { config: Some(config.clone()), ..Options::default() }).expect("a server");
    let listed = quarry(&["plugin", "list", "--config", &config.display().to_string()]).expect("runs");
    let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
    assert!(listed.lines().any(|line| line.starts_with("harmless.wasm") && line.contains("loads")), "{listed}");
}

#[test]
fn looking_at_a_strangers_file_changes_nothing_on_this_machine() {
    quarry_tests::in_the_whole_suite!();
    let folder = fresh_folder("wall-checked").expect("a folder");
    for attack in ATTACKS.iter().filter(|(_, place, _)| *place == Place::SqliteMigration) {
        let file = put(&folder, attack).display().to_string();
        let checked = quarry(&["plugin", "check", &file]).expect("runs");
        assert!(!checked.status.success(), "{attack:?}: {}", String::from_utf8_lossy(&checked.stdout));
        // It has no operation that could break a promise; its sandbox is left without it.
        quarry(&["plugin", "test", "--file", &file]).expect("runs");
        std::fs::remove_file(&file).expect("removed");
        let left: Vec<_> = std::fs::read_dir(&folder).expect("the folder").flatten().collect();
        assert!(left.is_empty(), "{attack:?} left {left:?}");
    }
}

/// The names of the plans.
async fn plans(store: &AppStore) -> String {
    format!("{:?}", store.query("SELECT name FROM plans ORDER BY key", &[]).await.expect("plans"))
}

#[test]
fn a_get_that_writes_is_refused_with_its_statement_before_anybody_asks() {
    let folder = fresh_folder("wall-promotion").expect("a folder");
    let attack = ATTACKS.iter().find(|(name, _, _)| *name == "promotion").expect("the attack");
    let file = put(&folder, attack).display().to_string();
    let (config, _) = configuration("wall-promotion", &folder);
    const REFUSAL: &str = "sql/text.sql, line 1: run_text is a GET that runs the statement text, which writes: make it a POST, or say \
                           why it writes with `writes = \"REASON\"`";
    for deployment in [&[][..], &["--config", &config.display().to_string()]] {
        let checked = quarry(&[&["plugin", "check", &file][..], deployment].concat()).expect("runs");
        let said = String::from_utf8_lossy(&checked.stdout).into_owned();
        assert!(!checked.status.success() && said.contains(REFUSAL), "{said}");
    }
}

/// PostgreSQL alone has functions that write while they are read. The engine names the view that a text reads and not what is behind
/// it, so the component is let in.
#[test]
fn a_get_changes_nothing_by_a_text_that_seems_to_read() {
    let folder = fresh_folder("wall-smuggled").expect("a folder");
    let schema = format!("wall_smuggled_{}", std::process::id());
    let server = postgres::server_url().expect("a server");
    let separator = if server.contains('?') { '&' } else { '?' };
    let url = format!("{server}{separator}options=-c%20search_path%3D{schema}");
    let config = configuration_of(&folder, &url);
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let (store, before) = runtime.block_on(async {
        let everywhere = AppStore::open(&server).await.expect("the server");
        everywhere.execute(&format!("CREATE SCHEMA {schema}"), &[]).await.expect("a schema");
        everywhere.close().await;
        let store = AppStore::open(&url).await.expect("a store");
        store.migrate().await.expect("the host's tables");
        for sql in [
            "CREATE FUNCTION take_plans() RETURNS SETOF text LANGUAGE sql VOLATILE
             AS 'UPDATE plans SET name = ''mine'' RETURNING name'",
            "CREATE VIEW plan_names AS SELECT name FROM take_plans() AS taken (name)",
        ] {
            store.execute(sql, &[]).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
        }
        let before = plans(&store).await;
        assert!(before.contains("name") && !before.contains("mine"), "{before}");
        (store, before)
    });
    put(&folder, &("smuggler", Place::Get, "SELECT name FROM plan_names"));
    let server = Server::start(&Options { config: Some(config), ..Options::default() }).expect("a server");
    assert_eq!(runtime.block_on(plans(&store)), before, "its self-test has changed nothing");
    let answer = server.get_keyless("/evil/text");
    assert!(
        answer.status == 200 && answer.text.contains("the application store refused the statement text"),
        "{answer:?}"
    );
    assert_eq!(server.send("HEAD", "/evil/text", &[]).status, 200, "HEAD is the same operation");
    assert_eq!(runtime.block_on(plans(&store)), before);
    assert!(server.log().contains("a statement that writes was refused where a GET reads"), "{}", server.log());
    runtime.block_on(store.close());
}

#[test]
fn whoever_lets_a_component_delete_rows_reads_which_others_go_with_them() {
    let folder = fresh_folder("wall-cascades").expect("a folder");
    let delete = ("cascade", Place::AppStore, "DELETE FROM chain_events WHERE id = {id:int64}");
    let file = put(&folder, &delete).display().to_string();
    let checked = quarry(&["plugin", "check", &file]).expect("runs");
    let said = String::from_utf8_lossy(&checked.stdout).into_owned();
    let line = said.lines().find(|line| line.starts_with("app_store.chain_events:delete")).unwrap_or_default();
    let sentence = "with them go their rows of alert_chain_events, chain_event_sources, chain_event_transactions";
    assert!(line.contains("delete its rows") && line.contains(sentence), "{said}");
}
