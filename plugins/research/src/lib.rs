//! The research family: the research workspace, and the public sides of its pages.
//!
//! A space has projects, a project has folders and pages, and a page has blocks: its document, with its versions. People comment on a
//! page, keep copies of transactions and blocks on it, and send files for it. What is thrown away lies in the trash for 30 days. The
//! body of a block is Markdown and becomes safe HTML when it is asked for.
//!
//! Always true here: a project, and what lies in it, is a 404 to callers who are not members of its space; each page stands either in the
//! tree of its project or in the trash; text that was sent is in the document, in a version or in a draft of its author.
//!
//! To add an endpoint: a file in the folder of its resource, its SQL beside it, and its line below.

pub mod access;
pub mod blocks;
pub mod bundles;
pub mod comments;
pub mod document;
pub mod editor;
pub mod folders;
pub mod get_published_file;
pub mod get_published_page;
pub mod get_review_page;
pub mod guest_passes;
pub mod pages;
pub mod presence;
pub mod projects;
pub mod properties;
pub mod publications;
pub mod saved_items;
pub mod search;
pub mod templates;
pub mod terms;
pub mod trash;
pub mod tree;
pub mod uploads;
pub mod versions;
pub mod views;
pub mod workspace;

quarry_sdk::plugin! {
    name: "research",
    summary: "The research workspace: projects, pages, their documents, comments and saved copies; and pages that are published or shared by a link.",
    grants: [Warehouse, AppStore, Audit, Jobs, Notifications, Objects, Secrets, PersonalData, FirstParty],
    migrations: ["migrations/0001_merging.sql"],
    jobs: [
        bundles::make::make_bundle,
        presence::forget::forget_presence,
        terms::forget::forget_terms,
        terms::index::index_pages,
        trash::purge::empty_trash,
        uploads::sweep::sweep_uploads,
        versions::forget::forget_old_versions,
    ],
    adopts: [
        research_folders, research_page_tags, research_templates, research_views, research_drafts, research_block_versions,
        research_page_versions, research_comments, research_uploads, published_pages, page_review_links, research_guest_passes,
        research_presence, research_mentions, published_page_slugs,
    ],
    tenant_tables: [
        research_folders { space_id as tenant },
        research_page_tags { space_id as tenant },
        research_templates { space_id as tenant },
        research_views { space_id as tenant },
        research_drafts { space_id as tenant },
        research_block_versions { space_id as tenant },
        research_page_versions { space_id as tenant },
        research_comments { space_id as tenant },
        research_uploads { space_id as tenant },
        published_pages { space_id as tenant },
        page_review_links { space_id as tenant },
        research_guest_passes { space_id as tenant },
        research_presence { space_id as tenant, user_id as caller.user_id },
    ],
    personal_data: [
        research_projects.created_by_user_id { export: columns(name, description, created_at timestamp), erase: column },
        research_projects.trashed_by_user_id { export: columns(name, trashed_at timestamp), erase: column },
        research_pages.created_by_user_id { export: columns(title, finding, created_at timestamp), erase: column },
        research_pages.updated_by_user_id { export: columns(title, updated_at timestamp), erase: column },
        research_pages.verified_by_user_id { export: columns(title, verified_at timestamp), erase: column },
        research_pages.trashed_by_user_id { export: columns(title, trashed_at timestamp), erase: column },
        research_templates.created_by_user_id { export: columns(name, created_at timestamp), erase: column },
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
        research_views.created_by_user_id { export: columns(name, layout, settings, created_at timestamp), erase: rows },
        research_presence.user_id { export: columns(since timestamp, seen_at timestamp), erase: rows },
        research_drafts.user_id { export: columns(document, created_at timestamp), erase: rows },
        research_comments.author_user_id {
            export: comments::ExportComments,
            kept: "Comments stay with the members of their space, under \"former member\"; those of spaces that nobody else is in go with the space.",
        },
        research_comments.resolved_by_user_id {
            export: comments::ExportResolved,
            kept: "A thread that was resolved stays so for the members of its space, without a name.",
        },
        research_mentions.user_id { export: comments::ExportMentions, erase: rows },
        saved_items.saved_by_user_id {
            export: saved_items::ExportSavedItems,
            kept: "Saved copies stay with the members of their space, under \"former member\"; those of spaces that nobody else is in go with the space.",
        },
        research_uploads.uploaded_by_user_id {
            export: columns(file_name, media_type, size_bytes, created_at timestamp),
            kept: "Files stay on the pages of their space, without a name; those of spaces that nobody else is in go with the space.",
        },
        unattached_uploads.user_id { export: columns(upload_count, size_bytes), erase: rows },
        published_pages.published_by_user_id {
            export: columns(slug, title, author, published_at timestamp),
            kept: "A published page stays public, under the name that its author chose, until an owner withdraws it; nobody is said to have published it.",
        },
        research_guest_passes.made_by_user_id { export: columns(created_at timestamp, expires_at timestamp), erase: column },
    ],
    notifications: [
        comments::changes::CommentAdded,
        comments::changes::CommentChanged,
        document::DocumentChanged,
        quarry_inbox_entries::InboxGrew,
        tree::TreeChanged,
    ],
    endpoints: [
        get_published_page::get_published_page,
        get_published_file::get_published_file,
        get_review_page::get_review_page,
        workspace::get::get_workspace,
        search::search_research,
        presence::beat::beat,
        trash::list::list_trash,
        projects::create::create_project,
        projects::get::get_project,
        projects::update::update_project,
        projects::delete::trash_project,
        projects::restore::restore_project,
        projects::list_keyed::list_projects_by_key,
        folders::create::create_folder,
        folders::update::rename_folder,
        folders::delete::delete_folder,
        pages::create::create_page,
        pages::get::get_page,
        pages::update::update_page,
        pages::delete::trash_page,
        pages::restore::restore_page,
        pages::list_keyed::list_pages_by_key,
        pages::create_keyed::create_page_by_key,
        pages::get::get_page_by_key,
        pages::update::update_page_by_key,
        pages::delete::trash_page_by_key,
        templates::create::create_template,
        publications::verify::verify_page,
        publications::publish::publish_page,
        publications::unpublish::unpublish_page,
        guest_passes::create::create_guest_pass,
        guest_passes::revoke::revoke_guest_pass,
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
        comments::list::list_comments_by_key,
        comments::create::create_comment_by_key,
        comments::list::list_comments,
        comments::create::create_comment,
        comments::resolve::resolve_comment,
        comments::reopen::reopen_comment,
        comments::delete::remove_comment,
        comments::threads::list_threads,
        saved_items::list_of_hash::list_copies_of_hash,
        saved_items::create::create_saved_item,
        saved_items::destinations::list_destinations,
        saved_items::update::update_saved_item,
        saved_items::delete::delete_saved_item,
        saved_items::list_of_page::list_saved_items,
        blocks::refresh::refresh_block,
        editor::citable_fields::list_citable_fields,
        editor::cite::cite_field,
        editor::derive::insert_live_value,
        editor::derived_preview::preview_derived_value,
        editor::options::get_editor_options,
        editor::pick::list_picks,
        editor::pick_page::create_picked_page,
        uploads::create::sign_upload,
        properties::get::get_page_properties,
        properties::update::update_page_properties,
        properties::candidates::list_candidates,
        views::board::get_board,
        views::table::get_table,
        views::tags::list_tags,
        views::create::create_view,
        views::delete::delete_view,
        views::toggle_shared::toggle_shared_view,
        bundles::export::export_page,
        bundles::export::export_page_by_key,
        bundles::import::import_markdown,
    ],
}
