use quarry_sdk::prelude::*;

#[derive(Parameters)]
struct NotesQuery {
    /// The shortest length to list.
    length: f64,
}

fn main() {}
