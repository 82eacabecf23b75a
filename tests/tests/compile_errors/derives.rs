//! Each program of `refused/` has one mistake, and the snapshot beside it what the compiler says: its sentence, where, and what
//! to do. The form is shorter than the compiler's own, which shows places in the SDK besides.

use crate::component::Component;
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

#[test]
fn the_compiler_says_what_is_wrong_with_a_declaration() {
    let component = Component::new("derives");
    component.sql("notes.sql", "SELECT title, text FROM notes");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/compile_errors/refused");
    let mut told: BTreeMap<String, String> = BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            component.program(&name, &std::fs::read_to_string(&path).unwrap());
            told.insert(name, String::new());
        }
    }
    let output = component.cargo_check(&["--bins", "--keep-going", "--message-format", "json"]);
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let line: Json = serde_json::from_str(line).unwrap();
        let program = line["target"]["name"].as_str().unwrap_or_default();
        if let (Some(text), "error") = (told.get_mut(program), line["message"]["level"].as_str().unwrap_or_default()) {
            let shown = shown(&line["message"]);
            // Two uses of a type are two errors of the compiler's and one for its reader.
            if !text.contains(&shown) {
                text.push_str(&shown);
            }
        }
    }
    assert!(!told.is_empty());
    for (name, text) in told {
        let cargo = String::from_utf8_lossy(&output.stderr);
        assert!(!text.is_empty(), "{name} compiles, or was not compiled: {cargo}");
        insta::with_settings!({ snapshot_path => "refused", prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(name.as_str(), text);
        });
    }
}

/// The sentence, the lines of the program that it is about, and notes that are no places of the SDK.
fn shown(message: &Json) -> String {
    let mut text = format!("error: {}\n", message["message"].as_str().unwrap());
    let spans = message["spans"].as_array().unwrap();
    if spans.is_empty() {
        return String::new(); // "aborting due to 2 previous errors"
    }
    for span in spans.iter().filter(|span| span["is_primary"] == true) {
        let line = span["text"][0]["text"].as_str().unwrap_or_default();
        let (start, end) = (column(span, "column_start"), column(span, "column_end"));
        let marks = "^".repeat(end.saturating_sub(start).max(1));
        let label = span["label"].as_str().unwrap_or_default();
        writeln!(text, "{:>4} | {line}", span["line_start"].as_u64().unwrap()).unwrap();
        writeln!(text, "     | {}{marks} {label}", " ".repeat(start - 1)).unwrap();
    }
    for child in message["children"].as_array().unwrap() {
        let (level, sentence) = (child["level"].as_str().unwrap(), child["message"].as_str().unwrap());
        let is_list = sentence.starts_with("the following other types") || sentence.starts_with("required");
        if child["spans"].as_array().is_some_and(Vec::is_empty) && !is_list {
            writeln!(text, "     = {level}: {sentence}").unwrap();
        }
    }
    text + "\n"
}

fn column(span: &Json, name: &str) -> usize {
    span[name].as_u64().and_then(|column| usize::try_from(column).ok()).unwrap()
}
