use quarry_sdk::prelude::*;

#[derive(Schema)]
struct NoteChange {
    finding: Patch<String>,
}

fn main() {}
