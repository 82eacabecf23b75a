//! The files of a crate, and which of them leads to which.
//!
//! A file leads to another one when it names something that is defined there: by `use`, or by a path in its code. A name that
//! a module gives on (`pub use`) leads to the file that defines it, and giving it on alone leads nowhere.
//!
//! A file leads to the one that has a method or an associated constant when it names it: by `Type::name`; within an `impl` of the type
//! by `self.name()` and `Self::name`; and by `value.name()` where the method stands in another file than its type, no other function of
//! the crate has its name, and the file may call it. Other calls on values, and methods of traits, are not seen.

use crate::methods::{Implementation, called, functions, implementations};
use crate::source::{NamedPath, paths, tokens};
use std::collections::{BTreeMap, BTreeSet};

type Module = Vec<String>;
/// The module that defines a type, and its name.
type Type = (Module, Vec<String>);

/// A crate as its files name each other.
#[derive(Default)]
pub struct CrateFiles {
    /// The file of each module, relative to the crate's `src`.
    names: BTreeMap<Module, String>,
    paths: BTreeMap<Module, Vec<NamedPath>>,
    /// The words of each file, but for `use` and `mod`.
    words: BTreeMap<Module, BTreeSet<String>>,
    /// The modules and items that names stand for in a module.
    imports: BTreeMap<Module, BTreeMap<String, Vec<String>>>,
    implementations: BTreeMap<Module, Vec<Implementation>>,
    called: BTreeMap<Module, BTreeSet<String>>,
    /// The modules that declare a function of a name.
    functions: BTreeMap<String, BTreeSet<Module>>,
}

impl CrateFiles {
    /// Adds a file by its name below the crate's `src`.
    pub fn add(&mut self, name: &str, source: &str) {
        let mut module: Module = name.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
        if ["mod", "lib"].contains(&module.last().map_or("", String::as_str)) || name == "main.rs" {
            module.pop();
        }
        let tokens = tokens(source);
        self.names.insert(module.clone(), name.to_owned());
        self.words.insert(module.clone(), words(&tokens));
        for function in functions(&tokens) {
            self.functions.entry(function).or_default().insert(module.clone());
        }
        self.implementations.insert(module.clone(), implementations(&tokens));
        self.called.insert(module.clone(), called(&tokens));
        self.paths.insert(module, paths(&tokens));
    }

    /// Reads what the names of each file stand for, once all are there.
    pub fn link(&mut self) {
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

    /// The module whose file defines what an absolute path names, and the rest of the path in it.
    fn defining(&self, path: &[String], hops: usize) -> Option<Type> {
        let length = (0..=path.len()).rev().find(|length| self.names.contains_key(&path[..*length]))?;
        let (module, rest) = path.split_at(length);
        let given_on = rest.first().and_then(|name| self.imports.get(module)?.get(name));
        match given_on.and_then(|target| self.absolute(module, target)) {
            Some(target) if hops > 0 && target != path => self.defining(&[&target, &rest[1..]].concat(), hops - 1),
            // Defined in another crate.
            _ if given_on.is_some() => None,
            _ => Some((module.to_vec(), rest.to_vec())),
        }
    }

    /// The type that a path in the code of a module stands for.
    fn type_of(&self, module: &Module, path: &[String]) -> Option<Type> {
        let (first, rest) = path.split_first()?;
        let imported = || Some([self.imports.get(module)?.get(first)?, rest].concat());
        let path = match (self.absolute(module, path), imported()) {
            (Some(path), _) => path,
            (None, Some(imported)) => self.absolute(module, &imported)?,
            (None, None) => [module, path].concat(),
        };
        self.defining(&path, 8)
    }

    /// The modules that each module leads to, each with a path that does.
    fn edges(&self) -> BTreeMap<Module, BTreeMap<Module, String>> {
        let mut edges: BTreeMap<Module, BTreeMap<Module, String>> = BTreeMap::new();
        for (module, paths) in &self.paths {
            let leading = edges.entry(module.clone()).or_default();
            for path in paths {
                let is_used = path.name.as_ref().is_none_or(|name| self.words[module].contains(name));
                if path.is_given_on && !is_used {
                    continue;
                }
                let base = [module.as_slice(), &path.within].concat();
                let target = self.absolute(&base, &path.words).and_then(|path| self.defining(&path, 8));
                if let Some((target, _)) = target.filter(|(target, _)| target != module) {
                    leading.entry(target).or_insert_with(|| path.words.join("::"));
                }
            }
        }
        for (from, to, by) in self.edges_of_methods() {
            edges.entry(from).or_default().entry(to).or_insert(by);
        }
        edges
    }

    /// Each file that names a method or an associated constant, the file that has it, and how it is named.
    fn edges_of_methods(&self) -> Vec<(Module, Module, String)> {
        let mut places: BTreeMap<(Type, &str), BTreeSet<&Module>> = BTreeMap::new();
        // Methods in another file than their type, with the modules that may call them.
        let mut apart: BTreeMap<&str, (&Module, Module)> = BTreeMap::new();
        for (module, blocks) in &self.implementations {
            for block in blocks {
                let Some(of) = self.type_of(module, &block.of) else { continue };
                for item in &block.items {
                    places.entry((of.clone(), &item.name)).or_default().insert(module);
                    let is_only_one = self.functions.get(&item.name).is_some_and(|declaring| declaring.len() == 1);
                    if is_only_one && of.0 != *module {
                        let seen_in = self.absolute(module, &item.seen_in).unwrap_or_default();
                        apart.insert(&item.name, (module, seen_in));
                    }
                }
            }
        }
        let mut edges = Vec::new();
        let mut name = |from: &Module, of: Option<Type>, name: &str, by: String| {
            for to in of.and_then(|of| places.get(&(of, name))).into_iter().flatten().filter(|to| **to != from) {
                edges.push((from.clone(), (*to).clone(), by.clone()));
            }
        };
        for (module, blocks) in &self.implementations {
            for block in blocks {
                for used in &block.used {
                    name(module, self.type_of(module, &block.of), used, format!("self.{used}"));
                }
            }
            for path in self.paths[module].iter().filter(|path| path.name.is_none() && path.within.is_empty()) {
                if let Some((last, of)) = path.words.split_last().filter(|(_, of)| of[0] != "Self") {
                    name(module, self.type_of(module, of), last, path.words.join("::"));
                }
            }
        }
        for (module, called) in &self.called {
            for name in called {
                if let Some((to, seen_in)) = apart.get(name.as_str())
                    && *to != module
                    && module.starts_with(seen_in)
                {
                    edges.push((module.clone(), (*to).clone(), format!(".{name}()")));
                }
            }
        }
        edges
    }

    /// The sets of files that lead to each other, each with the steps within it.
    pub fn circles(&self) -> BTreeMap<String, Vec<String>> {
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

/// The words of a file, without its `use` and without `mod name;`.
fn words(tokens: &[String]) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    let mut place = 0;
    while place < tokens.len() {
        match tokens[place].as_str() {
            "use" => place += tokens[place..].iter().take_while(|token| *token != ";").count(),
            "mod" if tokens.get(place + 2).is_some_and(|token| token == ";") => place += 2,
            word => {
                words.insert(word.to_owned());
            }
        }
        place += 1;
    }
    words
}
