//! The rules of ARCHITECTURE.md that can be read off the source tree. Each failure names the file that breaks one.
//!
//! To add a rule: a test here, and its line under "Architecture Invariants".

mod circles;
mod crate_files;
mod documents;
mod methods;
mod repeated_sql;
mod source;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Folders that hold nothing of ours.
const FOREIGN: [&str; 3] = ["target", "node_modules", ".git"];

/// More than this is two files.
const LONGEST_FILE_LINES: usize = 500;

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// Every file below `folder` (relative to the project) with one of these endings, relative to the project.
fn files(folder: &str, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let path = entry.expect("an entry of a folder can be read").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            // A link is not followed: it leads to what is looked at elsewhere, or out of the project.
            if path.is_symlink() || FOREIGN.contains(&name.as_str()) {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if endings.iter().any(|ending| name.ends_with(ending)) {
                found.push(path.strip_prefix(root()).expect("the file is below the root").to_owned());
            }
        }
    }
    found.sort();
    assert!(!found.is_empty(), "{folder} has no file that ends in {endings:?}: the test looks in the wrong place");
    found
}

fn text(file: &Path) -> String {
    fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// The lines of a Rust or WIT file with their comments cut off.
fn code(file: &Path) -> String {
    text(file).lines().map(|line| line.split_once("//").map_or(line, |(code, _)| code)).collect::<Vec<_>>().join("\n")
}

/// Fails with every file of `folder` that is not below `allowed` and whose code holds `word`.
fn only_below(word: &str, folder: &str, allowed: &[&str]) {
    let offenders: Vec<_> = files(folder, &[".rs"])
        .into_iter()
        .filter(|file| !allowed.iter().any(|place| file.starts_with(place)) && code(file).contains(word))
        .collect();
    assert!(offenders.is_empty(), "{word} may be named below {allowed:?} only, and is in {offenders:?}");
}

#[test]
fn only_the_runtime_knows_wasmtime() {
    for folder in ["host", "warehouse", "sdk", "plugins"] {
        for manifest in files(folder, &["Cargo.toml"]) {
            let depends = text(&manifest).lines().any(|line| line.starts_with("wasmtime"));
            let is_runtime = manifest == Path::new("host/runtime/Cargo.toml");
            assert_eq!(depends, is_runtime, "{}: of the runtime alone", manifest.display());
        }
    }
}

/// The compiler holds the arrows; this holds the table to them.
#[test]
fn the_crates_of_the_host_stand_on_what_the_table_says() {
    let named = |cell: &str| -> BTreeSet<String> {
        cell.split('`').skip(1).step_by(2).filter(|word| word.starts_with("quarry-")).map(str::to_owned).collect()
    };
    let document = text(Path::new("ARCHITECTURE.md"));
    let rows = document.lines().filter_map(|line| line.strip_prefix("| `quarry-")?.split_once('|'));
    let mut described = 0;
    for (crates, stands_on) in rows {
        for name in named(&format!("`quarry-{crates}")) {
            let manifest = PathBuf::from(format!("host/{}/Cargo.toml", name.trim_start_matches("quarry-")));
            let real: BTreeSet<String> = text(&manifest)
                .lines()
                .filter(|line| line.contains("path = \"../") && !line.contains("path = \"../../"))
                .filter_map(|line| line.split_once(' '))
                .map(|(dependency, _)| dependency.to_owned())
                .collect();
            assert_eq!(real, named(stands_on), "{} and ARCHITECTURE.md", manifest.display());
            described += 1;
        }
    }
    assert_eq!(described + 1, files("host", &["Cargo.toml"]).len(), "ARCHITECTURE.md leaves a crate of the host out");
}

#[test]
fn only_modules_can_change_what_is_served() {
    only_below("RoutingTablePublisher", "host", &["host/src/modules", "host/edge"]);
    only_below("publish_routes", "host", &["host/src/modules", "host/edge"]);
}

#[test]
fn a_family_knows_the_sdk_what_families_share_and_no_other_family() {
    for manifest in files("plugins", &["Cargo.toml"]) {
        for line in text(&manifest).lines().filter(|line| line.contains("path =")) {
            let is_sdk = line.trim_start().starts_with("quarry-sdk ");
            let shared = line.split("path = \"../").nth(1).and_then(|rest| rest.split('"').next());
            let is_shared = shared.is_some_and(|folder| is_shared(&Path::new("plugins").join(folder)));
            assert!(is_sdk || is_shared, "{} depends on another family, or on the host: {line}", manifest.display());
        }
    }
}

/// A crate that families are made with: no component, and without routes of its own.
fn is_shared(folder: &Path) -> bool {
    let is_component = text(&folder.join("Cargo.toml")).contains("cdylib");
    let has_routes = files(&folder.join("src").to_string_lossy(), &[".rs"]).iter().any(|file| {
        let code = code(file);
        code.contains("plugin!") || code.contains("#[endpoint(")
    });
    !is_component && !has_routes
}

#[test]
fn neither_host_nor_sdk_depends_on_a_family() {
    for manifest in ["host", "warehouse", "sdk"].iter().flat_map(|folder| files(folder, &["Cargo.toml"])) {
        assert!(!text(&manifest).contains("plugins/"), "{} depends on a family", manifest.display());
    }
}

#[test]
fn a_family_keeps_its_sql_in_files_that_the_host_can_check() {
    for file in files("plugins", &[".rs"]) {
        let code = code(&file);
        for word in ["SELECT ", "INSERT INTO", "UPDATE ", "DELETE FROM"] {
            assert!(
                !code.contains(word),
                "{} has SQL in Rust ({word}): it belongs into a file of its own",
                file.display()
            );
        }
    }
}

#[test]
fn the_contract_has_no_place_for_a_credential() {
    for file in files("wit", &[".wit"]) {
        let code = code(&file).to_lowercase();
        for word in ["cookie", "authorization:", "bearer"] {
            assert!(!code.contains(word), "{} names a {word}: a component must never see one", file.display());
        }
        // Secrets and passwords cross as handles, never as text or bytes.
        for line in code.lines().filter(|line| line.contains("secret") || line.contains("password")) {
            for (name, kind) in line.split(',').filter_map(|part| part.rsplit_once(':')) {
                let name = name.rsplit(|letter: char| !letter.is_ascii_lowercase() && letter != '-').next();
                let is_secret = name.is_some_and(|name| ["secret", "secrets", "password"].contains(&name));
                let is_handle =
                    ["secret", "borrow<secret>", "list<secret>", "func("].iter().any(|h| kind.trim().starts_with(h));
                assert!(!is_secret || is_handle, "{}: {line} has a secret that is no handle", file.display());
            }
        }
    }
    // What a request brings has no headers; those of an answer are the component's own.
    let exchange = code(Path::new("wit/exchange.wit"));
    let request = exchange.split("variant fragment").next().unwrap_or_default();
    assert!(request.contains("record request") && !request.contains("header"), "a request shows its headers");
}

#[test]
fn unsafe_code_is_allowed_where_its_reasons_stand_and_nowhere_else() {
    let this_file = Path::new("tests/tests/architecture/main.rs");
    let allowed: BTreeSet<PathBuf> = files(".", &[".rs"])
        .into_iter()
        .filter(|file| file != this_file && code(file).replace("forbid(unsafe_code)", "").contains("unsafe_code"))
        .collect();
    let known = [
        "host/runtime/src/compiled_cache.rs",
        "host/runtime/src/exports.rs",
        "sdk/src/c_library.rs",
        "sdk/src/lib.rs",
        "tests/components/bare/src/lib.rs",
        "tests/components/canary-writer/src/memory.rs",
        "tests/components/intruder/src/forged.rs",
        "tests/components/manifests/src/lib.rs",
        "tests/components/peer/src/lib.rs",
        "tests/components/texts/src/lib.rs",
        "warehouse/src/engine/ffi/mod.rs",
    ];
    assert_eq!(
        allowed,
        known.iter().map(PathBuf::from).collect(),
        "ARCHITECTURE.md lists where unsafe code is allowed"
    );
}

#[test]
fn a_file_is_a_room_and_not_a_house() {
    for file in files(".", &[".rs"]) {
        let lines = text(&file).lines().count();
        assert!(lines <= LONGEST_FILE_LINES, "{} has {lines} lines; {LONGEST_FILE_LINES} is the most", file.display());
    }
}

#[test]
fn the_words_of_the_app_stores_migrations_stand_in_their_table() {
    let table = text(Path::new("migrations/app/README.md"));
    let known: BTreeSet<&str> =
        table.lines().filter_map(|line| line.strip_prefix("| `")).flat_map(words_in_braces).collect();
    let known: BTreeSet<&str> = known.into_iter().filter_map(|word| word.split(' ').next()).collect();
    let mut used = BTreeSet::new();
    for file in files("migrations/app", &[".sql"]) {
        for word in words_in_braces(&text(&file)) {
            let word = word.split(' ').next().unwrap_or_default();
            assert!(known.contains(word), "{} has {{{word}}}; the README knows {known:?}", file.display());
            used.insert(word.to_owned());
        }
    }
    assert_eq!(used, known.iter().map(|word| (*word).to_owned()).collect(), "the README has a word that no file uses");
}

fn words_in_braces(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).map(|rest| rest.split_once('}').map_or(rest, |(word, _)| word))
}

