//! The workspace family: what a signed-in person has whichever modules are on, such as the inbox and the search.
//!
//! Always true here: an entry is its person's alone, and one about a space is shown while the person is a member of it;
//! the search finds nothing of a module that is off, and nothing of a space that its caller is not in.
//!
//! To add an endpoint: a file in the folder of its resource, its SQL beside it, and its line below.

pub mod inbox;
pub mod search;

quarry_sdk::plugin! {
    name: "workspace",
    summary: "The inbox of a signed-in person, and the search over all that they may see.",
    grants: [AppStore, Jobs, Datasets],
    jobs: [inbox::trim::TrimInboxes],
    personal_data: [
        inbox_notifications.user_id { export: inbox::ExportNotifications, erase: rows },
        inbox_notifications.actor_user_id {
            export: columns(kind, created_at timestamp),
            kept: "Entries stay in the inboxes of those who were told, under \"former member\", until newer ones take their place.",
        },
    ],
    endpoints: [
        search::search,
        inbox::list::list_notifications,
        inbox::read_all::read_all_notifications,
        inbox::read::read_notification,
    ],
}
