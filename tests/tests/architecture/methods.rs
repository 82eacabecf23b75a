//! The methods and associated constants of a Rust file, and the names by which it uses some.

use std::collections::BTreeSet;

/// An `impl` block.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Implementation {
    /// The path of the type, without its generic arguments.
    pub of: Vec<String>,
    /// Its methods and constants; none of a block that implements a trait.
    pub items: Vec<Item>,
    /// Names behind `self.` that are called, and names behind `Self::`.
    pub used: BTreeSet<String>,
}

/// A method or an associated constant.
#[derive(Debug, PartialEq, Eq)]
pub struct Item {
    pub name: String,
    /// The path of the module in which it can be called, as `pub(…)` gives it: `crate`, `super`, `self`, or a whole path.
    pub seen_in: Vec<String>,
}

/// Every `impl` block of a file.
pub fn implementations(tokens: &[String]) -> Vec<Implementation> {
    let word = |place: usize| tokens.get(place).map_or("", String::as_str);
    let begins = |place: usize| place == 0 || ["}", "{", ";", "]", "unsafe"].contains(&word(place - 1));
    let mut found = Vec::new();
    for place in (0..tokens.len()).filter(|place| word(*place) == "impl" && begins(*place)) {
        let mut head = Vec::new();
        let mut next = behind_generics(tokens, place + 1);
        while !["{", ";", ""].contains(&word(next)) {
            if word(next) == "<" {
                next = behind_generics(tokens, next);
            } else {
                head.push(word(next));
                next += 1;
            }
        }
        let head: Vec<&str> = head.into_iter().take_while(|part| *part != "where").collect();
        let of_trait = head.iter().position(|part| *part == "for");
        let of = head[of_trait.map_or(0, |position| position + 1)..].iter();
        let of = of.filter(|part| !["::", "&", "mut", "dyn"].contains(part)).map(|part| (*part).to_owned()).collect();
        let mut implementation = Implementation { of, ..Implementation::default() };
        let mut depth = 0_usize;
        for place in next..tokens.len() {
            match word(place) {
                "{" => depth += 1,
                "}" if depth <= 1 => break,
                "}" => depth -= 1,
                "fn" | "const" if depth == 1 && of_trait.is_none() && !["fn", "unsafe"].contains(&word(place + 1)) => {
                    let name = word(place + 1).to_owned();
                    implementation.items.push(Item { name, seen_in: visibility(tokens, place) });
                }
                "self" if word(place + 1) == "." && ["(", "::"].contains(&word(place + 3)) => {
                    implementation.used.insert(word(place + 2).to_owned());
                }
                "Self" if word(place + 1) == "::" => {
                    implementation.used.insert(word(place + 2).to_owned());
                }
                _ => {}
            }
        }
        found.push(implementation);
    }
    found
}

/// The names behind a point that are called.
pub fn called(tokens: &[String]) -> BTreeSet<String> {
    let calls = tokens.windows(3).filter(|window| window[0] == "." && window[2] == "(");
    calls.map(|window| window[1].clone()).collect()
}

/// The names of all functions and methods that the file declares.
pub fn functions(tokens: &[String]) -> BTreeSet<String> {
    tokens.windows(2).filter(|window| window[0] == "fn").map(|window| window[1].clone()).collect()
}

/// The place behind `<…>`; the place itself where none begins there.
fn behind_generics(tokens: &[String], from: usize) -> usize {
    let mut depth = 0_usize;
    for place in from..tokens.len() {
        match tokens[place].as_str() {
            "<" => depth += 1,
            ">" if tokens[place - 1] != "-" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return if place == from { from } else { place + 1 };
        }
    }
    tokens.len()
}

/// What `pub` says in front of an item whose `fn` or `const` stands at `place`.
fn visibility(tokens: &[String], place: usize) -> Vec<String> {
    let is_before = |word: &String| ["async", "const", "unsafe"].contains(&word.as_str());
    let before: Vec<&str> =
        tokens[..place].iter().rev().skip_while(|word| is_before(word)).map(String::as_str).collect();
    let path =
        |words: &[&str]| words.iter().rev().filter(|word| **word != "::").map(|word| (*word).to_owned()).collect();
    match before.as_slice() {
        ["pub", ..] | [")", "crate", "(", "pub", ..] => vec!["crate".to_owned()],
        [")", "super", "(", "pub", ..] => vec!["super".to_owned()],
        [")", rest @ ..] => match rest.iter().position(|word| *word == "in") {
            Some(length) if rest.get(length + 2) == Some(&"pub") => path(&rest[..length]),
            _ => vec!["self".to_owned()],
        },
        _ => vec!["self".to_owned()],
    }
}

#[test]
fn methods_are_read_with_those_who_may_call_them() {
    let source = "impl<T: Fn(&T) -> bool> Shelf<T> { pub const fn of() -> Self { Self::EMPTY } const EMPTY: u8 = 1; fn own(&self) {} }
        impl fmt::Display for Shelf<u8> { fn fmt(&self) { self.own(); self.rows.len(); } }
        impl super::Shelf { pub(in crate::shelves) async fn put(&mut self) {} pub(super) fn take(&self) {} }";
    let found = implementations(&crate::source::tokens(source));
    let item = |name: &str, seen_in: &[&str]| Item {
        name: name.to_owned(),
        seen_in: seen_in.iter().map(|word| (*word).to_owned()).collect(),
    };
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    assert_eq!(
        found.iter().map(|block| block.of.clone()).collect::<Vec<_>>(),
        [names(&["Shelf"]), names(&["Shelf"]), names(&["super", "Shelf"])]
    );
    assert_eq!(found[0].items, [item("of", &["crate"]), item("EMPTY", &["self"]), item("own", &["self"])]);
    assert_eq!(found[0].used.iter().cloned().collect::<Vec<_>>(), ["EMPTY"]);
    assert_eq!((found[1].items.len(), found[1].used.iter().cloned().collect::<Vec<_>>()), (0, names(&["own"])));
    assert_eq!(found[2].items, [item("put", &["crate", "shelves"]), item("take", &["super"])]);
}
