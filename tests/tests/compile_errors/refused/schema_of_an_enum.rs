use quarry_sdk::prelude::*;

#[derive(Schema)]
enum Note {
    Short,
    Long,
}

fn main() {}
