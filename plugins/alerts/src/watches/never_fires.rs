//! The reasons for which a watch of liquidations cannot fire with what is loaded: people who mistyped a token would wait for ever.

use crate::watches::condition::WatchCondition;
use crate::watches::{AlertWatch, WatchKind, words};
use quarry_lending_words::LendingWord;
use quarry_pool_summaries::address_of;
use quarry_sdk::prelude::*;
use std::collections::BTreeSet;

statement!(warehouse, SelectKnownTokens, "src/watches/known_tokens.sql");
statement!(warehouse, SelectLiquidatedTokens, "src/watches/liquidated_tokens.sql");

/// The reason, before anything is written: none where the warehouse does not answer.
pub fn reason(kind: WatchKind, condition: &WatchCondition) -> Result<Option<String>, Problem> {
    match kind {
        WatchKind::Liquidation => Ok(if_available(of_liquidations(condition))?.flatten()),
        // An event of any chain, category or name can be added tomorrow.
        WatchKind::ChainEvent => Ok(None),
    }
}

/// Says of each watch of liquidations why it cannot fire, by the protocols that are known; of none while the warehouse does not answer.
pub fn judge_watches(watches: &mut [AlertWatch], protocols: &[LendingWord]) -> Result<(), Problem> {
    let known = if_available(known_tokens(watches.iter().map(|watch| &watch.condition)))?;
    let Some(known) = known else { return Ok(()) };
    for watch in watches {
        watch.never_fires = sentence(&watch.condition, &known, protocols);
    }
    Ok(())
}

fn of_liquidations(condition: &WatchCondition) -> Result<Option<String>, Problem> {
    let known = known_tokens(std::iter::once(condition))?;
    let protocols = if condition.protocols.is_empty() { Vec::new() } else { words::protocols()? };
    Ok(sentence(condition, &known, &protocols))
}

/// Those of the tokens that the conditions name which are known here.
fn known_tokens<'a>(conditions: impl Iterator<Item = &'a WatchCondition>) -> Result<BTreeSet<String>, Problem> {
    let named: BTreeSet<&str> = conditions.filter_map(|condition| condition.token.as_deref()).collect();
    if named.is_empty() {
        return Ok(BTreeSet::new());
    }
    let (mut addresses, mut symbols) = (Vec::new(), Vec::new());
    for token in named {
        match address_of(token) {
            Some(address) => addresses.push(address),
            None => symbols.push(token.to_owned()),
        }
    }
    let in_registry = addresses.iter().map(|address| address.0.clone()).collect();
    let found: Vec<String> = SelectKnownTokens { addresses: in_registry, symbols }.values()?;
    let mut known: BTreeSet<String> = found.into_iter().collect();
    // All liquidations are read for a token, and most tokens are in a registry.
    let others = addresses.into_iter().filter(|address| !known.contains(&address.to_hex()));
    let others: Vec<Vec<u8>> = others.map(|address| address.0).collect();
    if !others.is_empty() {
        let found: Vec<String> = SelectLiquidatedTokens { addresses: others }.values()?;
        known.extend(found);
    }
    Ok(known)
}

/// The reason why a watch of liquidations cannot fire, by the tokens and the protocols that are known here; none where it can.
fn sentence(condition: &WatchCondition, tokens: &BTreeSet<String>, protocols: &[LendingWord]) -> Option<String> {
    if let Some(token) = condition.token.as_deref().filter(|token| !tokens.contains(*token)) {
        return Some(format!(
            "No token is called {token} here, so there is no liquidation of it: check the symbol, or give its address."
        ));
    }
    if condition.protocols.is_empty() {
        return None;
    }
    let is_liquidated =
        |word: &String| protocols.iter().any(|protocol| protocol.word == *word && protocol.has_liquidations);
    if condition.protocols.iter().any(is_liquidated) {
        return None;
    }
    let named = condition.protocols.join(", ");
    Some(match condition.protocols.as_slice() {
        [only] if only == "compound_v3" => {
            "Compound III has absorptions in the place of liquidations: GET /absorptions lists them.".to_owned()
        }
        _ => format!(
            "There are no liquidations of {named} here: none of its contracts is registered, and no file has any. Leave protocols out for \
             all that are."
        ),
    })
}
