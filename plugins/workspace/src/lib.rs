//! The workspace family: what a signed-in person has whichever modules are on, which is the inbox, the search, the library and the first
//! steps.
//!
//! Always true here: what is a person's is that person's alone, and what is told of a space is shown while the person is a member of it;
//! the search finds nothing of a module that is off, and nothing of a space that its caller is not in.
//!
//! To add an endpoint: a file in the folder of its resource, its SQL beside it, and its line below.

pub mod access;
pub mod inbox;
pub mod library;
pub mod onboarding;
pub mod search;

quarry_sdk::plugin! {
    name: "workspace",
    summary: "The inbox, the search, the library and the first steps of a signed-in person.",
    grants: [Warehouse, AppStore, Identity, Jobs, Datasets, PersonalData, FirstParty],
    jobs: [inbox::trim::trim_inboxes],
    adopts: [favourites, favourite_summaries, saved_views, onboarding_dismissals],
    tenant_tables: [
        favourites { user_id as tenant, user_id as caller.user_id },
        saved_views { user_id as tenant, user_id as caller.user_id },
        onboarding_dismissals { key user_id as tenant, key user_id as caller.user_id },
        // Of the family alerts; this one reads them.
        price_alerts { space_id as tenant },
        alert_watches { space_id as tenant },
        alert_firings { space_id as tenant },
    ],
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
        search::search,
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
