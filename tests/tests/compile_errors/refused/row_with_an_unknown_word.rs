use quarry_sdk::prelude::*;

#[derive(Row)]
struct Note {
    #[row(column = "title")]
    name: String,
}

fn main() {}
