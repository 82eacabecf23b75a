//! The research family: the research workspace, and the public sides of its pages.
//!
//! A space has projects, a project has folders and pages, and a page has blocks. What is thrown away lies in the trash for 30 days.
//! The body of a block is Markdown and becomes safe HTML when it is asked for.
//!
//! Always true here: a project, and what lies in it, is a 404 to callers who are not members of its space; each page stands either in the
//! tree of its project or in the trash.
//!
//! To add an endpoint: a file in the folder of its resource, its SQL beside it, and its line below.

pub mod access;
pub mod folders;
pub mod get_published_page;
pub mod get_review_page;
pub mod pages;
pub mod projects;
pub mod templates;
pub mod trash;
pub mod tree;
pub mod workspace;

quarry_sdk::plugin! {
    name: "research",
    summary: "The research workspace: projects, folders, pages, trash, templates; and pages that are published or shared by a link.",
    grants: [AppStore, Audit, Jobs, Notifications, Objects],
    jobs: [trash::purge::EmptyTrash],
    personal_data: [
        research_projects.created_by_user_id { export: columns(name, description, created_at timestamp), erase: column },
        research_projects.trashed_by_user_id { export: columns(name, trashed_at timestamp), erase: column },
        research_pages.created_by_user_id { export: columns(title, finding, created_at timestamp), erase: column },
        research_pages.updated_by_user_id { export: columns(title, updated_at timestamp), erase: column },
        research_pages.verified_by_user_id { export: columns(title, verified_at timestamp), erase: column },
        research_pages.trashed_by_user_id { export: columns(title, trashed_at timestamp), erase: column },
        research_templates.created_by_user_id { export: columns(name, created_at timestamp), erase: column },
    ],
    notifications: [tree::TreeChanged],
    endpoints: [
        get_published_page::get_published_page,
        get_review_page::get_review_page,
        workspace::get::get_workspace,
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
        pages::get_keyed::get_page_by_key,
        pages::update_keyed::update_page_by_key,
        pages::delete_keyed::trash_page_by_key,
        templates::create::create_template,
    ],
}
