//! The notebook of the documents, run as it stands there.

use quarry_tests::bounded;
use quarry_tests::server::{fresh_folder, shared};
use serde_json::json;
use std::path::Path;
use std::process::Command;

const PAGE: &str = include_str!("../../../../docs/notebook.md");

#[test]
fn the_notebook_of_the_documents_leaves_a_cited_finding_on_a_page() {
    quarry_tests::on_one_engine!();
    let tools = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/data-tools");
    if !tools.join("ready").exists() {
        println!("skipped: run host/setup/data.sh for the libraries of the notebook");
        return;
    }
    let code = PAGE.split("```python\n").nth(1).and_then(|rest| rest.split("\n```").next()).expect("a notebook");
    let lines = code.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')).count();
    assert!(lines <= 30, "{lines} lines");
    let folder = fresh_folder("notebook").expect("a folder");
    let file = folder.join("notebook.py");
    std::fs::write(&file, code).expect("a file");
    let server = shared();
    let mut python = Command::new(tools.join("python/bin/python"));
    python.arg(&file).env("QUARRY_API", format!("{}/api/v1", server.base_url)).env("QUARRY_KEY", &server.full_key);
    let ran = bounded::output(&mut python, bounded::SHORT).expect("the notebook runs to its end");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let printed = String::from_utf8(ran.stdout).expect("text");
    let (page, _) = printed.split_once(' ').expect("the page's id");
    let seen = server.get_with_key(&format!("/research/pages/{page}"), &server.full_key);
    assert_eq!(seen.status, 200, "{}", seen.text);
    let seen = seen.json();
    let bodies: Vec<&str> =
        seen["blocks"].as_array().expect("blocks").iter().filter_map(|block| block["body"].as_str()).collect();
    assert_eq!(bodies.len(), 3, "{seen}");
    assert!(bodies[0].starts_with("The highest close was **"), "{bodies:?}");
    assert_eq!(bodies[1], "Where it is from");
    let cited = &seen["cited_values"][0];
    assert!(bodies[2].ends_with(cited["token"].as_str().expect("a token")), "{bodies:?}");
    assert_eq!((&cited["label"], &cited["verification_state"]), (&json!("A pool in October"), &json!("verified")));
    std::fs::remove_dir_all(&folder).expect("removed");
}
