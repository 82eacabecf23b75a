//! Kind: chain, by slug or by id.

use super::refusal::Expectation;
use crate::{chain_id, chain_slugs};
use quarry_stores::result_set::Value;

pub(super) fn parse_chain(text: &str) -> Result<Value, Expectation> {
    chain_id(text).map(Value::UInt64).ok_or_else(|| {
        let slugs: Vec<_> = chain_slugs().collect();
        format!("it must be a chain's numeric id or one of {}", slugs.join(", ")).into()
    })
}
