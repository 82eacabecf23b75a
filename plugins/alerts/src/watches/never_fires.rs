//! The reasons for which a watch of liquidations cannot fire with what is loaded: people who mistyped a token would wait for ever.

use crate::watches::condition::WatchCondition;
use crate::watches::{AlertWatch, WatchKind, words};
use quarry_pool_summaries::address_of;
use quarry_sdk::prelude::*;

statement!(warehouse, SelectIsTokenKnown, "src/watches/is_token_known.sql");

#[derive(Row)]
struct TokenKnown {
    is_known: bool,
}

/// A watch that was made or armed just now.
#[derive(Schema, Serialize)]
pub struct ArmedWatch {
    #[serde(flatten)]
    #[schema(flatten)]
    pub watch: AlertWatch,
    /// The reason for which it cannot fire with what is loaded here; null where it can, and while the warehouse, which knows that, does not
    /// answer.
    #[schema(
        example = "No token is called zzz here, so there is no liquidation of it: check the symbol or give its address."
    )]
    pub never_fires: Option<String>,
}

/// The reason, before anything is written: none where the warehouse does not answer.
pub fn reason(kind: WatchKind, condition: &WatchCondition) -> Result<Option<String>, Problem> {
    match kind {
        WatchKind::Liquidation => Ok(if_available(of_liquidations(condition))?.flatten()),
        // An event of any chain, category or name can be added tomorrow.
        WatchKind::ChainEvent => Ok(None),
    }
}

fn of_liquidations(condition: &WatchCondition) -> Result<Option<String>, Problem> {
    if let Some(token) = condition.token.as_deref().map(unknown_token).transpose()?.flatten() {
        return Ok(Some(token));
    }
    if condition.protocols.is_empty() {
        return Ok(None);
    }
    let known = words::protocols()?;
    let is_liquidated =
        |word: &String| known.iter().any(|protocol| protocol.word == *word && protocol.has_liquidations);
    if condition.protocols.iter().any(is_liquidated) {
        return Ok(None);
    }
    let named = condition.protocols.join(", ");
    Ok(Some(match condition.protocols.as_slice() {
        [only] if only == "compound_v3" => {
            "Compound III has absorptions in the place of liquidations: GET /absorptions lists them.".to_owned()
        }
        _ => format!(
            "There are no liquidations of {named} here: none of its contracts is registered, and no file has any. Leave protocols out for \
             all that are."
        ),
    }))
}

/// The reason where nothing here is called so.
fn unknown_token(token: &str) -> Result<Option<String>, Problem> {
    let address = address_of(token).map(|address| address.0).unwrap_or_default();
    let symbol = if address.is_empty() { token.to_owned() } else { String::new() };
    let found: Option<TokenKnown> = SelectIsTokenKnown { address, symbol }.one()?;
    Ok(match found {
        Some(TokenKnown { is_known: true }) => None,
        _ => Some(format!(
            "No token is called {token} here, so there is no liquidation of it: check the symbol, or give its address."
        )),
    })
}
