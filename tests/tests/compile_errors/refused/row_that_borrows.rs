use quarry_sdk::prelude::*;

#[derive(Row)]
struct Note<'a> {
    title: &'a str,
}

fn main() {}
