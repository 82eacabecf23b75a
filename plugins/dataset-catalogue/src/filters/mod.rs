//! The filters of a request: as they come in a body, and as they are kept with a request.

mod addresses;
mod bindings;
mod check;

pub use addresses::Addresses;
pub(crate) use bindings::bindings;
pub use check::in_the_future;
pub(crate) use check::{Checked, check, check_form};

use crate::filter::{Filter, Period};
use quarry_sdk::prelude::*;

/// Conditions on the rows of a dataset. A dataset takes some of these; its filter fields say which ones, and their meaning
/// there.
#[derive(Schema, Serialize, Deserialize, Debug, Clone, Default, PartialEq, Eq)]
pub struct Filters {
    /// Words of protocols: rows of any of them.
    #[schema(optional, example = ["uniswap_v3"])]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub protocols: Option<Vec<String>>,
    /// The first day, in UTC.
    #[schema(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date_from: Option<Day>,
    /// The last day, in UTC, itself included.
    #[schema(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date_to: Option<Day>,
    /// The first block.
    #[schema(optional, minimum = 0, example = 18_944_480)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub block_from: Option<i64>,
    /// The last block, itself included.
    #[schema(optional, minimum = 0, example = 18_946_480)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub block_to: Option<i64>,
    /// Only rows with one of these addresses; the dataset says which of a row's addresses is meant.
    #[schema(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub addresses: Option<Addresses>,
    /// Slug of a chain, or its chain id.
    #[schema(optional, min_length = 1, max_length = 64, example = "ethereum")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chain: Option<String>,
    /// True for rows that were checked against their sources, false for the others.
    #[schema(optional, example = true)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verified: Option<bool>,
    /// 32 bytes of hex; or `custom`, which takes them from `topic0_custom`.
    #[schema(
        optional,
        max_length = 80,
        example = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"
    )]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub topic0: Option<String>,
    /// 32 bytes of hex, beside the `topic0` `custom`.
    #[schema(
        optional,
        max_length = 80,
        example = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"
    )]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub topic0_custom: Option<String>,
    /// Only rows from one of these addresses.
    #[schema(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_addresses: Option<Addresses>,
    /// Only rows to one of these addresses.
    #[schema(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_addresses: Option<Addresses>,
    /// Only rows that one of these contracts emitted.
    #[schema(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub emitter_addresses: Option<Addresses>,
    /// Only price bars of this period; `all` gives both, each day beside its own hours. Other datasets have no such filter. Left out, an
    /// export has `daily`.
    #[schema(optional, example = "daily")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub period: Option<Period>,
}

impl Filters {
    /// Those that were given, by the names that they have in a body.
    pub fn given(&self) -> Vec<(Filter, &'static str)> {
        let is_given = [
            (Filter::Protocols, self.protocols.is_some(), "protocols"),
            (Filter::DateFrom, self.date_from.is_some(), "date_from"),
            (Filter::DateTo, self.date_to.is_some(), "date_to"),
            (Filter::BlockFrom, self.block_from.is_some(), "block_from"),
            (Filter::BlockTo, self.block_to.is_some(), "block_to"),
            (Filter::Addresses, self.addresses.is_some(), "addresses"),
            (Filter::Chain, self.chain.is_some(), "chain"),
            (Filter::Verified, self.verified.is_some(), "verified"),
            (Filter::Topic0, self.topic0.is_some(), "topic0"),
            (Filter::Topic0, self.topic0_custom.is_some(), "topic0_custom"),
            (Filter::FromAddresses, self.from_addresses.is_some(), "from_addresses"),
            (Filter::ToAddresses, self.to_addresses.is_some(), "to_addresses"),
            (Filter::EmitterAddresses, self.emitter_addresses.is_some(), "emitter_addresses"),
            (Filter::Period, self.period.is_some(), "period"),
        ];
        is_given.into_iter().filter(|(_, is_given, _)| *is_given).map(|(filter, _, name)| (filter, name)).collect()
    }
}
