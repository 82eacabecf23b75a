use quarry_sdk::prelude::*;

quarry_sdk::plugin! {
    name: "notes",
    summary: "Keeps notes.",
    personal_data: [notes__notes.user_id { export: columns(title, written_at moment), erase: rows }],
    endpoints: [],
}

fn main() {}
