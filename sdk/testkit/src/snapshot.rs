//! Answers that are compared with those that were accepted before.
//!
//! An accepted answer is a file of the tests, `snapshots/NAME.json`, which is read in reviews. `quarry plugin test --accept`
//! writes what the answers are now.

use serde_json::Value as Json;
use std::path::PathBuf;

/// Fails the test where `value` is not as it was accepted, and shows the first lines that differ.
///
/// ```no_run
/// # let sandbox = quarry_testkit::Sandbox::start();
/// let listed = sandbox.key().get("/field-notes/notes").expect_status(200).json();
/// quarry_testkit::snapshot::assert("an_empty_list", &listed);
/// ```
#[track_caller]
pub fn assert(name: &str, value: &Json) {
    assert_except(name, value, &[]);
}

/// As [`assert`], with what differs from run to run left out: each of `except` is a path of members, such as `notes/id`,
/// that goes through the items of lists; what stands there is compared as `"…"`.
///
/// ```no_run
/// # let sandbox = quarry_testkit::Sandbox::start();
/// let listed = sandbox.key().get("/field-notes/notes").expect_status(200).json();
/// quarry_testkit::snapshot::assert_except("notes", &listed, &["notes/id", "notes/written_at"]);
/// ```
#[track_caller]
pub fn assert_except(name: &str, value: &Json, except: &[&str]) {
    let mut value = value.clone();
    for path in except {
        hide(&mut value, &path.split('/').collect::<Vec<_>>());
    }
    let now = serde_json::to_string_pretty(&value).unwrap_or_default() + "\n";
    let file = folder().join(format!("{name}.json"));
    if std::env::var_os("QUARRY_TEST_ACCEPT").is_some() {
        let written = std::fs::create_dir_all(folder()).and_then(|()| std::fs::write(&file, &now));
        return written.unwrap_or_else(|error| panic!("{} cannot be written: {error}", file.display()));
    }
    let accepted = std::fs::read_to_string(&file).unwrap_or_else(|error| {
        panic!(
            "{} cannot be read ({error}); accept the present answer with `quarry plugin test --accept`:\n{now}",
            file.display()
        )
    });
    if let Some(difference) = difference(&accepted, &now) {
        panic!(
            "{} is another answer than this one; accept the present answer with `quarry plugin test --accept`:\n{difference}",
            file.display()
        );
    }
}

/// The folder beside the tests' `Cargo.toml`, in which cargo runs them.
fn folder() -> PathBuf {
    std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(PathBuf::new, PathBuf::from).join("snapshots")
}

fn hide(value: &mut Json, path: &[&str]) {
    match (value, path) {
        (Json::Array(items), path) => items.iter_mut().for_each(|item| hide(item, path)),
        (Json::Object(members), [name, rest @ ..]) => {
            if let Some(member) = members.get_mut(*name) {
                match rest.is_empty() {
                    true => *member = Json::String("…".to_owned()),
                    false => hide(member, rest),
                }
            }
        }
        _ => {}
    }
}

/// The first lines that differ, as a diff shows them.
fn difference(accepted: &str, now: &str) -> Option<String> {
    const SHOWN: usize = 12;
    let (before, after): (Vec<_>, Vec<_>) = (accepted.lines().collect(), now.lines().collect());
    let alike = before.iter().zip(&after).take_while(|(one, other)| one == other).count();
    if alike == before.len() && alike == after.len() {
        return None;
    }
    let mut text = format!("from line {}:\n", alike + 1);
    for (sign, lines) in [('-', &before), ('+', &after)] {
        for line in lines.iter().skip(alike).take(SHOWN) {
            text.push_str(&format!("{sign} {line}\n"));
        }
    }
    Some(text)
}
