//! A component's name is not a right, and looking at a file has no effects: a stranger's file that calls itself as a family of the
//! release reaches nothing, and what a file asks of the stores while it is looked at changes nothing.

use crate::signed_components::built;
use quarry::stores::app::{AppStore, AppStoreDialect, Row};
use quarry_tests::bounded;
use quarry_tests::hostile_texts::{migrating_namesake, namesake};
use quarry_tests::server::{Options, Server, app_store_environment, fresh_folder, installation, quarry};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Makes everybody the owner of their organization.
const TAKE_OVER: &str = "UPDATE memberships SET role = 'owner' WHERE role <> 'owner' RETURNING role AS text";

/// A deployment whose host has served and stopped: nothing but what a test does changes its stores.
struct Deployment {
    folder: PathBuf,
    data_dir: PathBuf,
    environment: Vec<(String, String)>,
    app_store: String,
}

impl Deployment {
    fn new(name: &str) -> Deployment {
        let environment = app_store_environment(name).expect("an application store");
        let folder = fresh_folder(name).expect("a folder");
        let mut deployment =
            Deployment { data_dir: folder.join("data"), folder, environment, app_store: String::new() };
        deployment.app_store = deployment.serve(&[]).app_store_address();
        deployment
    }

    /// Starts its host, with further variables of its environment.
    fn serve(&self, further: &[(&str, String)]) -> Server {
        let further = further.iter().map(|(name, value)| ((*name).to_owned(), value.clone()));
        let options = Options {
            no_sample: true,
            data_dir: Some(self.data_dir.clone()),
            environment: self.environment.iter().cloned().chain(further).collect(),
            ..Options::default()
        };
        Server::start(&options).expect("a server")
    }

    fn put(&self, name: &str, bytes: &[u8]) -> String {
        let file = self.folder.join(name);
        std::fs::write(&file, bytes).expect("written");
        file.display().to_string()
    }

