//! The notes family: what people noted about hashes, addresses, pools and tokens, wherever these are shown, and about single fields of
//! blocks and saved copies.
//!
//! Always true here: a note lies in one space, and any member of it may read, write, change and remove notes. An annotation lies on a page,
//! and editors write it.
//!
//! To add an endpoint: a file in the folder of its resource, its SQL beside it, and its line below.

pub mod annotation;
pub mod note;

quarry_sdk::plugin! {
    name: "notes",
    summary: "Notes about values and annotations of fields, in the spaces of a signed-in person.",
    grants: [AppStore, Audit, Notifications, PersonalData, FirstParty],
    adopts: [value_notes],
    tenant_tables: [
        value_notes { space_id as tenant },
    ],
    personal_data: [
        value_notes.author_user_id {
            export: note::ExportNotes,
            kept: "Notes stay with the members of their space, under \"former member\"; those of spaces that nobody else is in go with the space.",
        },
        research_annotations.author_user_id {
            export: annotation::ExportAnnotations,
            kept: "Annotations stay with the members of their space, under \"former member\"; those of spaces that nobody else is in go with the space.",
        },
    ],
    notifications: [note::NotesChanged],
    endpoints: [
        note::lookup::look_up_notes,
        note::create::create_note,
        note::update::update_note,
        note::delete::delete_note,
        annotation::create::create_annotation,
        annotation::update::update_annotation,
        annotation::delete::delete_annotation,
        annotation::list::list_annotations,
    ],
}
