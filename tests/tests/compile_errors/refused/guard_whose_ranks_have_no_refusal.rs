use quarry_sdk::prelude::*;

#[derive(Guard)]
#[guard("sql/notes.sql", tenant = "space", absent(404, "not_found", "There is no such note."))]
enum NoteAccess {
    Reader,
    Editor,
}

fn main() {}
