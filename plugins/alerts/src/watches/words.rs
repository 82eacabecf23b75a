//! The words that a watch may name: lending protocols and chains.

use quarry_sdk::prelude::*;

statement!(warehouse, SelectWatchableWords, "src/watches/watchable_words.sql");

/// Protocols that have a word whether or not something of them was loaded.
const PROTOCOLS: [&str; 5] = ["aave_v1", "aave_v2", "aave_v3", "compound_v2", "compound_v3"];

/// A chain that a watch may name.
pub struct WatchableChain {
    pub id: u64,
    pub word: String,
}

pub struct WatchableWords {
    /// In their order.
    pub protocols: Vec<String>,
    pub chains: Vec<WatchableChain>,
}

#[derive(Choice, Clone, Copy, PartialEq, Eq)]
enum WordKind {
    Protocol,
    Chain,
}

#[derive(Row)]
struct WatchableWord {
    kind: WordKind,
    word: String,
    chain_id: u64,
}

/// Reads them.
pub fn watchable() -> Result<WatchableWords, Problem> {
    let rows: Vec<WatchableWord> = SelectWatchableWords {}.all()?;
    let (protocols, chains): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| row.kind == WordKind::Protocol);
    let loaded = protocols.into_iter().map(|row| row.word);
    let mut protocols: Vec<String> = loaded.chain(PROTOCOLS.iter().map(|word| (*word).to_owned())).collect();
    protocols.sort();
    protocols.dedup();
    let chains = chains.into_iter().map(|row| WatchableChain { id: row.chain_id, word: row.word }).collect();
    Ok(WatchableWords { protocols, chains })
}
