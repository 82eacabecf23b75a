use quarry_sdk::prelude::*;

#[derive(Schema)]
struct Note {
    #[schema(min_length = -1)]
    title: String,
}

fn main() {}
