use quarry_sdk::prelude::*;

#[derive(Row)]
enum Note {
    Short,
    Long,
}

fn main() {}
