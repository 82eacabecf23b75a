use quarry_sdk::prelude::*;

#[derive(Schema)]
#[schema(optional)]
struct Title(String);

fn main() {}
