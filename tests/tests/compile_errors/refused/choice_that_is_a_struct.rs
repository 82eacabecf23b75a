use quarry_sdk::prelude::*;

#[derive(Choice)]
struct Length;

fn main() {}
