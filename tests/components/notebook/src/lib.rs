//! A component that writes: transactions, audit, events, jobs, mail and notifications, for the tests of both app stores.

pub mod jobs;
pub mod listing;
pub mod misuse;
pub mod notes;
pub mod telling;
pub mod work;

quarry_sdk::plugin! {
    name: "notebook",
    summary: "Keeps notes; for tests only.",
    grants: [AppStore, Audit, Events, Jobs, Mail, Notifications],
    migrations: ["migrations/0001_notes.sql", "migrations/0002_colours.sql"],
    personal_data: [notebook__notes.user_id { export: notes::ExportNotes, erase: notes::EraseNotes }],
    events: [notes::NoteCreated],
    notifications: [telling::NoteShared],
    jobs: [jobs::RecountNote, jobs::Misbehave, jobs::Tick, telling::Tell],
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
        telling::tell_from_session,
        telling::tell_as_staff,
        telling::tell_as_nobody,
        telling::tell_later,
    ],
}
