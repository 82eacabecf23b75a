//! One page of a lens, as it is answered.

use crate::decoded_log::DecodedParameter;
use crate::lens::Lens;
use crate::matching::{self, Totals};
use crate::search::{Bounds, Direction, Searched, SelectLensLogs};
use quarry_sdk::prelude::*;

/// The relation of a log to the address of a lens.
#[derive(Choice, Clone, Copy)]
pub enum Role {
    /// It emitted the log.
    Emitter,
    /// It sent the ERC-20 tokens that the log tells of.
    Sender,
    /// It got them.
    Recipient,
}

/// A log in a lens: raw and whole, and decoded where its event is known.
#[derive(Schema)]
pub struct LensLog {
    /// The block that it is in.
    #[schema(example = 23_479_210)]
    pub block_number: u64,
    /// The block's time; null until the block is known.
    pub block_timestamp: Option<Time>,
    /// The transaction that made it.
    pub transaction_hash: Hash,
    /// The transaction's place in the block.
    #[schema(example = 0)]
    pub transaction_index: u64,
    /// The log's place in its block.
    #[schema(example = 3)]
    pub log_index: u64,
    /// The contract that emitted it.
    #[schema(example = "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2")]
    pub address: Address,
    /// Topics of the log, up to four, the event's own first.
    #[schema(example = ["0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"])]
    pub topics: Vec<Hash>,
    /// Data of the log beside its topics, in hex.
    #[schema(example = "0x00000000000000000000000000000000000000000000000000000000000003e8")]
    pub data: String,
    /// The event's name; null when its topic or its shape is not known.
    #[schema(example = "Transfer")]
    pub event: Option<String>,
    /// The event with its parameters' types; null when it is not known.
    #[schema(example = "Transfer(address,address,uint256)")]
    pub signature: Option<String>,
    /// Parameters in the order of the signature; empty when the event is not known.
    pub parameters: Vec<DecodedParameter>,
    /// The relations of the log to the address; empty where an event's logs are listed.
    pub roles: Vec<Role>,
}

/// The members that every lens has.
#[derive(Schema)]
pub struct LensMembers {
    /// Slug of the chain, or its id where it has no slug; null when nothing is known of the subject on any chain.
    #[schema(example = "ethereum")]
    pub chain: Option<String>,
    /// EIP-155 chain id.
    #[schema(example = 1)]
    pub chain_id: Option<u64>,
    /// The time of the newest log below; null without one.
    pub as_of: Option<Time>,
    /// The block of the newest log below; null without one.
    #[schema(example = 23_479_210)]
    pub as_of_block: Option<u64>,
    /// The table that the answer comes from: `logs`.
    #[schema(example = "logs")]
    pub source: String,
    /// Logs that the filters match, on all pages. Counted by day as loads end: rows of a load that is still going on are
    /// listed before they are counted.
    #[schema(example = 1)]
    pub matching: u64,
    /// The block up to which the page looked: every block between it and the beginning of the page was searched to its end.
    /// Lower than the last row's block when rows that match are rare, and the page then may be short or empty and still have a
    /// cursor. On a page by `after` it is the highest block that was searched. Null when nothing was.
    #[schema(example = 23_479_000)]
    pub searched_to_block: Option<u64>,
    #[schema(flatten)]
    pub page: PageMembersBothWays,
    /// Logs, the newest first.
    #[schema(rows = SelectLensLogs)]
    pub logs: Vec<LensLog>,
}

/// One page of a lens.
pub fn page(request: &Request, lens: Lens) -> Result<Answer, Problem> {
    let Some(totals) = matching::totals(&lens)? else {
        return Ok(nothing_known());
    };
    let (matching, examined) = matching::count(&lens, &totals)?;
    let direction = Direction::of(request)?;
    let bounds = bounds(&lens, &totals);
    let searched = Searched::look(&lens, totals.chain_id, bounds, direction, request.page_size() as u64, examined)?;
    let ends = searched.ends();
    let logs = searched.logs;
    Ok(Answer::object()
        .member("chain", &totals.chain)
        .member("chain_id", &totals.chain_id)
        .member("as_of", &logs.time(0, "block_timestamp"))
        .member("as_of_block", &logs.integer(0, "block_number"))
        .member("source", "logs")
        .member("matching", &matching)
        .member("searched_to_block", &searched.searched_to_block)
        .page_both_ways("logs", logs, ends)
        .into())
}

/// The blocks that can hold what the lens is asked for. Days bound them where times are asked for.
fn bounds(lens: &Lens, totals: &Totals) -> Bounds {
    let mut bounds = Bounds { first: lens.block_from.unwrap_or(0), last: lens.block_to.unwrap_or(u64::MAX) };
    if lens.date_from.is_some() {
        bounds.first = bounds.first.max(totals.first_block);
    }
    if lens.date_to.is_some() {
        bounds.last = bounds.last.min(totals.last_block);
    }
    bounds
}

/// The answer of an address or a topic that was never seen: it exists, like every one of its shape, and has no logs.
fn nothing_known() -> Answer {
    let nothing = || Option::<u64>::None;
    Answer::object()
        .member("chain", &nothing())
        .member("chain_id", &nothing())
        .member("as_of", &nothing())
        .member("as_of_block", &nothing())
        .member("source", "logs")
        .member("matching", &0)
        .member("searched_to_block", &nothing())
        .empty_page_both_ways("logs")
        .into()
}
