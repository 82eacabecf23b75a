use quarry_sdk::prelude::*;

struct Author {
    name: String,
}

#[derive(Schema)]
struct Note {
    author: Author,
}

fn main() {}
