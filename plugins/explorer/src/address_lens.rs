//! `GET /public/explorer/address/{address}`.

use crate::lens::{Lens, LensKind};
use crate::lens_page::{self, LensMembers};
use quarry_sdk::prelude::*;

/// An address in a topic has so many zero bytes in front.
const PADDING_BYTES: usize = 12;

#[derive(Parameters)]
pub struct AddressLensQuery {
    /// The address of an account or a contract.
    #[parameter(path, example = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc")]
    address: Address,
    /// The chain, slug or id; needed when the address has logs on several chains.
    #[parameter(example = "ethereum")]
    chain: Option<Chain>,
    /// Only logs of this block and later ones.
    #[parameter(minimum = 0, example = "23400000")]
    block_from: Option<i64>,
    /// Only logs of this block and earlier ones.
    #[parameter(minimum = 0, example = "23500000")]
    block_to: Option<i64>,
    /// Only logs of this day or time and later ones.
    #[parameter(example = "2025-09-01")]
    date_from: Option<TimeFrom>,
    /// Only logs before this time, or up to the end of this day.
    #[parameter(example = "2025-09-30")]
    date_to: Option<TimeTo>,
    /// Only logs of this event.
    #[parameter(example = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef")]
    topic0: Option<Hash>,
}

/// The lens of an address.
#[derive(Schema)]
pub struct AddressLens {
    #[schema(flatten)]
    pub lens: LensMembers,
}

/// The logs that concern an address, newest first
///
/// Lists the logs that the address emitted, and the ERC-20 transfers that it sent or received: `roles` says which. Each log is there once,
/// raw and whole, and decoded where its event is known. A page examines at most 200,000 rows: where rows that match are rare it is short,
/// or empty, and still has a cursor; `searched_to_block` says how far it looked.
#[endpoint(
    get = "/public/explorer/address/{address}", keyless, module = "explorer", paged, both_ways, rate = explorer_lens,
    body = AddressLens
)]
pub fn get_address_lens(request: &Request, query: AddressLensQuery) -> Result<Answer, Problem> {
    let name = format!("The address {}", query.address.to_hex());
    let mut subject = vec![0; PADDING_BYTES];
    subject.extend_from_slice(&query.address.0);
    let lens = Lens {
        kind: LensKind::Address,
        subject,
        name,
        chain: query.chain,
        block_from: query.block_from.map(i64::unsigned_abs),
        block_to: query.block_to.map(i64::unsigned_abs),
        date_from: query.date_from.map(|from| from.0),
        date_to: query.date_to.map(|to| to.0),
        topic0: query.topic0.map(|topic| topic.0),
    };
    lens_page::page(request, lens)
}
