//! The workspace family: what a signed-in person has whichever modules are on, such as the inbox.
//!
//! Always true here: an entry is its person's alone, and one about a space is shown while the person is a member of it.
//!
//! To add an endpoint: a file in the folder of its resource, its SQL beside it, and its line below.

pub mod inbox;

quarry_sdk::plugin! {
    name: "workspace",
    summary: "The inbox of a signed-in person.",
    grants: [AppStore, Jobs],
    jobs: [inbox::trim::TrimInboxes],
    personal_data: [
        inbox_notifications.user_id { export: inbox::ExportNotifications, erase: rows },
        inbox_notifications.actor_user_id {
            export: columns(kind, created_at timestamp),
            kept: "Entries stay in the inboxes of those who were told, under \"former member\", until newer ones take their place.",
        },
    ],
    endpoints: [
        inbox::list::list_notifications,
        inbox::read_all::read_all_notifications,
        inbox::read::read_notification,
    ],
}
