//! A component that looks for the canary of `canary-writer` in memory that is new to it.

#[path = "../../canary-writer/src/memory.rs"]
#[expect(dead_code, reason = "it writes no canary")]
mod memory;

use quarry_sdk::prelude::*;

quarry_sdk::plugin! {
    name: "canary-reader",
    summary: "Looks for a word in memory that is new to it; for tests only.",
    grants: [],
    endpoints: [search_foreign_memory],
}

/// The findings of a search in all memory.
#[derive(Schema)]
pub struct Found {
    /// Words that are the canary.
    pub canaries: u64,
    /// Words that are not zero, of the pages that were asked for.
    pub dirty: u64,
}

#[derive(Parameters)]
pub struct Canary {
    /// The canary's number.
    #[parameter(minimum = 0, maximum = 9007199254740991, example = "1")]
    number: i64,
}

/// Looks for the canary in all memory
#[endpoint(get = "/canary/foreign", keyless, cache = no_store, body = Found)]
pub fn search_foreign_memory(query: Canary) -> Result<Answer, Problem> {
    let (canaries, dirty) = memory::search(memory::turned(query.number.unsigned_abs()));
    Ok(Answer::object().member("canaries", &canaries).member("dirty", &dirty).into())
}
