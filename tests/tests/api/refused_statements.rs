//! A statement that no store could run: its component is left out with file, line and reason, where an operator looks.

use quarry_tests::complete;
use quarry_tests::server::{Options, Server, empty_app_store_environment, fresh_folder, installation, quarry};
use std::path::{Path, PathBuf};

/// A folder with `markets`, a component that misspells a column and one that has tables of its own; and its configuration
/// with `warehouse` as that section.
fn configuration(name: &str, warehouse: &str) -> PathBuf {
    let folder = fresh_folder(name).expect("a folder");
    let family = installation().expect("an installation").join("components/markets.wasm");
    std::fs::copy(&family, folder.join("markets.wasm")).expect("the family markets");
    complete::copy(&folder, &["mistaken"]);
    let environment = empty_app_store_environment(name).expect("an application store");
    let url = environment.iter().find(|(name, _)| name == "QUARRY__APP_STORE__URL").map(|(_, url)| url.clone());
    let url = url.unwrap_or_else(|| format!("sqlite://{}/data/app.sqlite3", folder.display()));
    let config = folder.join("quarry.toml");
    let text = format!(
        "[server]\nlisten = \"127.0.0.1:0\"\nenvironment = \"sandbox\"\n\
         [app_store]\nurl = \"{url}\"\n[warehouse]\n{warehouse}\n\
         [paths]\ndata_dir = \"{0}/data\"\n\
         [components]\nfolder = \"{0}\"\n\
         {1}mistaken = [\"warehouse.tokens\"]\n",
        folder.display(),
        complete::given("mistaken = [\"warehouse\"]\n")
    );
    std::fs::create_dir(folder.join("data")).expect("a folder");
    std::fs::write(&config, text).expect("a file");
    config
}

/// Gives the output of `quarry plugin list`, which alarms nobody for tables that are not made yet.
fn list(config: &Path) -> String {
    let output = quarry(&["plugin", "list", "--config", &config.display().to_string()]).expect("runs");
    let alarm = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && !alarm.contains("no such table") && !alarm.contains("ERROR"), "{alarm}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn line<'a>(list: &'a str, file: &str) -> &'a str {
    list.lines().find(|line| line.starts_with(file)).unwrap_or_else(|| panic!("{file} in {list}"))
}

const REFUSAL: &str = "sql/misspelt.sql, line 3: the warehouse does not accept it";

#[test]
fn the_list_of_components_says_which_statement_no_store_would_run() {
    quarry_tests::on_one_engine!();
    let config = configuration("refused-statements", "");
    let before = list(&config);
    let refused = line(&before, "mistaken.wasm");
    assert!(refused.contains(REFUSAL) && refused.contains("symbal"), "{before}");
    assert!(line(&before, "markets.wasm").ends_with("loads"), "{before}");
    assert!(line(&before, "complete.wasm").contains("loads; its own tables are made when it first serves"), "{before}");

    let server = Server::start(&Options { config: Some(config.clone()), ..Options::default() }).expect("a server");
    assert_eq!(server.get_keyless("/mistaken").status, 404, "it is left out");
    assert_eq!(server.get_keyless("/public/prices").status, 200, "the others serve");
    assert!(server.log().contains(REFUSAL), "the log says why: {}", server.log());
    let beside = list(&config);
    assert!(line(&beside, "mistaken.wasm").contains(REFUSAL), "{beside}");
    assert!(line(&beside, "complete.wasm").ends_with("loads"), "its tables are there now: {beside}");
}

#[test]
fn the_list_of_components_says_that_the_stores_were_not_asked() {
    quarry_tests::on_one_engine!();
    // Nothing listens on the port of discard.
    let config = configuration("unasked-stores", "url = \"http://127.0.0.1:9\"");
    let unasked = list(&config);
    for file in ["markets.wasm", "mistaken.wasm", "complete.wasm"] {
        assert!(line(&unasked, file).ends_with("loads"), "{unasked}");
    }
    assert!(unasked.contains("The stores could not be asked, so statements were held against the grants"), "{unasked}");
}
