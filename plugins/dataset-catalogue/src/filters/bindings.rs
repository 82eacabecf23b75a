//! The values that a dataset's statement is bound to.

use crate::dataset::{Dataset, Source};
use crate::filter::Filter;
use crate::filters::Filters;
use crate::filters::addresses::{Addresses, hex_bytes};
use quarry_sdk::prelude::*;

/// The parameters of the dataset's statement, of filters that were checked.
pub(crate) fn bindings(dataset: &Dataset, filters: &Filters, chain_id: Option<u64>) -> Vec<(String, Value)> {
    let addresses =
        |given: &Option<Addresses>| Some(Value::BytesList(given.as_ref().map(Addresses::bytes).unwrap_or_default()));
    let block = |given: Option<i64>, otherwise: u64| Some(Value::Uint64(given.map_or(otherwise, i64::unsigned_abs)));
    let bound = dataset.filters.iter().filter_map(|field| {
        let (name, value) = match field.filter {
            Filter::Protocols => ("protocols", Some(Value::TextList(filters.protocols.clone().unwrap_or_default()))),
            Filter::DateFrom => ("date_from", filters.date_from.as_ref().and_then(first_moment).map(timestamp)),
            Filter::DateTo => {
                let end = filters.date_to.as_ref().and_then(first_moment).map(|day| day.plus_days(1));
                ("date_to", end.map(timestamp))
            }
            Filter::BlockFrom => ("block_from", block(filters.block_from, 0)),
            Filter::BlockTo => ("block_to", block(filters.block_to, u64::MAX)),
            Filter::Addresses => ("addresses", addresses(&filters.addresses)),
            Filter::FromAddresses => ("from_addresses", addresses(&filters.from_addresses)),
            Filter::ToAddresses => ("to_addresses", addresses(&filters.to_addresses)),
            Filter::EmitterAddresses => ("emitter_addresses", addresses(&filters.emitter_addresses)),
            Filter::Chain => ("chain_id", chain_id.map(|id| chain(dataset, id))),
            Filter::Verified => ("verified", filters.verified.map(Value::Boolean)),
            // A selection binds its period itself: it may have one without the filter.
            Filter::Period => ("period", None),
            Filter::Topic0 => {
                ("topics", Some(Value::BytesList(filters.topic0.as_deref().and_then(hex_bytes).into_iter().collect())))
            }
        };
        value.map(|value| (name.to_owned(), value))
    });
    bound.collect()
}

/// The first moment of a day; none where there is no such day.
pub(crate) fn first_moment(day: &Day) -> Option<Time> {
    format!("{}T00:00:00Z", day.0).parse().ok()
}

fn timestamp(time: Time) -> Value {
    Value::Timestamp(time.microseconds)
}

/// The app store has no numbers without a sign.
fn chain(dataset: &Dataset, id: u64) -> Value {
    match dataset.source {
        Source::Warehouse(_) => Value::Uint64(id),
        Source::AppStore(..) => Value::Int64(i64::try_from(id).unwrap_or(i64::MAX)),
    }
}
