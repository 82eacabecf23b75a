//! Lookups of decimals: what a class waits for is written down, the process that follows the chain asks its node for it, and staff are
//! told, who can load it from a list.
//!
//! Always true here: a token is looked up once, however often it is asked for; staff are told of it once.

use quarry_sdk::log::{self, Level};
use quarry_sdk::prelude::*;

statement!(app_store, RequestTokenLookup, "src/lookups/request_token_lookup.sql", token: Address);
statement!(app_store, SelectTokenLookup, "src/lookups/token_lookup.sql", token: Address);
statement!(app_store, SelectWaitingLookup, "src/lookups/waiting_lookup.sql");
statement!(app_store, TellStaff, "src/lookups/tell_staff.sql");

/// Seconds that a node is given to answer, and its answer to reach the prices.
const SECONDS_OF_A_LOOKUP: i64 = 120;

#[derive(Row)]
struct Lookup {
    id: i64,
    next_try_at: Time,
}

#[derive(Row)]
struct WaitingLookup {
    chain: String,
    token: Address,
}

/// Requests the decimals of these tokens of a chain; gives the seconds after which it is worth asking again.
pub fn request(chain_id: u64, chain: &str, tokens: &[Address]) -> Result<i64, Problem> {
    let (now, chain_id) = (Time::now(), i64::try_from(chain_id).unwrap_or(i64::MAX));
    let mut lookups = Vec::new();
    let transaction = Transaction::begin()?;
    for token in tokens {
        transaction.execute(RequestTokenLookup { chain_id, chain: chain.to_owned(), token: token.clone(), now })?;
        let found: Option<Lookup> = transaction.one(SelectTokenLookup { chain_id, token: token.clone() })?;
        lookups.extend(found);
    }
    transaction.enqueue::<tell_of_token_lookups>(&TellOfLookupsArguments {
        lookups: lookups.iter().map(|lookup| lookup.id).collect(),
    })?;
    transaction.commit()?;
    let next = lookups.iter().map(|lookup| lookup.next_try_at.microseconds).max().unwrap_or(now.microseconds);
    Ok((next - now.microseconds).max(0) / 1_000_000 + SECONDS_OF_A_LOOKUP)
}

/// The lookups to tell of.
#[derive(Serialize, Deserialize)]
pub struct TellOfLookupsArguments {
    lookups: Vec<i64>,
}

/// Tells staff of tokens whose decimals somebody waits for.
#[job]
pub fn tell_of_token_lookups(arguments: TellOfLookupsArguments) -> Result<(), JobFailure> {
    let now = Time::now();
    for id in arguments.lookups {
        let Some(WaitingLookup { chain, token }) = SelectWaitingLookup { id }.one()? else { continue };
        let title = format!("Decimals of {} on {chain}", token.to_hex());
        let excerpt = "Somebody waits for the prices of a market of this token. Where its chain is followed, the node is asked; else \
                       load the token with `quarry ingest tokens`."
            .to_owned();
        log::emit(Level::Warn, &format!("a class waits for decimals, of {} on {chain}", token.to_hex()));
        let transaction = Transaction::begin()?;
        transaction.execute(TellStaff { id, title, excerpt, now })?;
        transaction.commit()?;
    }
    Ok(())
}
