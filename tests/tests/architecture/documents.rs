//! What the documents say of the tree, held against the tree.

use crate::{files, root, text};
use std::path::Path;

#[test]
fn the_documents_stand_on_their_own() {
    for file in files(".", &[".md", ".toml", "justfile"]) {
        for line in text(&file).lines().filter(|line| line.contains("../shared")) {
            let is_test_data = line.contains("QUARRY_REAL_DATA");
            assert!(is_test_data, "{} leans on a folder that others do not have: {line}", file.display());
        }
    }
}

#[test]
fn the_documents_lead_to_files_that_exist() {
    for file in files(".", &[".md"]) {
        let folder = file.parent().unwrap_or(Path::new(""));
        let document = text(&file);
        for link in document.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(link, _)| link) {
            let path = link.split('#').next().unwrap_or_default();
            // One that begins with a slash is an address of a serving host.
            if path.is_empty() || path.contains("://") || path.starts_with('/') {
                continue;
            }
            assert!(root().join(folder).join(path).exists(), "{} leads to {link}, which is not there", file.display());
        }
    }
}

/// Links to pages of `docs/`, a row of a table each.
#[test]
fn a_reader_of_the_readme_finds_every_page_of_the_documentation() {
    let readme = text(Path::new("README.md"));
    let table: Vec<&str> = readme.lines().filter(|line| line.starts_with("| `docs/`")).collect();
    let listed: Vec<&str> = table
        .iter()
        .flat_map(|row| row.split("](docs/").skip(1))
        .filter_map(|rest| rest.split_once(')'))
        .map(|(page, _)| page)
        .collect();
    for page in files("docs", &[".md"]) {
        let page = page.strip_prefix("docs").expect("it is below docs").display().to_string();
        let expected = usize::from(!page.starts_with("capabilities/") || page == "capabilities/README.md");
        let times = listed.iter().filter(|listed| **listed == page).count();
        assert_eq!(times, expected, "docs/{page} stands {times} times in README.md, \"Where things are\"");
    }
}

/// A path in backticks leaves out the `src` of its crate: `edge/authorize.rs` is `host/edge/src/authorize.rs`.
#[test]
fn a_file_that_the_architecture_names_is_there() {
    let tree: Vec<String> = files(".", &[".rs", ".sql", ".wit", ".tsv"])
        .iter()
        .map(|file| format!("/{}", file.display()).replace("/src/", "/"))
        .collect();
    let architecture = text(Path::new("ARCHITECTURE.md"));
    let named = architecture.split('`').skip(1).step_by(2);
    let named: Vec<&str> = named.filter(|name| name.contains('.') && !name.contains([' ', '(', '{'])).collect();
    let mut looked_at = 0;
    for name in
        named.into_iter().filter(|name| [".rs", ".sql", ".wit", ".tsv"].iter().any(|ending| name.ends_with(ending)))
    {
        let ending = format!("/{name}").replace("/src/", "/");
        assert!(tree.iter().any(|file| file.ends_with(&ending)), "ARCHITECTURE.md names {name}, which is not there");
        looked_at += 1;
    }
    assert!(looked_at > 30, "{looked_at}");
}

#[test]
fn the_table_of_families_has_the_grants_that_they_are_given_and_names_every_crate() {
    let readme = text(Path::new("plugins/README.md"));
    let configuration = text(Path::new("host/quarry.default.toml"));
    let (_, grants) = configuration.split_once("\n[components.grants]\n").expect("the section of grants");
    let mut given = 0;
    for (family, names) in grants.lines().take_while(|line| !line.is_empty()).filter_map(|line| line.split_once(" = "))
    {
        let row = readme
            .lines()
            .find(|line| line.starts_with(&format!("| `{family}` |")))
            .unwrap_or_else(|| panic!("no row of {family}"));
        let cell = row.trim_end_matches(" |").rsplit("| ").next().unwrap_or_default();
        assert_eq!(cell.replace('`', "\""), names.trim_matches(['[', ']']), "the grants of {family}");
        given += 1;
    }
    assert!(given > 15, "{given}");
    for manifest in files("plugins", &["Cargo.toml"]) {
        let folder = manifest.parent().and_then(Path::file_name).expect("a folder").to_string_lossy().into_owned();
        assert!(
            root().join("plugins").join(&folder).is_dir() && readme.contains(&format!("`{folder}`")),
            "plugins/README.md does not name {folder}"
        );
    }
}

#[test]
fn every_grant_and_every_hook_has_its_row_of_what_it_can_do() {
    let page = text(Path::new("docs/grants.md"));
    let (grants, hooks) = page.split_once("\n## Hooks\n").expect("the section of hooks");
    let is_word = |word: &str| word.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-');
    let source = text(Path::new("host/contract/src/grant.rs"));
    let names = source.lines().filter_map(|line| line.split_once("=> \"")?.1.split_once('"').map(|(name, _)| name));
    let named: Vec<&str> = names.filter(|name| is_word(name)).collect();
    assert!(named.len() > 20, "{named:?}");
    for name in named {
        assert!(grants.contains(&format!("\n| `{name}` |")), "docs/grants.md has no row of the grant {name}");
    }
    let source = text(Path::new("host/runtime/src/capabilities/hooks.rs"));
    let kinds = source.split("format!(\"").skip(1).filter_map(|rest| rest.split_once(":{").map(|(kind, _)| kind));
    let kinds: Vec<&str> = kinds.filter(|kind| is_word(kind)).collect();
    assert!(kinds.len() >= 7, "{kinds:?}");
    for kind in kinds {
        assert!(hooks.contains(&format!("\n| `{kind}:")), "docs/grants.md has no row of the hook {kind}");
    }
}
