//! The site family: what a visitor meets before having a key.
//!
//! Site, about, legal and docs are Markdown files that are compiled into the component (`content/`, and some pages of the
//! repository's `docs/`): they belong to a release like its code, are the same on every host, and answer while a store is
//! down. Posts are written by staff at any time, so they lie in the app store, as do plans, switches and ways to sign in.
//! Markdown becomes safe HTML here, when it is asked for; the host keeps the answer for a minute.
//!
//! To add a page: its file in `content/docs/` and its line in `library.rs`.

pub mod get_public_about;
pub mod get_public_auth;
pub mod get_public_blog_post;
pub mod get_public_doc;
pub mod get_public_home;
pub mod get_public_legal_document;
pub mod get_public_site;
pub mod html;
pub mod library;
pub mod list_public_blog;
pub mod list_public_docs;
pub mod list_public_legal;
pub mod list_public_plans;
pub mod page;
pub mod search;

quarry_sdk::plugin! {
    name: "site",
    summary: "The public pages: home with live figures, plans, documentation, legal texts and the blog.",
    grants: [Warehouse, AppStore],
    endpoints: [
        get_public_auth::get_public_auth,
        get_public_site::get_public_site,
        get_public_home::get_public_home,
        list_public_plans::list_public_plans,
        get_public_about::get_public_about,
        list_public_docs::list_public_docs,
        get_public_doc::get_public_doc,
        list_public_legal::list_public_legal,
        get_public_legal_document::get_public_legal_document,
        list_public_blog::list_public_blog,
        get_public_blog_post::get_public_blog_post,
    ],
}
