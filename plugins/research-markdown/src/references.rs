//! Definitions of links, `[word]: address "title"`: a block of a page is read alone, so each link takes its address to where it stands.

use std::cell::Cell;
use std::collections::BTreeMap;

/// An address, and a title where there is one.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Destination {
    pub(crate) url: String,
    pub(crate) title: Option<String>,
}

impl Destination {
    /// As it stands in brackets behind a link's text.
    pub(crate) fn written(&self) -> String {
        let has_marks = self.url.is_empty() || self.url.contains([' ', '(', ')', '<', '>']);
        let url = if has_marks {
            format!("<{}>", self.url.replace('<', "%3C").replace('>', "%3E"))
        } else {
            self.url.clone()
        };
        match &self.title {
            Some(title) => format!("({url} \"{}\")", title.replace('"', "\\\"")),
            None => format!("({url})"),
        }
    }
}

/// A definition, where it stood, and whether anything uses it.
#[derive(Debug)]
pub(crate) struct Definition {
    pub(crate) label: String,
    pub(crate) destination: Destination,
    pub(crate) line: usize,
    pub(crate) is_used: Cell<bool>,
}

/// The definitions of a text by their labels.
#[derive(Debug, Default)]
pub(crate) struct Definitions {
    by_label: BTreeMap<String, Definition>,
}

impl Definitions {
    /// Adds one; of two with a label the first counts, and false is returned for the other.
    pub(crate) fn add(&mut self, label: &str, destination: Destination, line: usize) -> bool {
        let definition = Definition { label: label.to_owned(), destination, line, is_used: Cell::new(false) };
        let key = normal(label);
        if self.by_label.contains_key(&key) {
            return false;
        }
        self.by_label.insert(key, definition);
        true
    }

    pub(crate) fn find(&self, label: &str) -> Option<&Destination> {
        if self.by_label.is_empty() || label.len() > 999 {
            return None;
        }
        let found = self.by_label.get(&normal(label))?;
        found.is_used.set(true);
        Some(&found.destination)
    }

    pub(crate) fn used(&self) -> impl Iterator<Item = &Definition> {
        self.by_label.values().filter(|definition| definition.is_used.get())
    }

    pub(crate) fn unused(&self) -> impl Iterator<Item = &Definition> {
        self.by_label.values().filter(|definition| !definition.is_used.get())
    }
}

fn normal(label: &str) -> String {
    label.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// A definition in one line; none where it is something else, a footnote among it.
pub(crate) fn definition(line: &str) -> Option<(&str, Destination)> {
    let rest = line.trim_start_matches(' ').strip_prefix('[')?;
    let end = rest.find(']')?;
    let label = &rest[..end];
    let rest = rest[end + 1..].strip_prefix(':')?.trim();
    let is_label = !label.trim().is_empty() && !label.starts_with('^') && !label.contains('[');
    let is_indented = line.starts_with("    ");
    if !is_label || is_indented || rest.is_empty() {
        return None;
    }
    let (url, rest) = match rest.strip_prefix('<') {
        Some(rest) => rest.split_once('>')?,
        None => rest.split_once([' ', '\t']).unwrap_or((rest, "")),
    };
    let rest = rest.trim();
    let title = match (rest.chars().next(), rest.chars().next_back()) {
        (None, _) => None,
        (Some('"'), Some('"')) | (Some('\''), Some('\'')) | (Some('('), Some(')')) if rest.len() >= 2 => {
            Some(rest[1..rest.len() - 1].to_owned())
        }
        _ => return None,
    };
    Some((label, Destination { url: url.to_owned(), title }))
}
