//! A component that writes: transactions, audit, events, jobs and mail, for the tests of both app stores.

pub mod jobs;
pub mod listing;
pub mod misuse;
pub mod notes;
pub mod slow;
pub mod work;

quarry_sdk::plugin! {
    name: "notebook",
    summary: "Keeps notes; for tests only.",
    grants: [AppStore, Audit, Events, Jobs, Mail],
    migrations: ["migrations/0001_notes.sql", "migrations/0002_colours.sql"],
    personal_data: [notebook__notes.user_id { export: notes::ExportNotes, erase: notes::EraseNotes }],
    events: [notes::NoteCreated],
    jobs: [jobs::RecountNote, jobs::Misbehave, jobs::Tick],
    endpoints: [
        notes::create_notebook_note,
        notes::get_notebook_note,
        listing::list_notebook_notes,
        notes::rename_notebook_note,
        notes::abandon_notebook_note,
        work::start_notebook_work,
        work::get_notebook_work,
        work::cancel_notebook_work,
        misuse::misuse_notebook,
        slow::count_notebook_slowly,
    ],
}
