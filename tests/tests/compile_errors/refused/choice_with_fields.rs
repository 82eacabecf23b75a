use quarry_sdk::prelude::*;

#[derive(Choice)]
enum Length {
    Short,
    Exactly(u32),
}

fn main() {}
