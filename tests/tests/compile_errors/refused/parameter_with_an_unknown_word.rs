use quarry_sdk::prelude::*;

#[derive(Parameters)]
struct NotesQuery {
    #[parameter(min = 1)]
    length: i64,
}

fn main() {}
