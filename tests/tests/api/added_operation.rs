//! "Add an operation" of `plugins/README.md`, done as it stands: what it says of files and lines is so, it fits the family as it is, and
//! in the whole suite the family that it makes is built, and served by a host that was not built again.
//!
//! The tests run once for both engines of the app store: the statement of the page is one text for both.

use crate::account_support::eventually;
use crate::first_hour_page as first_hour;
use crate::organizations::house::{Person, execute, texts};
use quarry::stores::result_set::Value;
use quarry_tests::bounded;
use quarry_tests::server::{Options, Server, fresh_folder, installation};
use serde_json::json;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

const PAGE: &str = include_str!("../../../plugins/README.md");

/// The headings of the two operations, and how each stands in the table.
const OPERATIONS: [(&str, &str); 2] = [
    ("### One that reads", "GET /session/alerts/watches/{id}"),
    ("### One that writes, with a table of its own", "POST /session/alerts/watches/{id}/mute"),
];

/// What the page puts into a file of the family.
struct Block {
    file: String,
    /// The line below which it goes; none of a new file.
    below: Option<String>,
    text: String,
}

impl Block {
    fn put(&self, family: &Path) {
        let path = family.join(&self.file);
        let Some(anchor) = &self.below else {
            assert!(!path.exists(), "{} is there already: the page says to make it", self.file);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            std::fs::write(path, &self.text).expect("written");
            return;
        };
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", self.file));
        let found = text.lines().filter(|line| line.trim() == anchor).count();
        assert_eq!(found, 1, "the page puts something below `{anchor}` in {}", self.file);
        let mut edited = String::new();
        for line in text.lines() {
            edited.push_str(line);
            edited.push('\n');
            if line.trim() == anchor {
                edited.push_str(&self.text);
            }
        }
        std::fs::write(path, edited).expect("written");
    }
}

/// The blocks below a heading: of `<!-- write FILE -->` and `<!-- below `LINE` in FILE -->`.
fn blocks(heading: &str) -> Vec<Block> {
    let (_, section) = PAGE.split_once(&format!("{heading}\n")).unwrap_or_else(|| panic!("there is no {heading}"));
    let section = section.split("\n### ").next().unwrap_or_default();
    let (mut blocks, mut mark, mut lines) = (Vec::new(), None, section.lines());
    while let Some(line) = lines.next() {
        if let Some(words) = line.strip_prefix("<!-- ").and_then(|line| line.strip_suffix(" -->")) {
            mark = Some(match words.strip_prefix("write ") {
                Some(file) => (file.to_owned(), None),
                None => {
                    let rest = words.strip_prefix("below `").expect("it says write or below");
                    let (anchor, file) = rest.rsplit_once("` in ").expect("a line and a file");
                    (file.to_owned(), Some(anchor.to_owned()))
                }
            });
        } else if line.starts_with("```") {
            let text: String =
                lines.by_ref().take_while(|line| *line != "```").map(|line| format!("{line}\n")).collect();
            blocks.extend(mark.take().map(|(file, below)| Block { file, below, text }));
        }
    }
    assert!(blocks.len() >= 3, "{heading} has blocks");
    blocks
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the project")
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a folder").flatten() {
        match entry.path().is_dir() {
            true => copy(&entry.path(), &to.join(entry.file_name())),
            false => drop(std::fs::copy(entry.path(), to.join(entry.file_name())).expect("copied")),
        }
    }
}

#[test]
fn an_operation_is_as_many_files_and_lines_as_the_page_says_and_all_in_the_familys_folder() {
    quarry_tests::on_one_engine!();
    let folder = fresh_folder("added-operation").expect("a folder");
    for (heading, operation) in OPERATIONS {
        let family = folder.join(heading);
        copy(&root().join("plugins/alerts"), &family);
        let blocks = blocks(heading);
        for block in &blocks {
            assert!(block.file.starts_with("src/") || block.file.starts_with("migrations/"), "{}", block.file);
            block.put(&family);
        }
        let files: BTreeSet<&str> = blocks.iter().map(|block| block.file.as_str()).collect();
        let lines: usize = blocks.iter().map(|block| block.text.lines().count()).sum();
        let row = PAGE.lines().find(|line| line.starts_with(&format!("| `{operation}`"))).expect("a row of the table");
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        assert_eq!(cells[2..4], [files.len().to_string(), lines.to_string()], "{row}");
    }
    std::fs::remove_dir_all(folder).expect("it goes");
}

