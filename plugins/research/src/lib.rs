//! The research family: pages of the research workspace.
//!
//! Here are its public sides alone: pages that their owners published, and unpublished ones that the holder of a review
//! link may read. The body of a page is Markdown and becomes safe HTML when it is asked for.

pub mod get_published_page;
pub mod get_review_page;
pub mod saved_items;

quarry_sdk::plugin! {
    name: "research",
    summary: "Published research pages, and unpublished ones for those who hold a review link.",
    grants: [Warehouse, AppStore, Audit],
    personal_data: [
        saved_items.saved_by_user_id {
            export: saved_items::ExportSavedItems,
            kept: "Saved copies stay with the members of their space, under \"former member\"; those of spaces that nobody else is in go with the space.",
        },
    ],
    endpoints: [
        get_published_page::get_published_page,
        get_review_page::get_review_page,
        saved_items::list_of_hash::list_copies_of_hash,
        saved_items::create::create_saved_item,
        saved_items::destinations::list_destinations,
        saved_items::update::update_saved_item,
        saved_items::delete::delete_saved_item,
        saved_items::list_of_page::list_saved_items,
    ],
}
