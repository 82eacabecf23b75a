//! The research family: pages of the research workspace.
//!
//! Its public sides are pages that their owners published, and unpublished ones that the holder of a review link may read. The body of a
//! page is Markdown and becomes safe HTML when it is asked for. `editor` is what a page's editor asks for, `blocks` single blocks of its
//! document, `uploads` the files of a page.

pub mod blocks;
pub mod editor;
pub mod get_published_page;
pub mod get_review_page;
pub mod uploads;

quarry_sdk::plugin! {
    name: "research",
    summary: "Research pages: their editor, blocks and files; published ones, and unpublished ones for those who hold a review link.",
    grants: [Warehouse, AppStore, Audit, Jobs, Objects],
    jobs: [uploads::sweep::SweepUploads],
    personal_data: [
        research_uploads.uploaded_by_user_id {
            export: columns(file_name, media_type, size_bytes, created_at timestamp),
            kept: "Files stay on the pages of their space, without a name; those of spaces that nobody else is in go with the space.",
        },
    ],
    endpoints: [
        blocks::refresh::refresh_block,
        editor::citable_fields::list_citable_fields,
        editor::cite::cite_field,
        editor::derive::insert_live_value,
        editor::derived_preview::preview_derived_value,
        editor::options::get_editor_options,
        editor::pick::list_picks,
        editor::pick_page::create_picked_page,
        get_published_page::get_published_page,
        get_review_page::get_review_page,
        uploads::create::sign_upload,
    ],
}
