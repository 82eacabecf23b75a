//! The workspace family: a signed-in person's desk, which is the inbox, the library and the first steps.
//!
//! Always true here: what is on it is its person's alone, and what it tells of a space is shown while the person is a member of it.
//!
//! To add an endpoint: a file in the folder of its resource, its SQL beside it, and its line below.

pub mod access;
pub mod inbox;
pub mod library;
pub mod onboarding;

quarry_sdk::plugin! {
    name: "workspace",
    summary: "The inbox, the library and the first steps of a signed-in person.",
    grants: [Warehouse, AppStore, Identity, Jobs],
    jobs: [inbox::trim::TrimInboxes],
    personal_data: [
        saved_views.user_id { export: library::views::ExportSavedViews, erase: rows },
        favourites.user_id { export: columns(chain_id, created_at timestamp), erase: rows },
        onboarding_dismissals.user_id { export: columns(dismissed_at timestamp), erase: rows },
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
        library::get::get_library,
        library::views::create::create_saved_view,
        library::views::delete::delete_saved_view,
        library::favourites::create::create_favourite,
        library::favourites::delete::delete_favourite,
        onboarding::get::get_onboarding,
        onboarding::dismiss::dismiss_onboarding,
    ],
}
