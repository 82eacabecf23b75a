//! The first hour of somebody who has a release of Quarry and an empty folder: what `docs/first-endpoint.md` says, in its order.
//!
//! The tests run once for both engines of the app store: everything here runs in sandboxes.

use crate::first_hour_page as page;
use quarry_tests::bounded;
use quarry_tests::server::{Options, Server, fresh_folder, installation};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// A busy machine builds for a while, and a host looks at its folder ten times a second.
const WITHIN: Duration = Duration::from_secs(60);

/// The author's folder, outside of this project, and the commands that are run in it.
struct Author {
    folder: PathBuf,
}

impl Author {
    fn new(name: &str) -> Author {
        Author { folder: fresh_folder(name).expect("an empty folder") }
    }

    fn quarry(&self, folder: &str, words: &[&str]) -> Output {
        self.run(folder, &installation().expect("a release").join("quarry"), words)
    }

    fn run(&self, folder: &str, program: &Path, words: &[&str]) -> Output {
        let began = Instant::now();
        let mut command = Command::new(program);
        command.args(words).current_dir(self.folder.join(folder)).envs(page::environment());
        let output = bounded::output(&mut command, bounded::LONG).expect("it ends");
        eprintln!("{:5.1} s  {}", began.elapsed().as_secs_f64(), words.join(" "));
        output
    }

    /// Gives the output of a command that goes well.
    fn good(&self, folder: &str, words: &[&str]) -> String {
        let output = self.quarry(folder, words);
        assert!(output.status.success(), "{words:?}: {}", said(&output));
        said(&output)
    }

    /// The sentence of a command that does not.
    fn refusal(&self, folder: &str, words: &[&str]) -> String {
        let output = self.quarry(folder, words);
        assert!(!output.status.success(), "{words:?} goes well: {}", said(&output));
        String::from_utf8_lossy(&output.stderr).into_owned()
    }

    fn edit(&self, file: &str, from: &str, to: &str) {
        let path = self.folder.join(file);
        let text = std::fs::read_to_string(&path).expect("a file of the project");
        assert!(text.contains(from), "{from} is in {file}: {text}");
        std::fs::write(path, text.replace(from, to)).expect("written");
    }
}

