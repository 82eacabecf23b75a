use quarry_sdk::prelude::*;

struct Recount;

quarry_sdk::plugin! { name: "notes", summary: "Keeps notes.", jobs: [Recount] }

fn main() {}
