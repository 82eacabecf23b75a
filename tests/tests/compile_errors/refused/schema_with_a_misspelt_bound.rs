use quarry_sdk::prelude::*;

#[derive(Schema)]
struct Note {
    #[schema(max_lenght = 120)]
    title: String,
}

fn main() {}
