use quarry_sdk::prelude::*;

#[derive(Row)]
struct Note {
    #[row(skip)]
    later: u64,
}

fn main() {}
