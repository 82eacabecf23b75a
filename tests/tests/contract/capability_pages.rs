//! The pages of `docs/capabilities` show what there is: their code is compiled with the SDK's documentation, their statements are
//! the files that it was compiled with, and their signatures are those of the SDK's source.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn pages() -> Vec<(String, String)> {
    let entries = fs::read_dir(root().join("docs/capabilities")).expect("the folder of the pages");
    let pages = entries.map(|entry| entry.expect("an entry").path());
    pages.map(|page| (page.file_name().unwrap_or_default().to_string_lossy().into_owned(), read(&page))).collect()
}

#[test]
fn every_page_is_compiled_and_listed() {
    let (compiled, index) =
        (read(&root().join("sdk/src/capability_pages.rs")), read(&root().join("docs/capabilities/README.md")));
    let pages = pages();
    assert!(pages.len() > 20, "the pages are elsewhere: {}", pages.len());
    for (name, _) in pages {
        assert!(compiled.contains(&format!("docs/capabilities/{name}\"")), "{name} is not compiled with the SDK");
        assert!(name == "README.md" || index.contains(&format!("]({name})")), "{name} is not in the list of pages");
    }
}

#[test]
fn every_grant_has_its_page() {
    let index = read(&root().join("docs/capabilities/README.md"));
    let manifest = read(&root().join("wit/manifest.wit"));
    let grants = manifest.split_once("enum grant {").and_then(|(_, rest)| rest.split_once('}')).expect("the grants").0;
    let grants: Vec<&str> = grants.lines().map(str::trim).filter(|line| line.ends_with(',')).collect();
    assert!(grants.len() > 15, "{grants:?}");
    for grant in grants {
        let grant = grant.trim_end_matches(',');
        assert!(index.contains(&format!("`{grant}`")), "no page is listed for the grant {grant}");
    }
}

#[test]
fn statements_on_pages_are_the_files_that_were_compiled() {
    let mut shown = 0;
    for (name, page) in pages() {
        for marked in page.split("<!-- sdk/sql/").skip(1) {
            let (file, rest) =
                marked.split_once(" -->\n```sql\n").unwrap_or_else(|| panic!("{name}: no SQL behind the mark"));
            let (sql, _) = rest.split_once("```").expect("the end of the SQL");
            assert_eq!(sql, read(&root().join("sdk/sql").join(file)), "{name} shows another {file}");
            shown += 1;
        }
    }
    assert!(shown > 0);
}

#[test]
fn signatures_on_pages_are_those_of_the_sdk() {
    let mut folders: Vec<PathBuf> = vec![root().join("sdk/src")];
    let mut source = String::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder of the SDK") {
            let path = entry.expect("an entry").path();
            match path.is_dir() {
                true => folders.push(path),
                false => source.push_str(&read(&path)),
            }
        }
    }
    let source = dense(&source);
    let mut compared = 0;
    for (name, page) in pages() {
        for block in page.split("```rust,ignore\n").skip(1) {
            let (block, _) = block.split_once("```").expect("the end of the block");
            for line in block.lines().filter(|line| line.starts_with("fn ") && !line.ends_with('{')) {
                assert!(source.contains(&dense(line)), "{name}: the SDK has no `{line}`");
                compared += 1;
            }
        }
    }
    assert!(compared > 50, "{compared}");
}

/// Removes white space and the comma behind a last argument: the layout does not matter.
fn dense(text: &str) -> String {
    text.split_whitespace().collect::<String>().replace(",)", ")")
}
