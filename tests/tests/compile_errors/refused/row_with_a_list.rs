use quarry_sdk::prelude::*;

#[derive(Row)]
struct Note {
    title: String,
    tags: Vec<String>,
}

fn main() {}
