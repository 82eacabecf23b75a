//! A component that fills its memory with a canary. `canary-reader` looks for it in its own, and so does this one: memory
//! that was another component's, and memory that was its own in an earlier request, are given back on different ways.

mod memory;

use quarry_sdk::prelude::*;

quarry_sdk::plugin! {
    name: "canary-writer",
    summary: "Fills its memory with a word that nobody else may see; for tests only.",
    grants: [],
    endpoints: [write_canary, search_own_memory],
}

/// The writes into the memory.
#[derive(Schema)]
pub struct Written {
    /// Words that are the canary now.
    pub words: u64,
}

/// The findings of a search in all memory.
#[derive(Schema)]
pub struct Searched {
    /// Words that are the canary.
    pub canaries: u64,
    /// Words that are not zero, of the pages that were asked for.
    pub dirty: u64,
    /// Words that had been made the canary before, on purpose.
    pub planted: u64,
}

#[derive(Parameters)]
pub struct Canary {
    /// The canary's number.
    #[parameter(minimum = 0, maximum = 9007199254740991, example = "1")]
    number: i64,
    /// True to break down at the end.
    fails: Option<bool>,
}

/// Writes the canary all over new memory
#[endpoint(get = "/canary/written", keyless, cache = no_store, body = Written)]
pub fn write_canary(query: Canary) -> Result<Answer, Problem> {
    let words = memory::fill(memory::turned(query.number.unsigned_abs()));
    assert!(query.fails != Some(true), "on purpose");
    Ok(Answer::object().member("words", &words).into())
}

/// Looks for the canary in all memory; where it is told to break down, it plants it before
#[endpoint(get = "/canary/own", keyless, cache = no_store, body = Searched)]
pub fn search_own_memory(query: Canary) -> Result<Answer, Problem> {
    let turned = memory::turned(query.number.unsigned_abs());
    let planted = if query.fails == Some(true) { memory::fill(turned) } else { 0 };
    let (canaries, dirty) = memory::search(turned);
    Ok(Answer::object().member("canaries", &canaries).member("dirty", &dirty).member("planted", &planted).into())
}