    /// Runs a command; tells that it went well, and gives its output.
    fn plugin(&self, words: &[&str]) -> (bool, String) {
        let mut command = Command::new(installation().expect("an installation").join("quarry"));
        command.arg("plugin").args(words).arg("--data-dir").arg(&self.data_dir).envs(self.environment.iter().cloned());
        let output = bounded::output(&mut command, bounded::LONG).expect("it runs");
        let (out, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        (output.status.success(), format!("{out}{errors}"))
    }

    fn in_app_store<T>(&self, work: impl AsyncFnOnce(AppStore) -> T) -> T {
        tokio::runtime::Runtime::new().expect("a runtime").block_on(async {
            let store = AppStore::open(&self.app_store).await.expect("the store opens");
            let done = work(store.clone()).await;
            store.close().await;
            done
        })
    }

    /// Every row of every table of the application store, by table.
    fn dump(&self) -> BTreeMap<String, String> {
        self.in_app_store(async |store| {
            let tables = match store.dialect() {
                AppStoreDialect::Sqlite => "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name",
                AppStoreDialect::Postgres => {
                    "SELECT CAST(table_name AS TEXT) AS name FROM information_schema.tables
                     WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'
                     -- Its times are of a type that the store does not read.
                     AND table_name <> '_sqlx_migrations' ORDER BY 1"
                }
            };
            let tables = store.query(tables, &[]).await.expect("tables");
            let mut dump = BTreeMap::new();
            for row in Row::all(&tables) {
                let name = row.text("name").expect("a name");
                let rows = store.query(&format!("SELECT * FROM \"{name}\""), &[]).await.expect("rows");
                dump.insert(name, format!("{rows:?}"));
            }
            assert!(dump.len() > 50 && dump["memberships"].contains("member"), "{:?}", dump.keys());
            dump
        })
    }

    fn has_table(&self, name: &str) -> bool {
        self.dump().contains_key(name)
    }

    /// Puts a file where components are installed, with a record that gives it the app store: as one that somebody accepted.
    fn install_by_hand(&self, name: &str, bytes: &[u8]) {
        let folder = self.data_dir.join("components");
        std::fs::create_dir_all(&folder).expect("a folder");
        let record = format!(
            "component = \"{name}\"\nversion = \"0.1.0\"\ndigest = \"{}\"\norigin = \"a letter\"\ninstalled_by = \"ada\"\n\
             installed_at = \"2026-01-31T12:00:00Z\"\ngrants = [\"app-store\"]\ntables = [\"app_store.memberships\"]\n\
             outbound_hosts = []\n",
            digest(bytes)
        );
        std::fs::write(folder.join(format!("{name}.toml")), record).expect("written");
        std::fs::write(folder.join(format!("{name}.wasm")), bytes).expect("written");
    }
}

impl Drop for Deployment {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn assert_same(before: &BTreeMap<String, String>, after: &BTreeMap<String, String>, what: &str) {
    let tables: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let changed: Vec<_> = tables.into_iter().filter(|table| before.get(*table) != after.get(*table)).collect();
    assert!(changed.is_empty(), "{what} changed {changed:?}");
}

#[test]
fn a_strangers_file_under_the_name_of_a_family_is_refused_and_makes_nobody_owner() {
    let deployment = Deployment::new("namesake-refused");
    let file = deployment.put("gift.wasm", &namesake("organizations", TAKE_OVER).expect("the component of the tests"));
    let before = deployment.dump();
    for words in [&["check", file.as_str()][..], &["install", &file], &["install", &file, "--accept"], &["list"]] {
        let (is_good, said) = deployment.plugin(words);
        assert_same(&before, &deployment.dump(), &words.join(" "));
        if words != ["list"] {
            let sentence = "it calls itself organizations, which is the name of a component of the release";
            assert!(!is_good && said.contains(sentence), "{words:?}: {said}");
        }
    }
    let left = std::fs::read_dir(deployment.data_dir.join("components")).map_or(0, |entries| entries.count());
    assert_eq!(left, 0, "nothing waits under that name");
    // Nor where nobody named a deployment.
    let checked = quarry(&["plugin", "check", &file]).expect("it runs");
    let said = String::from_utf8_lossy(&checked.stdout).into_owned();
    assert!(!checked.status.success() && said.contains("it calls itself organizations"), "{said}");
}

#[test]
fn what_a_file_asks_of_the_stores_while_it_is_looked_at_changes_nothing() {
    let deployment = Deployment::new("namesake-looked-at");
    let taking = deployment.put("taking.wasm", &namesake("stranger", TAKE_OVER).expect("the component of the tests"));
    let emptying = namesake("stranger", "DELETE FROM audit_entries RETURNING action AS text");
    let emptying = deployment.put("emptying.wasm", &emptying.expect("the component of the tests"));
    let before = deployment.dump();
    for file in [&taking, &emptying] {
        for words in [&["check", file.as_str()][..], &["install", file], &["list"]] {
            deployment.plugin(words);
            assert_same(&before, &deployment.dump(), &words.join(" "));
        }
    }
    assert!(!deployment.data_dir.join("components/stranger.wasm").exists(), "nobody accepted what it asks for");
}

#[test]
fn no_migration_of_a_namesake_runs() {
    let deployment = Deployment::new("namesake-migrates");
    let own_folder = deployment.folder.join("components");
    std::fs::create_dir(&own_folder).expect("a folder");
    deployment.in_app_store(async |store| {
        for table in ["staff__kept", "rates__kept"] {
            let sql = format!("CREATE TABLE {table} (id BIGINT PRIMARY KEY NOT NULL)");
            store.execute(&sql, &[]).await.expect("a table of a component");
        }
    });
    // Beside the family of the release, and then where its file is missing.
    let drops = |name: &str| migrating_namesake(name, &format!("DROP TABLE {name}__kept")).expect("the component");
    deployment.install_by_hand("staff", &drops("staff"));
    drop(deployment.serve(&[]));
    assert!(deployment.has_table("staff__kept"), "a namesake beside the family dropped its table");
    let alone = ("QUARRY__COMPONENTS__FOLDER", own_folder.display().to_string());
    let server = deployment.serve(std::slice::from_ref(&alone));
    assert!(server.log().contains("it calls itself staff, which is the name of a component of the release"));
    drop(server);
    assert!(deployment.has_table("staff__kept"), "a namesake in the place of the family dropped its table");
    // The same of a component that is not the release's: the first file of a name serves.
    std::fs::write(own_folder.join("a.wasm"), namesake("rates", "SELECT 'x' AS text").expect("the component"))
        .expect("");
    std::fs::write(own_folder.join("b.wasm"), drops("rates")).expect("written");
    let server = deployment.serve(&[alone, ("QUARRY__COMPONENTS__GRANTS__RATES", "app-store".to_owned())]);
    assert!(server.log().contains("the component rates is the one of"), "{}", server.log());
    drop(server);
    assert!(deployment.has_table("rates__kept"), "a second file of a name dropped the first one's table");
}

#[test]
fn a_namesake_serves_nothing_where_the_family_is_missing() {
    let deployment = Deployment::new("namesake-alone");
    let reading = "SELECT role AS text FROM memberships";
    let hostile = namesake("organizations", reading).expect("the component of the tests");
    let own_folder = deployment.folder.join("components");
    std::fs::create_dir(&own_folder).expect("a folder");
    let alone = ("QUARRY__COMPONENTS__FOLDER", own_folder.display().to_string());
    let answer = |further: &[(&str, String)]| {
        let server = deployment.serve(further);
        (server.get_with_key("/namesake", &server.full_key).status, server.log())
    };
    // Installed, with what somebody accepted.
    deployment.install_by_hand("organizations", &hostile);
    let (status, log) = answer(std::slice::from_ref(&alone));
    assert_eq!(status, 404, "{log}");
    std::fs::remove_dir_all(deployment.data_dir.join("components")).expect("removed");
    // In the folder of the configuration, which gives a great deal to that name.
    std::fs::write(own_folder.join("organizations.wasm"), &hostile).expect("written");
    let (status, log) = answer(std::slice::from_ref(&alone));
    assert_eq!(status, 404, "{log}");
    assert!(log.contains("it calls itself organizations, which is the name of a component of the release"), "{log}");
    // An operator who serves a build of their own says which.
    let own_build = ("QUARRY__COMPONENTS__DIGESTS__ORGANIZATIONS", digest(&hostile));
    let (status, log) = answer(&[alone.clone(), own_build]);
    assert_eq!(status, 409, "{log}");
    // A name of the operator's own can be kept for one file, too.
    std::fs::remove_file(own_folder.join("organizations.wasm")).expect("removed");
    std::fs::write(own_folder.join("rates.wasm"), namesake("rates", "SELECT 'x' AS text").expect("the component"))
        .expect("");
    let granted = ("QUARRY__COMPONENTS__GRANTS__RATES", "app-store".to_owned());
    let (status, log) = answer(&[alone.clone(), granted.clone()]);
    assert_eq!(status, 409, "{log}");
    let kept = ("QUARRY__COMPONENTS__DIGESTS__RATES", digest(&hostile));
    let (status, log) = answer(&[alone, granted, kept]);
    assert_eq!(status, 404, "{log}");
    assert!(log.contains("components.digests.rates keeps that name for other files"), "{log}");
}

#[test]
fn grants_of_the_configuration_are_for_its_folder_and_not_for_an_installed_namesake() {
    let deployment = Deployment::new("namesake-configured");
    let file = deployment.put("rates.wasm", &namesake("rates", "SELECT 'x' AS text").expect("the component"));
    let mut command = Command::new(installation().expect("an installation").join("quarry"));
    command.args(["plugin", "install", &file, "--data-dir"]).arg(&deployment.data_dir);
    command.envs(deployment.environment.iter().cloned()).env("QUARRY__COMPONENTS__GRANTS__RATES", "app-store");
    let output = bounded::output(&mut command, bounded::LONG).expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && said.contains("asks for what it was not given: app-store"), "{said}");
    assert!(!deployment.data_dir.join("components/rates.wasm").exists());
}

#[test]
fn an_installed_component_may_not_take_the_name_of_a_file_in_the_folder() {
    let deployment = Deployment::new("namesake-in-folder");
    let own_folder = deployment.folder.join("components");
    std::fs::create_dir(&own_folder).expect("a folder");
    std::fs::copy(built("version_one"), own_folder.join("version.wasm")).expect("run `just test`");
    let mut command = Command::new(installation().expect("an installation").join("quarry"));
    command
        .args(["plugin", "install", "--accept"])
        .arg(built("version_two"))
        .arg("--data-dir")
        .arg(&deployment.data_dir);
    command.envs(deployment.environment.iter().cloned()).env("QUARRY__COMPONENTS__FOLDER", &own_folder);
    let output = bounded::output(&mut command, bounded::LONG).expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let sentence = format!("the component version is the one of {} already", own_folder.join("version.wasm").display());
    assert!(!output.status.success() && said.contains(&sentence), "{said}");
    assert!(!Path::new(&deployment.data_dir).join("components/version.wasm").exists());
}
