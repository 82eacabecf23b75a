//! Tokens whose decimals somebody waits for (`token_lookups` of the app store): asked of the node that a chain is followed by, and loaded as
//! a list of tokens is.
//!
//! Always true: what a node does not say is asked again later, and never guessed; a lookup that fails keeps nothing from being followed.

use std::sync::Arc;
use std::time::Duration;

use alloy_primitives::hex;
use bytes::Bytes;
use futures_util::stream;
use jiff::{SignedDuration, Timestamp};
use serde_json::json;

use super::super::dataset::{DatasetKind, Format, IngestOptions};
use super::super::error::IngestError;
use super::super::progress::Silent;
use super::super::run::Ingest;
use super::client::ChainClient;
use super::fault::Fault;
use quarry_stores::app::{AppStore, AppStoreError, Row};
use quarry_stores::clock::Clock;
use quarry_stores::result_set::Value;
use quarry_stores::shutdown::Shutdown;

/// The time between two looks.
const LOOK_EVERY: Duration = Duration::from_secs(5);
/// The wait before a node is asked again: doubled with each try, up to the longest.
const SHORTEST_WAIT: SignedDuration = SignedDuration::from_secs(60);
const LONGEST_WAIT: SignedDuration = SignedDuration::from_secs(3_600);
/// Characters of a symbol: a longer one is a stranger's text.
const MOST_OF_A_SYMBOL: usize = 64;

/// `decimals()` and `symbol()`.
const DECIMALS: &str = "0x313ce567";
const SYMBOL: &str = "0x95d89b41";

/// The lookups of one chain.
pub(super) struct TokenLookups {
    pub(super) app: AppStore,
    pub(super) ingest: Ingest,
    pub(super) chain_id: u64,
    pub(super) name: String,
    pub(super) client: ChainClient,
    pub(super) clock: Clock,
}

/// A look that came to nothing.
#[derive(Debug, thiserror::Error)]
enum LookupError {
    #[error("the application store does not answer: {0}")]
    Store(#[from] AppStoreError),
    #[error(transparent)]
    Warehouse(#[from] IngestError),
    #[error(transparent)]
    Node(#[from] Fault),
    #[error("the contract has no decimals")]
    NoDecimals,
}

impl TokenLookups {
    /// Looks until `shutdown`; with `once`, one time.
    pub(super) async fn run(self, once: bool, mut shutdown: Shutdown) {
        loop {
            // What has begun to be loaded is loaded to its end, so a look is not broken off.
            if let Err(error) = self.look(&shutdown).await {
                tracing::warn!(chain = self.name, %error, "tokens are not looked up");
            }
            if once || shutdown.is_fired() {
                return;
            }
            tokio::select! {
                () = shutdown.wait() => return,
                () = tokio::time::sleep(LOOK_EVERY) => {}
            }
        }
    }

    async fn look(&self, shutdown: &Shutdown) -> Result<(), LookupError> {
        let chain_id = Value::Int64(self.chain_id.cast_signed());
        let due = "SELECT id, token, tries FROM token_lookups
                   WHERE chain_id = $1 AND answered_at IS NULL AND next_try_at <= $2 ORDER BY next_try_at, id LIMIT 20";
        let rows = self.app.query(due, &[chain_id, moment(self.clock.now())]).await?;
        for row in Row::all(&rows) {
            if shutdown.is_fired() {
                break;
            }
            let (id, token, tries) = (row.integer("id")?, row.bytes("token")?, row.integer("tries")?);
            match self.look_up(&token).await {
                Ok(()) => {
                    let answered = "UPDATE token_lookups SET answered_at = $2, detail = NULL WHERE id = $1";
                    self.app.execute(answered, &[Value::Int64(id), moment(self.clock.now())]).await?;
                }
                Err(error) => {
                    tracing::warn!(chain = self.name, token = hex::encode_prefixed(&token), %error, "a token is not known yet");
                    let later =
                        "UPDATE token_lookups SET tries = tries + 1, next_try_at = $2, detail = $3 WHERE id = $1";
                    let next = moment(self.clock.now() + wait(tries));
                    self.app.execute(later, &[Value::Int64(id), next, Value::Text(error.to_string())]).await?;
                }
            }
        }
        Ok(())
    }

    /// Loads what the node says of a token, unless the operators were faster.
    async fn look_up(&self, token: &[u8]) -> Result<(), LookupError> {
        let address = hex::encode_prefixed(token);
        let sql = "SELECT symbol FROM tokens FINAL WHERE chain_id = {chain_id:UInt64} AND address = unhex({token:String}) AND isNotNull(decimals)";
        let parameters = [("chain_id", Value::UInt64(self.chain_id)), ("token", Value::Text(hex::encode(token)))];
        if self.ingest.session.rows("looking for a token", sql, &parameters).await?.count() > 0 {
            return Ok(());
        }
        let decimals = whole_number(&self.client.call(&address, DECIMALS).await?).ok_or(LookupError::NoDecimals)?;
        // Some contracts have no symbol; prices need none.
        let symbol = match self.client.call(&address, SYMBOL).await {
            Ok(answer) => text(&answer),
            Err(Fault::Refused { .. } | Fault::Unreadable { .. }) => None,
            Err(fault) => return Err(fault.into()),
        };
        let mut line = json!({ "address": address, "decimals": decimals });
        if let Some(symbol) = symbol {
            line["symbol"] = json!(symbol);
        }
        let options = IngestOptions { chain: Some(self.chain_id.to_string()), ..IngestOptions::default() };
        let name = format!("node of {}: {address}", self.name);
        let bytes = stream::iter([Ok(Bytes::from(format!("{line}\n")))]);
        self.ingest.ingest_bytes(DatasetKind::Tokens, Format::NdJson, &name, bytes, &options, Arc::new(Silent)).await?;
        tracing::info!(chain = self.name, token = address, decimals, "a token was looked up");
        Ok(())
    }
}

fn moment(time: Timestamp) -> Value {
    Value::Timestamp(time.as_microsecond())
}

fn wait(tries: i64) -> SignedDuration {
    let doublings = u32::try_from(tries.clamp(0, 6)).unwrap_or(6);
    (SHORTEST_WAIT * 2_i32.pow(doublings)).min(LONGEST_WAIT)
}

/// A number of one byte, as a word of 32 bytes.
fn whole_number(answer: &[u8]) -> Option<u8> {
    let (last, rest) = answer.split_last()?;
    (answer.len() == 32 && rest.iter().all(|byte| *byte == 0)).then_some(*last)
}

/// A text of the ABI: by its offset and length or, as old contracts have it, 32 bytes that end with zeros. None where it is no text that a
/// list of tokens could have.
fn text(answer: &[u8]) -> Option<String> {
    let word_at = |place: usize| {
        let (rest, number) = answer.get(place..place.checked_add(32)?)?.split_last_chunk::<4>()?;
        rest.iter().all(|byte| *byte == 0).then(|| u32::from_be_bytes(*number))
    };
    let bytes = match answer.len() {
        32 => {
            let end = answer.iter().rposition(|byte| *byte != 0)? + 1;
            answer.get(..end)?
        }
        _ => {
            let place = usize::try_from(word_at(0)?).ok()?;
            let length = usize::try_from(word_at(place)?).ok()?;
            let begins = place.checked_add(32)?;
            answer.get(begins..begins.checked_add(length)?)?
        }
    };
    let text = std::str::from_utf8(bytes).ok()?.trim();
    let is_good = !text.is_empty() && text.chars().count() <= MOST_OF_A_SYMBOL && !text.chars().any(char::is_control);
    is_good.then(|| text.to_owned())
}
