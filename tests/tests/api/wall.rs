//! A stranger's component on its way into a real deployment: its texts reach nothing, whether it is served, installed or only
//! looked at. The engines' own tests of this are in `wall`.

use quarry::stores::app::AppStore;
use quarry_tests::hostile_texts::{Place, component};
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
    let config = folder.join("quarry.toml");
    let text = format!(
        "[server]\nlisten = \"127.0.0.1:0\"\nenvironment = \"sandbox\"\n[app_store]\nurl = \"{url}\"\n\
         [paths]\ndata_dir = \"{0}/data\"\n[components]\nfolder = \"{0}\"\n\
         [components.grants]\nevil = [\"app-store\", \"warehouse\"]\n\
         [components.tables]\nevil = [\"app_store.plans:write\", \"app_store.plans:delete\", \"warehouse.tokens\"]\n",
        folder.display()
    );
    std::fs::create_dir(folder.join("data")).expect("a folder");
    std::fs::write(&config, text).expect("a file");
    (config, url)
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