impl Drop for Author {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

fn wait_for(what: &str, is_so: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < WITHIN, "not within {} s: {what}", WITHIN.as_secs());
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The file that cargo makes of the page's project.
const COMPONENT: &str = "price_alerts.wasm";

#[test]
fn a_first_hour_leads_from_an_empty_folder_to_an_endpoint_that_answers() {
    quarry_tests::on_one_engine!();
    let author = Author::new("first-hour");
    let data_dir = author.folder.join("data");
    let options = Options { no_sample: true, data_dir: Some(data_dir), ..Options::default() };
    let server = Server::start(&options).expect("the host in another terminal");
    let said = page::follow(&author.folder, &server);
    let told = [
        "price-alerts is in price-alerts",
        "5 passed",
        "every promise was kept",
        "GET /price-alerts/notes/{title}",
        "sql/note.sql",
        "CPU 2000 ms",
        "Not checked",
        "price-alerts 0.1.0 is new here",
    ];
    for told in told {
        assert!(said.contains(told), "{told} is not in: {said}");
    }
    assert!(!said.contains("warning"), "{said}");
    let target = page::target_folder().join("wasm32-wasip2/release");
    let component = target.join(COMPONENT).canonicalize().expect("cargo has made the component").display().to_string();
    installed(&author, &server, &component);
    upgrades(&author, &component);
}

/// Asserts that the component that the page installed answers, and can be told from one that nobody installed.
fn installed(author: &Author, server: &Server, component: &str) {
    let data_dir = author.folder.join("data");
    let data = data_dir.display().to_string();
    let notes = || server.get_with_key("/price-alerts/notes", &server.full_key);
    wait_for("the endpoint answers", || notes().status == 200);
    let authorization = format!("Bearer {}", server.full_key);
    let headers = [("authorization", authorization.as_str()), ("content-type", "application/json")];
    let note = json!({ "title": "Depeg of March", "text": "Began with a large swap." }).to_string();
    let written = server.send_body("POST", "/price-alerts/notes", &headers, note.as_bytes());
    assert_eq!(written.status, 200, "{}", written.text);
    assert_eq!(notes().json()["notes"][0]["title"], "Depeg of March");
    let read = server.get("/price-alerts/notes/Depeg%20of%20March");
    assert_eq!(read.json()["note"]["text"], "Began with a large swap.", "{}", read.text);

    let record = std::fs::read_to_string(data_dir.join("components/price-alerts.toml")).expect("a record");
    for told in ["version = \"0.1.0\"", "digest = \"", component, "installed_by = \"ada\"", "grants = [\"app-store\"]"]
    {
        assert!(record.contains(told), "{told} is not in: {record}");
    }
    let listed = author.good("", &["plugin", "list", "--data-dir", &data]);
    let line = listed.lines().find(|line| line.starts_with("price-alerts.wasm")).unwrap_or_default();
    assert!(line.ends_with("loads"), "{listed}");
    // A file that nobody installed serves nothing, no matter who put it there.
    std::fs::copy(component, data_dir.join("components/stray.wasm")).expect("copied");
    wait_for("a stray file is refused", || server.log().contains("it was not installed"));
    assert_eq!(notes().status, 200, "what was installed goes on");
    author.good("", &["plugin", "uninstall", "price-alerts", "--data-dir", &data]);
    wait_for("the endpoint is gone", || notes().status == 404);
    let unaccepted = author.refusal("", &["plugin", "install", component, "--data-dir", &data]);
    assert!(unaccepted.contains("asks for what it was not given: app-store"), "{unaccepted}");
    let nowhere = author.refusal("", &["plugin", "install", component, "--data-dir", "nowhere"]);
    assert!(nowhere.contains("there is no data directory nowhere"), "{nowhere}");
    assert_eq!(notes().status, 404, "nobody has accepted what it asks for");
    author.good("", &["plugin", "install", component, "--data-dir", &data, "--accept"]);
    wait_for("the endpoint is back, with its rows", || notes().json()["count"] == 1);
}

/// A version that asks for more is shown as such, and has to be accepted.
fn upgrades(author: &Author, component: &str) {
    let data = author.folder.join("data").display().to_string();
    author.edit("price-alerts/src/lib.rs", "grants: [AppStore]", "grants: [AppStore, Mail]");
    author.edit("price-alerts/Cargo.toml", "version = \"0.1.0\"\nedition", "version = \"0.2.0\"\nedition");
    let cargo = author.run("price-alerts", Path::new("cargo"), &["build", "--target", "wasm32-wasip2", "--release"]);
    assert!(cargo.status.success(), "{}", said(&cargo));
    let before = std::fs::read(author.folder.join("data/components/price-alerts.wasm")).expect("installed");
    let refused = author.quarry("", &["plugin", "install", component, "--data-dir", &data]);
    assert!(
        !refused.status.success() && said(&refused).contains("asks for what it was not given: mail"),
        "{}",
        said(&refused)
    );
    let table = String::from_utf8_lossy(&refused.stdout).into_owned();
    let mark = |grant: &str| table.lines().find(|line| line.starts_with(grant)).unwrap_or_default().to_owned();
    assert!(mark("mail").ends_with("new") && mark("app-store").ends_with("as before"), "{table}");
    let after = std::fs::read(author.folder.join("data/components/price-alerts.wasm")).expect("installed");
    assert!(before == after, "what was not accepted is not installed");
    author.good("", &["plugin", "install", component, "--data-dir", &data, "--accept"]);
    let record = std::fs::read_to_string(author.folder.join("data/components/price-alerts.toml")).expect("a record");
    assert!(record.contains("version = \"0.2.0\"") && record.contains("\"mail\""), "{record}");
}

#[test]
fn a_project_begins_in_a_folder_and_under_a_name_that_are_free() {
    quarry_tests::on_one_engine!();
    let author = Author::new("new-project");
    author.good("", &["plugin", "new", "price-alerts"]);
    let taken = author.refusal("", &["plugin", "new", "price-alerts"]);
    assert!(taken.contains("price-alerts is there already"), "{taken}");
    for name in ["Price", "price_alerts", "-alerts", "price--alerts", "1price", "täglich", "../price", ""] {
        let refused = author.refusal("", &["plugin", "new", "--path", "elsewhere", "--", name]);
        assert!(refused.contains("is not a name for a component: write lowercase words"), "{name}: {refused}");
    }
    for name in ["test", "core", "loop", "quarry-sdk"] {
        let refused = author.refusal("", &["plugin", "new", name]);
        assert!(refused.contains("means something to Rust or cargo already"), "{name}: {refused}");
    }
    let reserved = author.refusal("", &["plugin", "new", "organizations"]);
    assert!(reserved.contains("organizations is the name of a component of the release"), "{reserved}");
    let nowhere = author.refusal("", &["plugin", "new", "other", "--sdk", "price-alerts"]);
    assert!(nowhere.contains("there is no SDK in"), "{nowhere}");
    assert!(
        !author.folder.join("other").exists() && !author.folder.join("elsewhere").exists(),
        "nothing is left behind"
    );
    // The SDK's own documentation has the template's name in its examples.
    let entries = std::fs::read_dir(author.folder.join("price-alerts")).expect("the project").flatten();
    let own = entries.map(|entry| entry.path()).filter(|path| !path.ends_with("sdk"));
    let left: Vec<_> = own
        .flat_map(|path| if path.is_dir() { walk(&path) } else { vec![std::fs::read_to_string(path).expect("text")] })
        .filter(|text| text.contains("field-notes") || text.contains("field_notes"))
        .collect();
    assert!(left.is_empty(), "the template's own name is left in: {left:?}");
    let release = installation().expect("a release").display().to_string();
    let here: Vec<_> =
        walk(&author.folder.join("price-alerts")).into_iter().filter(|text| text.contains(&release)).collect();
    assert!(here.is_empty(), "a colleague has no such folder: {here:?}");
}

/// The texts of every file below a folder.
fn walk(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path());
    entries
        .flat_map(|path| if path.is_dir() { walk(&path) } else { vec![std::fs::read_to_string(path).expect("text")] })
        .collect()
}

