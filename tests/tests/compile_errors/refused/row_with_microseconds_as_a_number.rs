use quarry_sdk::prelude::*;

#[derive(Row)]
struct Note {
    #[row(microseconds)]
    written_at: i64,
}

fn main() {}
