//! No circle between files, within each crate. `crate_files.rs` says when a file leads to another one.
//!
//! To break one: move what both files name into a file below them.

use crate::crate_files::CrateFiles;
use crate::{files, root, text};

/// Folders of crates.
const HOUSE: [&str; 5] = ["host", "plugins", "sdk", "warehouse", "examples"];

#[test]
fn no_circle_between_files() {
    let mut found = Vec::new();
    for manifest in HOUSE.iter().flat_map(|folder| files(folder, &["Cargo.toml"])) {
        let folder = manifest.parent().expect("a manifest is in a folder");
        let source = folder.join("src");
        // The tests of an example are a crate of one file each.
        if !root().join(&source).is_dir() {
            continue;
        }
        let of_crate = files(&source.to_string_lossy(), &[".rs"]);
        // Of a crate with both, `main.rs` is a crate of its own.
        let has_library = of_crate.contains(&source.join("lib.rs"));
        let mut crate_files = CrateFiles::default();
        for file in of_crate {
            let name = file.strip_prefix(&source).expect("the file is below src").to_string_lossy().into_owned();
            if name != "main.rs" || !has_library {
                crate_files.add(&name, &text(&file));
            }
        }
        crate_files.link();
        for (circle, steps) in crate_files.circles() {
            println!("{}: {circle}\n{}", folder.display(), steps.join("\n"));
            found.push(format!("{}: {circle}", folder.display()));
        }
    }
    assert!(found.is_empty(), "files lead to each other in a circle: {found:?}");
}

fn circles_of(sources: &[(&str, &str)]) -> Vec<String> {
    let mut files = CrateFiles::default();
    for (name, source) in sources {
        files.add(name, source);
    }
    files.link();
    files.circles().into_keys().collect()
}

#[test]
fn a_circle_is_found_and_a_name_that_is_given_on_is_none() {
    let room = ("room/mod.rs", "mod inner; mod word;\npub use inner::Inner;\npub use word::Word;");
    let inner = ("room/inner.rs", "use super::Word;\npub struct Inner(Word);");
    let library = ("lib.rs", "mod room;");
    assert!(circles_of(&[library, room, inner, ("room/word.rs", "pub struct Word;")]).is_empty());
    let word = (
        "room/word.rs",
        "// use crate::room::Inner;\npub struct Word;\nfn of(text: &'static str) -> crate::room::Inner { todo!(\"{\") }",
    );
    assert_eq!(circles_of(&[library, room, inner, word]), ["room/inner.rs room/word.rs"]);
    let asking =
        ("room/mod.rs", "mod inner; use inner::Inner;\npub struct Word;\npub fn make() -> Inner { inner::made() }");
    assert_eq!(circles_of(&[library, asking, inner]), ["room/inner.rs room/mod.rs"]);
    let nested = ("lib.rs", "pub struct Word;\nmod inline { use super::Word; pub struct Other(Word); }");
    assert!(circles_of(&[nested]).is_empty());
    // A function that is named as its file is given on too.
    let given_on = ("room/mod.rs", "mod inner;\npub use inner::inner;\npub struct Word;");
    assert!(
        circles_of(&[library, given_on, ("room/inner.rs", "use super::Word;\npub fn inner(_: Word) {}")]).is_empty()
    );
}

#[test]
fn a_circle_through_a_method_or_a_constant_of_a_type_is_found() {
    let library = ("lib.rs", "mod shelf; mod writing;");
    let circle = ["shelf.rs writing.rs"];
    let shelf = |method: &'static str| ("shelf.rs", method);
    let writing = |code: &'static str| ("writing.rs", code);
    let by_self = shelf("pub struct Shelf; impl Shelf { fn fill(&self) { self.write(1); } }");
    let apart = writing("use crate::shelf::Shelf; impl Shelf { pub(super) fn write(&self, _: u8) {} }");
    assert_eq!(circles_of(&[library, by_self, apart]), circle);
    let on_value = shelf("pub struct Shelf; fn fill(shelf: &Shelf) { shelf.write(1); }");
    assert_eq!(circles_of(&[library, on_value, apart]), circle);
    let by_constant = shelf("pub struct Shelf; fn most() -> u8 { Shelf::MOST }");
    let constant = writing("use crate::shelf::Shelf; impl Shelf { pub const MOST: u8 = 1; }");
    assert_eq!(circles_of(&[library, by_constant, constant]), circle);
    // It can only be meant for another type: nobody outside of the file can call this one.
    let own = writing("use crate::shelf::Shelf; impl Shelf { fn write(&self, _: u8) {} }");
    assert!(circles_of(&[library, on_value, own]).is_empty());
    // The name says nothing where several types have such a method.
    let two = writing("use crate::shelf::Shelf; impl Shelf { pub fn write(&self, _: u8) {} }");
    let other = ("other.rs", "pub struct Other; impl Other { pub fn write(&self, _: u8) {} }");
    assert!(circles_of(&[library, on_value, two, other]).is_empty());
}