#[test]
fn a_release_has_the_contract_and_examples_that_find_its_sdk() {
    quarry_tests::on_one_engine!();
    let release = installation().expect("a release");
    assert!(release.join("wit/plugin.wit").is_file() && release.join("examples/README.md").is_file());
    for example in ["pool-bars-csv", "reading-lists", "timeline-feed", "watch-digest"] {
        let folder = release.join("examples").join(example);
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).expect("an example's manifest");
        let paths = manifest.lines().filter_map(|line| line.split_once("{ path = \"")?.1.split('"').next());
        let crates: Vec<_> = paths.map(|path| folder.join(path).join("Cargo.toml")).collect();
        assert!(crates.len() == 4 && crates.iter().all(|manifest| manifest.is_file()), "{example}: {crates:?}");
        assert!(!folder.join("target").exists());
    }
}

/// The documents below a folder, of whatever depth.
fn documents(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir() && !path.is_symlink());
    let here = files.into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    here.chain(folders.iter().flat_map(|folder| documents(folder))).collect()
}

#[test]
fn no_link_in_the_documents_of_a_release_is_dead() {
    quarry_tests::on_one_engine!();
    let release = installation().expect("a release");
    let mut looked_at = 0;
    for document in documents(&release).into_iter().filter(|path| !path.starts_with(release.join("sdk"))) {
        let text = std::fs::read_to_string(&document).expect("a document");
        for link in text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(link, _)| link) {
            let path = link.split('#').next().unwrap_or_default();
            if path.is_empty() || path.contains("://") {
                continue;
            }
            let folder = document.parent().expect("a folder");
            assert!(folder.join(path).exists(), "{} leads to {link}, which no release has", document.display());
            looked_at += 1;
        }
    }
    assert!(looked_at > 200, "{looked_at}");
}

#[test]
fn what_a_host_would_refuse_is_said_of_a_file_that_nobody_installed() {
    quarry_tests::on_one_engine!();
    quarry_tests::in_the_whole_suite!();
    let author = Author::new("check");
    let built = |name: &str| {
        let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/wasm32-wasip2/component").join(name);
        built.canonicalize().unwrap_or_else(|error| panic!("{name}: {error}; run `just test`")).display().to_string()
    };
    let reader = author.refusal("", &["plugin", "check", &built("quarry_test_file_reader.wasm")]);
    assert!(reader.contains("it imports wasi:filesystem/"), "{reader}");
    std::fs::write(author.folder.join("text.wasm"), "no component").expect("written");
    let text = author.refusal("", &["plugin", "check", "text.wasm"]);
    assert!(text.contains("it carries no contract version"), "{text}");
    let missing = author.refusal("", &["plugin", "check", "missing.wasm"]);
    assert!(missing.contains("missing.wasm cannot be read"), "{missing}");
    // Without a deployment a warehouse of its own is asked about the statements; their tables are told, too.
    let mistaken = author.quarry("", &["plugin", "check", &built("quarry_test_mistaken.wasm")]);
    let mistaken = (mistaken.status.success(), said(&mistaken));
    let table = mistaken.1.lines().find(|line| line.starts_with("warehouse.tokens")).unwrap_or_default();
    assert!(table.contains("read the table in sql/misspelt.sql"), "{mistaken:?}");
    assert!(
        !mistaken.0 && mistaken.1.contains("sql/misspelt.sql, line 3: the warehouse does not accept it"),
        "{mistaken:?}"
    );
    assert!(mistaken.1.contains("Maybe you meant: ['symbol']"), "{mistaken:?}");
    // With a deployment its own is, and what its other components have already is told.
    let folder = author.folder.display();
    let config = format!(
        "[server]\nenvironment = \"sandbox\"\n[paths]\ndata_dir = \"{folder}/data\"\n[components]\nfolder = \"{folder}/components\"\n"
    );
    std::fs::write(author.folder.join("quarry.toml"), config).expect("written");
    std::fs::create_dir(author.folder.join("components")).expect("a folder");
    std::fs::copy(built("quarry_test_version_one.wasm"), author.folder.join("components/one.wasm")).expect("copied");
    let asked = author.quarry("", &["plugin", "check", &built("quarry_test_mistaken.wasm"), "--config", "quarry.toml"]);
    assert!(!asked.status.success(), "{}", said(&asked));
    assert!(said(&asked).contains("sql/misspelt.sql, line 3: the warehouse does not accept it"), "{}", said(&asked));
}