/// The items of the SDK that `#[endpoint]`, `statement!`, `plugin!` and the derives write, and nobody else does.
const WRITTEN_BY_MACROS: &[&str] = &[
    "Bounds",
    "CONTRACT_VERSION",
    "Cells",
    "DeclaredGuard",
    "DeprecationDeclaration",
    "DialectText",
    "Endpoint",
    "EndpointDeclaration",
    "EndpointRepetition",
    "IntoValue",
    "MicrosecondsValue",
    "RowField",
    "ToolDeclaration",
    "bind_column",
    "bind_nullable_column",
    "distinct",
    "distinct_guards",
    "guard_declaration",
    "outcome",
    "report_panics",
    "route_guard",
    "stamp",
    "statement_declaration",
    "take",
    "take_json",
    "take_microseconds",
    "take_row",
    "unknown_operation",
    "with_statements",
];

#[test]
fn every_public_item_of_the_sdk_is_shown_in_an_example_that_compiles() {
    let sources: Vec<PathBuf> =
        ["sdk/src", "sdk/testkit/src"].iter().flat_map(|folder| files(folder, &[".rs"])).collect();
    let mut shown = BTreeSet::new();
    for page in files("docs/capabilities", &[".md"]) {
        words_of_examples(text(&page).lines(), &mut shown);
    }
    for source in &sources {
        let source = text(source);
        let documentation = source.lines().filter_map(|line| {
            let line = line.trim_start();
            line.strip_prefix("///").or_else(|| line.strip_prefix("//!"))
        });
        words_of_examples(documentation, &mut shown);
    }
    for source in &sources {
        let mut is_hidden = false;
        for line in text(source).lines().map(str::trim_start) {
            if let Some(name) = public_item(line)
                && !is_hidden
                && !WRITTEN_BY_MACROS.contains(&name)
            {
                assert!(shown.contains(name), "{}: no example that compiles shows {name}", source.display());
            }
            is_hidden = line.starts_with("#[doc(hidden)]") || (is_hidden && line.starts_with(['#', '/']));
        }
    }
}

