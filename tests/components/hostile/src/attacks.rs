//! One attack an endpoint.

use quarry_sdk::bindings::quarry::plugin::{app_store, warehouse};
use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::{Value as Json, json};
use std::hint::black_box;
use std::sync::atomic::{AtomicU32, Ordering};

statement!(warehouse, SelectOne, "sql/one.sql");
statement!(warehouse, SelectCaller, "sql/caller.sql");

/// Whatever an attack got away with.
pub struct Outcome;

impl Schema for Outcome {
    fn schema() -> Json {
        json!({ "type": "object" })
    }

    fn example() -> Json {
        json!({})
    }
}

/// The confirmation of an attack. It is required and has no example, so that no self-test meets the attack.
#[derive(Parameters)]
pub struct Armed {
    /// True to confirm it.
    #[expect(dead_code, reason = "being there is all it is for")]
    armed: bool,
}

/// Loop without an end
#[endpoint(get = "/hostile/loop", keyless, cache = no_store, body = Outcome)]
pub fn loop_for_ever(_armed: Armed) -> Result<Answer, Problem> {
    let mut count = 0_u64;
    loop {
        count = black_box(count.wrapping_add(1));
    }
}

/// Asks for all the memory there is
#[endpoint(get = "/hostile/memory", keyless, cache = no_store, body = Outcome)]
pub fn fill_memory(_armed: Armed) -> Result<Answer, Problem> {
    let mut blocks: Vec<Vec<u8>> = Vec::new();
    loop {
        // Not written to: on a busy machine, filling the pages could reach the CPU limit first.
        blocks.push(black_box(Vec::with_capacity(1 << 20)));
    }
}

/// Panics
#[endpoint(get = "/hostile/panic", keyless, cache = no_store, body = Outcome)]
pub fn panic_on_purpose(_armed: Armed) -> Result<Answer, Problem> {
    panic!("on purpose")
}

/// Recurses without end
#[endpoint(get = "/hostile/stack", keyless, cache = no_store, body = Outcome)]
pub fn overflow_stack(_armed: Armed) -> Result<Answer, Problem> {
    #[expect(unconditional_recursion, reason = "that is the attack")]
    fn recurse(depth: u64) -> u64 {
        let frame = black_box([depth; 64]);
        recurse(depth + 1) + frame[depth as usize % 64]
    }
    Ok(Answer::json(&recurse(0)))
}

/// Writes an answer of 9 MiB
#[endpoint(get = "/hostile/answer", keyless, cache = no_store, body = Outcome)]
pub fn write_huge_answer(_armed: Armed) -> Result<Answer, Problem> {
    Ok(Answer::json(&"x".repeat(9 << 20)))
}

/// Writes an answer of 1.2 MB
#[endpoint(get = "/hostile/large", keyless, cache = no_store, body = Outcome)]
pub fn write_large_answer(_armed: Armed) -> Result<Answer, Problem> {
    Ok(Answer::json(&"x".repeat(1_200_000)))
}

/// Writes a refusal of 9 MiB
#[endpoint(get = "/hostile/refusal", keyless, cache = no_store, body = Outcome)]
pub fn write_huge_refusal(_armed: Armed) -> Result<Answer, Problem> {
    Err(Problem::new(400, "huge", "x".repeat(9 << 20)))
}

/// Writes a refusal of 300,000 numbers: little text, which a host keeps as many values
#[endpoint(get = "/hostile/refused-numbers", keyless, cache = no_store, body = Outcome)]
pub fn write_refusal_of_many_values(_armed: Armed) -> Result<Answer, Problem> {
    Err(Problem::new(400, "many", "Many.").with("numbers", vec![0_u8; 300_000]))
}

/// Writes 100,000 lines to the host's log
#[endpoint(get = "/hostile/log", keyless, cache = no_store, body = Outcome)]
pub fn flood_log(_armed: Armed) -> Result<Answer, Problem> {
    for line in 0..100_000 {
        quarry_sdk::log::emit(quarry_sdk::log::Level::Error, &format!("flood {line}"));
    }
    Ok(Answer::object().member("written", &true).into())
}

/// Runs 100,000 statements, and stops where it is told to
#[endpoint(get = "/hostile/statements", keyless, cache = no_store, body = Outcome)]
pub fn run_many_statements(_armed: Armed) -> Result<Answer, Problem> {
    for _ in 0..100_000 {
        SelectOne {}.query()?;
    }
    Ok(Answer::object().member("ran", &100_000).into())
}

/// Runs 100,000 statements, whatever it is told
#[endpoint(get = "/hostile/insisting", keyless, cache = no_store, body = Outcome)]
pub fn insist_on_statements(_armed: Armed) -> Result<Answer, Problem> {
    let ran = (0..100_000).filter(|_| SelectOne {}.query().is_ok()).count();
    Ok(Answer::object().member("ran", &ran).into())
}

/// Runs a statement that the manifest does not declare
#[endpoint(get = "/hostile/undeclared", keyless, cache = no_store, body = Outcome)]
pub fn run_undeclared_statement() -> Result<Answer, Problem> {
    refusal(warehouse::query("drop_everything", &[]).err())
}

/// Sets a parameter that says who is asking
#[endpoint(get = "/hostile/pose", keyless, cache = no_store, body = Outcome)]
pub fn pose_as_another() -> Result<Answer, Problem> {
    refusal(warehouse::query(SelectCaller::NAME, &[("caller.organization_id".to_owned(), Value::Int64(1))]).err())
}

/// Uses a store that was not granted, and begins a transaction of it
#[endpoint(get = "/hostile/ungranted", keyless, cache = no_store, body = Outcome)]
pub fn use_ungranted_store() -> Result<Answer, Problem> {
    refusal(app_store::begin().map(drop).and_then(|()| app_store::query(SelectOne::NAME, &[]).map(drop)).err())
}

/// Answers with an object without the grant
#[endpoint(get = "/hostile/object-body", keyless, object = "text/csv")]
pub fn answer_with_ungranted_object() -> Result<Answer, Problem> {
    Ok(Answer::object_body("a", None))
}

/// Calls a refusal an answer
#[endpoint(get = "/hostile/status", keyless, cache = no_store, body = Outcome)]
pub fn answer_with_error_status() -> Result<Answer, Problem> {
    Err(Problem::new(200, "all_good", "This is no refusal."))
}

static CALLS: AtomicU32 = AtomicU32::new(0);

/// Counts the calls that this instance has served: more than one would be another caller's memory
#[endpoint(get = "/hostile/remember", keyless, cache = no_store, body = Outcome)]
pub fn remember() -> Result<Answer, Problem> {
    Ok(Answer::object().member("calls", &(CALLS.fetch_add(1, Ordering::Relaxed) + 1)).into())
}

/// The sentence of a refused call, or that it was not refused.
pub fn refusal(failure: Option<StatementFailure>) -> Result<Answer, Problem> {
    let sentence = match failure {
        Some(StatementFailure::Rejected(sentence)) => sentence,
        Some(other) => format!("{other:?}"),
        None => "not refused".to_owned(),
    };
    Ok(Answer::object().member("refusal", &sentence).into())
}
