use quarry_sdk::prelude::*;

#[derive(Guard)]
#[guard("sql/notes.sql", absent(404, "not_found", "There is no such note."))]
#[guard(rank_too_low(403, "forbidden", "Ask an editor."))]
enum NoteAccess {
    Reader,
    Editor,
}

fn main() {}