/// The words in the blocks of code that the documentation's tests compile.
fn words_of_examples<'a>(lines: impl Iterator<Item = &'a str>, words: &mut BTreeSet<String>) {
    let (mut is_within, mut is_compiled) = (false, false);
    for line in lines.map(str::trim_start) {
        if let Some(kind) = line.strip_prefix("```") {
            is_compiled = matches!(kind.trim(), "" | "rust" | "no_run");
            is_within = !is_within;
        } else if is_within && is_compiled {
            let named = line.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
            words.extend(named.map(str::to_owned));
        }
    }
}

/// The name of what the line makes public, but for modules and what is given on from elsewhere.
fn public_item(line: &str) -> Option<&str> {
    let item = line.strip_prefix("pub ")?;
    let item = item.strip_prefix("const fn ").map_or(item, |_| &item["const ".len()..]);
    let kinds = ["fn ", "struct ", "enum ", "trait ", "type ", "const "];
    let rest = kinds.iter().find_map(|kind| item.strip_prefix(kind))?;
    rest.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next()
}

/// `just first-hour` failed in a fresh clone: one of its tests reads a component of the tests that nothing had built.
#[test]
fn a_recipe_that_runs_the_black_box_suite_builds_the_components_of_the_tests() {
    let justfile = text(Path::new("justfile"));
    // What is private runs behind one of the others; the variables are no recipe.
    let is_called =
        |recipe: &&str| recipe.contains("cargo test") && !recipe.contains("private]") && !recipe.contains(" := ");
    let recipes: Vec<&str> = justfile.split("\n\n").filter(is_called).collect();
    let runs_suite =
        |recipe: &&&str| recipe.contains("--test api") || recipe.contains("--test 'a*'") || !recipe.contains("--test ");
    let running: Vec<_> = recipes.iter().filter(runs_suite).collect();
    assert!(running.len() >= 3, "the recipes test, first-hour and accept run it: {running:?}");
    for recipe in running {
        assert!(recipe.contains("{{ test_components }}"), "not built before it is read: {recipe}");
    }
}

/// A migration that no list names is never applied, and statements that rest on it are refused on every store.
#[test]
fn every_migration_is_one_that_a_host_applies() {
    for (folder, list) in [
        ("migrations/app", "host/stores/src/app/migrations.rs"),
        ("migrations/warehouse", "host/ingest/src/migrate.rs"),
    ] {
        let applied = text(Path::new(list));
        for file in files(folder, &[".sql"]) {
            let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let is_named =
                [format!("\"{name}\""), format!("\"{name}.sql\"")].iter().any(|named| applied.contains(named));
            assert!(is_named, "{list} does not name {}", file.display());
        }
    }
}
