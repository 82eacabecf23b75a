//! What there is to take, each by one grant.

use crate::{stores, written};
use quarry_sdk::key_value::{self, Lifetime};
use quarry_sdk::name_lookup;
use quarry_sdk::objects::Upload;
use quarry_sdk::outbound_http::{Outbound, OutboundMethod};
use quarry_sdk::prelude::*;
use serde::Deserialize;
use std::hint::black_box;
use std::time::Duration;

/// More than any limit allows in one request.
const ENDLESS: usize = 100_000;

/// What to take.
#[derive(Parameters)]
pub struct Way {
    /// The thing. It has no example, so that no self-test takes it.
    #[parameter(path, max_length = 40)]
    thing: String,
}

#[derive(Debug, Deserialize, Schema)]
pub struct Details {
    /// Part of the names of what is kept, so that nobody's is written over.
    #[schema(example = "a")]
    pub name: String,
    /// The server to ask, or the person or organization to write to.
    #[schema(optional, example = "https://localhost:1/")]
    pub to: Option<String>,
    #[schema(optional, example = 1)]
    pub organization_id: Option<i64>,
    #[schema(optional)]
    pub password: Option<Secret>,
}

#[derive(Schema)]
pub struct Outcome {
    /// How often it was not refused.
    pub taken: u64,
}

/// Take all of one thing
#[endpoint(post = "/session/taker/{thing}", session, cache = no_store, body = Outcome)]
pub fn take(way: Way, JsonBody(details): JsonBody<Details>) -> Result<Answer, Problem> {
    let taken = match way.thing.as_str() {
        "cpu" => compute(),
        "memory" => fill_memory(),
        "instances" => sleep(),
        "slow_statement" => stores::ask_slowly(),
        "large_rows" => stores::hold_large_rows(),
        "own_rows" => stores::hold_own_rows(),
        "writer" => stores::hold_writer(&details),
        "rows" => stores::insert_rows(),
        "disk" => stores::insert_texts(),
        "row_files" => stores::write_row_files(&details),
        "audit" => written::audit(),
        "events" => written::emit(),
        "jobs" => written::enqueue(),
        "mail" => written::send(&details),
        "notifications" => written::notify(&details),
        "key_values" => as_often_as(|number| {
            let value = vec![b'x'; 64 << 10];
            key_value::set(&format!("{}/{number}", details.name), &value, Lifetime::UntilDeleted).is_ok()
        }),
        "objects" => as_often_as(|number| store_object(&format!("{}/{number}", details.name))),
        "passwords" => {
            as_often_as(|_| details.password.as_ref().is_some_and(|password| password.hash_password().is_ok()))
        }
        "outbound" => as_often_as(|_| {
            Outbound::new(OutboundMethod::Post, details.to.as_deref().unwrap_or_default())
                .body(vec![b'x'; 1 << 20])
                .send()
                .is_ok()
        }),
        "names" => {
            as_often_as(|number| name_lookup::txt_records(&format!("{number}.{}.example", details.name)).is_ok())
        }
        other => return Err(Problem::not_found(format!("There is no {other} to take."))),
    };
    Ok(Answer::object().member("taken", &taken).into())
}

/// Does it until it is refused, and counts.
pub fn as_often_as(mut takes: impl FnMut(usize) -> bool) -> usize {
    (0..ENDLESS).take_while(|number| takes(*number)).count()
}

fn compute() -> usize {
    let mut count = 0_usize;
    loop {
        count = black_box(count.wrapping_add(1));
    }
}

/// Fills pages, so that the memory is the machine's and not a promise.
fn fill_memory() -> usize {
    let mut blocks: Vec<Vec<u8>> = Vec::new();
    loop {
        blocks.push(black_box(vec![1; 1 << 20]));
    }
}

fn sleep() -> usize {
    std::thread::sleep(Duration::from_secs(600));
    1
}

/// Five mebibytes.
fn store_object(key: &str) -> bool {
    let Ok(mut upload) = Upload::begin(key, "application/octet-stream", None) else { return false };
    let piece = vec![b'x'; 1 << 20];
    (0..5).all(|_| upload.write(&piece).is_ok()) && upload.finish().is_ok()
}
