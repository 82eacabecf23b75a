//! The words that a watch may name: lending protocols and chains.

use quarry_lending_words::{LendingWord, LendingWordKind};
use quarry_sdk::prelude::*;

statement!(warehouse, SelectWatchableChains, "src/watches/watchable_chains.sql");

/// A chain that a watch may name.
#[derive(Row)]
pub struct WatchableChain {
    pub id: u64,
    pub word: String,
}

/// Reads the protocols, in the order of their words.
pub fn protocols() -> Result<Vec<LendingWord>, Problem> {
    let known = quarry_lending_words::known()?;
    Ok(known.into_iter().filter(|word| word.kind == LendingWordKind::Protocol).collect())
}

/// Reads the chains, in the order of their words.
pub fn chains() -> Result<Vec<WatchableChain>, Problem> {
    SelectWatchableChains {}.all()
}
