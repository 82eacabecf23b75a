use quarry_sdk::prelude::*;

#[derive(Row)]
struct Note {
    #[row(json, microseconds)]
    written_at: Time,
}

fn main() {}