/// The project with the page's two operations in the family, by links but for what changes; it lies at one place, so that cargo knows from
/// run to run what it has built.
fn project(of: &Path) -> PathBuf {
    let (root, project) = (root(), of.join("project"));
    let _ = std::fs::remove_dir_all(&project);
    let links = |from: &Path, to: &Path, but: &[&str]| {
        std::fs::create_dir_all(to).expect("a folder");
        for entry in std::fs::read_dir(from).expect("a folder").flatten() {
            if !but.iter().any(|name| entry.file_name() == *name) {
                symlink(entry.path(), to.join(entry.file_name())).expect("a link");
            }
        }
    };
    links(&root, &project, &[".git", "target", "node_modules", "plugins", "Cargo.lock"]);
    std::fs::copy(root.join("Cargo.lock"), project.join("Cargo.lock")).expect("copied");
    links(&root.join("plugins"), &project.join("plugins"), &["alerts"]);
    let family = project.join("plugins/alerts");
    copy(&root.join("plugins/alerts"), &family);
    for block in OPERATIONS.iter().flat_map(|(heading, _)| blocks(heading)) {
        block.put(&family);
    }
    project
}

/// Builds the family with the operations of the page, and gives its file.
fn built() -> Vec<u8> {
    let of = root().join("target/added-operation");
    let (project, target) = (project(&of), of.join("built"));
    let mut command = Command::new("cargo");
    command.args(["build", "--locked", "--release", "--target", "wasm32-wasip2", "--package", "quarry-alerts"]);
    command.current_dir(project).envs(first_hour::environment()).env("CARGO_TARGET_DIR", &target);
    let output = bounded::output(&mut command, bounded::LONG).expect("it ends");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    std::fs::read(target.join("wasm32-wasip2/release/quarry_alerts.wasm")).expect("cargo has made the component")
}

#[test]
fn both_operations_are_served_by_a_host_that_was_not_built_again() {
    quarry_tests::on_one_engine!();
    quarry_tests::in_the_whole_suite!();
    let folder = fresh_folder("added-operation-served").expect("a folder");
    let components = folder.join("components");
    copy(&installation().expect("run `just build`").join("components"), &components);
    let bytes = built();
    std::fs::write(components.join("alerts.wasm"), &bytes).expect("written");
    let digest: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    let config = folder.join("quarry.toml");
    let text = format!(
        "[server]\nlisten = \"127.0.0.1:0\"\nenvironment = \"sandbox\"\n[paths]\ndata_dir = \"{0}/data\"\n\
         [components]\nfolder = \"{0}/components\"\n[components.digests]\nalerts = [\"{digest}\"]\n\
         [rate_limits]\npublic_per_minute = 0\n",
        folder.display()
    );
    std::fs::write(&config, text).expect("written");
    let options = Options { config: Some(config), data_dir: Some(folder.join("data")), ..Options::default() };
    let server = Server::start(&options).expect("a server");
    let (ada, ben) = (Person::new(&server, "Ada"), Person::new(&server, "Ben"));
    let (mut browser, mut stranger) = (ada.browser(&server), ben.browser(&server));
    let has_space = || browser.get("/session/spaces").json()["spaces"][0]["id"].is_number();
    eventually("every account has a space of its own", has_space);
    let made = browser.write("POST", "/session/alerts/watches", &json!({ "kind": "chain_event" }));
    assert_eq!(made.status, 201, "{}", made.text);
    let path = format!("/session/alerts/watches/{}", made.json()["id"]);
    let read = browser.get(&path);
    assert_eq!((read.status, read.json()), (200, made.json()), "{}", read.text);
    assert_eq!(stranger.get(&path).status, 404, "a watch is its space's");

    let (mute, reasons) = (format!("{path}/mute"), "SELECT reason AS text FROM alerts__watch_mutes WHERE user_id = $1");
    let of_ada = [Value::Int64(ada.id)];
    for reason in ["Too many of them.", "Too few of them."] {
        let muted = browser.write("POST", &mute, &json!({ "reason": reason }));
        assert_eq!(muted.status, 204, "{}", muted.text);
        assert_eq!(texts(&server, reasons, &of_ada), [reason]);
    }
    assert_eq!(stranger.write("POST", &mute, &json!({})).status, 404);
    assert_eq!(
        execute(&server, "DELETE FROM alerts__watch_mutes WHERE user_id <> $1", &of_ada),
        0,
        "nothing is kept of him"
    );
    drop(server);
    let _ = std::fs::remove_dir_all(folder);
}
