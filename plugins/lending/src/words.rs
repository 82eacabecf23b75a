//! Protocols and deployments by word: what a row can carry can be asked for, and nothing else.

use quarry_sdk::prelude::*;

statement!(warehouse, SelectKnownWords, "sql/known_words.sql");

/// Protocols that have a word whether or not something of them was loaded.
const PROTOCOLS: [&str; 5] = ["aave_v1", "aave_v2", "aave_v3", "compound_v2", "compound_v3"];

/// The kind of thing that a word names.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum WordKind {
    Protocol,
    Deployment,
}

impl WordKind {
    fn column(self) -> &'static str {
        match self {
            WordKind::Protocol => "protocol",
            WordKind::Deployment => "deployment",
        }
    }
}

/// The words of a kind, in their order.
pub fn known(kind: WordKind) -> Result<Vec<String>, Problem> {
    let rows = (SelectKnownWords {}).query()?;
    let of_kind = |row: &usize| rows.text(*row, "kind").as_deref() == Some(kind.column());
    let mut words: Vec<String> =
        (0..rows.row_count()).filter(of_kind).filter_map(|row| rows.text(row, "word")).collect();
    if kind == WordKind::Protocol {
        words.extend(PROTOCOLS.iter().map(|word| (*word).to_owned()));
        words.sort();
        words.dedup();
    }
    Ok(words)
}

/// 422 with the words that there are, unless the given one is among them.
pub fn check(parameter: &str, kind: WordKind, given: Option<&str>) -> Result<(), Problem> {
    let Some(given) = given else { return Ok(()) };
    let words = known(kind)?;
    if words.iter().any(|word| word == given) {
        return Ok(());
    }
    let there = if words.is_empty() {
        format!("no {parameter} is loaded yet")
    } else {
        format!("give one of {}", words.join(", "))
    };
    Err(Problem::invalid_parameter(parameter, format!("{parameter} is {given}, which no row has: {there}.")))
}
