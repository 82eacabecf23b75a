//! A component that takes request bodies of every form, for the tests of the edge. Each answer carries a number that no
//! two calls share, so that a test can tell whether a write was made again.

pub mod answers;
pub mod uploads;

quarry_sdk::plugin! {
    name: "writer",
    summary: "Takes request bodies; for tests only.",
    grants: [],
    endpoints: [uploads::create_note, uploads::send_form, uploads::upload_table, uploads::refuse_note,
        answers::make_thing, answers::remove_thing, answers::ask_for_columns],
}
