//! An organization's notes, with an endpoint that reads them and one that writes.

pub mod list_notes;
pub mod note;
pub mod write_note;

quarry_sdk::plugin! {
    name: "field-notes",
    summary: "Keeps notes for an organization.",
    grants: [AppStore],
    migrations: ["migrations/0001_notes.sql"],
    tenant_tables: [field_notes__notes { organization_id as caller.organization_id }],
    endpoints: [list_notes::list_field_notes_notes, write_note::write_field_notes_note],
}
