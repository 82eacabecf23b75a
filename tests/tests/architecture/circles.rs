//! No circle between files, within each crate of the host.
//!
//! A file leads to another one when it names something that is defined there: by `use`, or by a path in its code. A name that
//! a module gives on (`pub use`) leads to the file that defines it, and giving it on alone leads nowhere. Methods of a type
//! whose `impl` stands in another file are not seen.
//!
//! To break one: move what both files name into a file below them.

use crate::source::{NamedPath, paths, tokens};
use crate::{files, text};
use std::collections::{BTreeMap, BTreeSet};

type Module = Vec<String>;

/// A crate as its files name each other.
#[derive(Default)]
struct Files {
    /// The file of each module, relative to the crate's `src`.
    names: BTreeMap<Module, String>,
    paths: BTreeMap<Module, Vec<NamedPath>>,
    words: BTreeMap<Module, BTreeMap<String, usize>>,
    /// The modules and items that names stand for in a module.
    imports: BTreeMap<Module, BTreeMap<String, Vec<String>>>,
}

impl Files {
    fn add(&mut self, name: &str, source: &str) {
        let mut module: Module = name.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
        if ["mod", "lib"].contains(&module.last().map_or("", String::as_str)) {
            module.pop();
        }
        let tokens = tokens(source);
        let mut words = BTreeMap::new();
        for token in &tokens {
            *words.entry(token.clone()).or_insert(0) += 1;
        }
        self.names.insert(module.clone(), name.to_owned());
        self.words.insert(module.clone(), words);
        self.paths.insert(module, paths(&tokens));
    }

    fn link(&mut self) {
        for (module, paths) in &self.paths {
            let imports = self.imports.entry(module.clone()).or_default();
            for path in paths.iter().filter(|path| path.within.is_empty()) {
                if let Some(name) = &path.name {
                    imports.insert(name.clone(), path.words.clone());
                }
            }
        }
    }

    /// The path from the crate's root; none for what is not of this crate.
    fn absolute(&self, module: &[String], path: &[String]) -> Option<Vec<String>> {
        let (first, rest) = path.split_first()?;
        let joined = |base: &[String], rest: &[String]| Some([base, rest].concat());
        match first.as_str() {
            "crate" => Some(rest.to_vec()),
            "self" => joined(module, rest),
            "super" => {
                let ups = path.iter().take_while(|word| *word == "super").count();
                joined(&module[..module.len().checked_sub(ups)?], &path[ups..])
            }
            _ if self.names.contains_key(&[module, std::slice::from_ref(first)].concat()) => joined(module, path),
            _ => None,
        }
    }

    /// The module whose file defines what an absolute path names.
    fn defining(&self, path: &[String], hops: usize) -> Option<Module> {
        let length = (0..=path.len()).rev().find(|length| self.names.contains_key(&path[..*length]))?;
        let (module, rest) = path.split_at(length);
        let given_on = rest.first().and_then(|name| self.imports.get(module)?.get(name));
        match given_on.and_then(|target| self.absolute(module, target)) {
            Some(target) if hops > 0 && target != path => self.defining(&[&target, &rest[1..]].concat(), hops - 1),
            // Defined in another crate.
            _ if given_on.is_some() => None,
            _ => Some(module.to_vec()),
        }
    }

    /// The modules that each module leads to, each with a path that does.
    fn edges(&self) -> BTreeMap<Module, BTreeMap<Module, String>> {
        let mut edges: BTreeMap<Module, BTreeMap<Module, String>> = BTreeMap::new();
        for (module, paths) in &self.paths {
            let leading = edges.entry(module.clone()).or_default();
            for path in paths {
                let uses = path.name.as_ref().and_then(|name| self.words[module].get(name)).copied().unwrap_or(2);
                if path.is_given_on && uses < 2 {
                    continue;
                }
                let base = [module.as_slice(), &path.within].concat();
                let target = self.absolute(&base, &path.words).and_then(|path| self.defining(&path, 8));
                if let Some(target) = target.filter(|target| target != module) {
                    leading.entry(target).or_insert_with(|| path.words.join("::"));
                }
            }
        }
        edges
    }

    /// The sets of files that lead to each other, each with the steps within it.
    fn circles(&self) -> BTreeMap<String, Vec<String>> {
        let edges = self.edges();
        let reached: BTreeMap<&Module, BTreeSet<&Module>> =
            edges.keys().map(|module| (module, reach(&edges, module))).collect();
        let mut circles = BTreeMap::new();
        for (module, from_here) in &reached {
            let circle: BTreeSet<&Module> =
                from_here.iter().copied().filter(|other| reached[other].contains(module)).collect();
            if circle.is_empty() {
                continue;
            }
            let mut steps = Vec::new();
            for from in &circle {
                for (to, path) in edges[*from].iter().filter(|(to, _)| circle.contains(to)) {
                    steps.push(format!("  {} leads to {} by {path}", self.names[*from], self.names[to]));
                }
            }
            let names: BTreeSet<&str> = circle.iter().map(|module| self.names[*module].as_str()).collect();
            circles.insert(names.into_iter().collect::<Vec<_>>().join(" "), steps);
        }
        circles
    }
}

/// Every module that one leads to, over others too; itself only where it is in a circle.
fn reach<'a>(edges: &'a BTreeMap<Module, BTreeMap<Module, String>>, from: &Module) -> BTreeSet<&'a Module> {
    let mut reached = BTreeSet::new();
    let mut left: Vec<&Module> = edges[from].keys().collect();
    while let Some(module) = left.pop() {
        if reached.insert(module) {
            left.extend(edges[module].keys());
        }
    }
    reached
}

#[test]
fn no_circle_between_files() {
    let mut found = Vec::new();
    for manifest in files("host", &["Cargo.toml"]) {
        let folder = manifest.parent().expect("a manifest is in a folder");
        let source = folder.join("src");
        let mut crate_files = Files::default();
        for file in files(&source.to_string_lossy(), &[".rs"]) {
            let name = file.strip_prefix(&source).expect("the file is below src").to_string_lossy().into_owned();
            if name != "main.rs" {
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
    let mut files = Files::default();
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
}
