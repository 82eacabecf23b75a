use quarry_sdk::prelude::*;

quarry_sdk::plugin! { name: "notes", endpoints: [] }

fn main() {}
