//! The research family: pages of the research workspace.
//!
//! The public sides of pages: pages that their owners published, and unpublished ones that the holder of a review link may read.
//! The body of such a page is Markdown and becomes safe HTML when it is asked for. And the document of a page, for the members of its
//! space: [`document`] and its [`versions`].

pub mod document;
pub mod get_published_page;
pub mod get_review_page;
pub mod versions;

quarry_sdk::plugin! {
    name: "research",
    summary: "Research pages: documents and their versions, published pages, and unpublished ones for those who hold a review link.",
    grants: [AppStore, Audit, Jobs, Notifications],
    migrations: ["migrations/0001_merging.sql"],
    jobs: [versions::forget::ForgetOldVersions],
    notifications: [document::DocumentChanged],
    personal_data: [
        research_blocks.created_by_user_id {
            export: columns(body, created_at timestamp), kept: "What people wrote on a page stays with the members of its space, without a name.",
        },
        research_blocks.updated_by_user_id {
            export: columns(body, updated_at timestamp), kept: "What people wrote on a page stays with the members of its space, without a name.",
        },
        research_block_versions.author_user_id {
            export: columns(body, created_at timestamp), kept: "Versions stay with the members of the space, under \"former member\", as long as others do.",
        },
        research_page_versions.author_user_id {
            export: columns(title, name, created_at timestamp), kept: "Versions stay with the members of the space, under \"former member\", as long as others do.",
        },
        research_drafts.user_id { export: columns(document, created_at timestamp), erase: rows },
    ],
    endpoints: [
        get_published_page::get_published_page,
        get_review_page::get_review_page,
        document::get::get_document,
        document::get::get_document_by_key,
        document::put::save_document,
        document::put::save_document_by_key,
        document::beacon::save_closing_tab,
        document::append::append_block,
        versions::history::get_page_history,
        versions::restore_block::restore_block_version,
        versions::compare::compare_page_versions,
        versions::name::name_page_version,
        versions::read::get_page_version,
        versions::restore_page::restore_page_version,
    ],
}
