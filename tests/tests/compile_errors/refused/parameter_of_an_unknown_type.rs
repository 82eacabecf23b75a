use quarry_sdk::prelude::*;

#[derive(Parameters)]
struct NotesQuery {
    /// From so long on.
    length: f64,
}

fn main() {}
