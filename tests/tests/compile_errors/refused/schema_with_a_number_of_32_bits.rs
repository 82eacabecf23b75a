use quarry_sdk::prelude::*;

#[derive(Schema)]
struct Note {
    title: String,
    length: f32,
}

fn main() {}
