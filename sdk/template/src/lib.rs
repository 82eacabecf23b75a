//! An organization's notes, with an endpoint that reads them and one that writes.

mod list_notes;
mod note;
mod write_note;

quarry_sdk::plugin! {
    name: "field-notes",
    summary: "Keeps notes for an organization.",
    grants: [AppStore],
    migrations: ["migrations/0001_notes.sql"],
    endpoints: [list_notes::list_field_notes, write_note::write_field_note],
}
