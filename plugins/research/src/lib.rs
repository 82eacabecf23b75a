//! The research family: pages of the research workspace.
//!
//! Here are its public sides alone: pages that their owners published, and unpublished ones that the holder of a review
//! link may read. The body of a page is Markdown and becomes safe HTML when it is asked for.

pub mod get_published_page;
pub mod get_review_page;

quarry_sdk::plugin! {
    name: "research",
    summary: "Published research pages, and unpublished ones for those who hold a review link.",
    grants: [AppStore],
    endpoints: [get_published_page::get_published_page, get_review_page::get_review_page],
}
