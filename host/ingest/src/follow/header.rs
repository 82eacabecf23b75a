//! The header of a block as nodes give it, read leniently: a block needs its number, its time and the two hashes that link it.
//! What else a row holds may be absent, or larger than it is kept, and is null then; what no row holds is not looked at.

use alloy_primitives::{Address, B256, Bloom, Bytes, U64, U256};
use serde::Deserialize;

/// A block's header, and its hash.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct RpcHeader {
    pub(super) hash: B256,
    #[serde(flatten)]
    pub(super) inner: HeaderFields,
}

/// The members of a header that are used.
#[derive(Debug, Clone, Deserialize)]
#[serde(from = "GivenFields")]
pub(super) struct HeaderFields {
    pub(super) number: u64,
    pub(super) parent_hash: B256,
    pub(super) timestamp: u64,
    pub(super) beneficiary: Option<Address>,
    pub(super) gas_limit: Option<u64>,
    pub(super) gas_used: Option<u64>,
    pub(super) base_fee_per_gas: Option<u64>,
    pub(super) size: Option<u64>,
    pub(super) extra_data: Option<Bytes>,
    /// `None` where the chain has none.
    pub(super) logs_bloom: Option<Bloom>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct GivenFields {
    number: U64,
    parent_hash: B256,
    timestamp: U64,
    miner: Option<Address>,
    gas_limit: Option<U256>,
    gas_used: Option<U256>,
    base_fee_per_gas: Option<U256>,
    size: Option<U256>,
    extra_data: Option<Bytes>,
    logs_bloom: Option<Bytes>,
}

impl From<GivenFields> for HeaderFields {
    fn from(given: GivenFields) -> HeaderFields {
        let kept = |number: Option<U256>| number.and_then(|number| number.try_into().ok());
        HeaderFields {
            number: given.number.to(),
            parent_hash: given.parent_hash,
            timestamp: given.timestamp.to(),
            beneficiary: given.miner,
            gas_limit: kept(given.gas_limit),
            gas_used: kept(given.gas_used),
            base_fee_per_gas: kept(given.base_fee_per_gas),
            size: kept(given.size),
            extra_data: given.extra_data,
            logs_bloom: given.logs_bloom.and_then(|bloom| Bloom::try_from(bloom.as_ref()).ok()),
        }
    }
}
