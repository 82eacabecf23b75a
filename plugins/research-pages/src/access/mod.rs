//! Guards: what the caller is in the space of a page or a project.

use quarry_sdk::prelude::*;

/// The caller's role in the space of a page. The guard binds `tenant` (the space), `page_id` and `project_id`.
#[derive(Guard, Choice, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[guard("src/access/page.sql", tenant = "space")]
#[guard(absent(404, "not_found", "There is no page {path.page_id} here."))]
#[guard(rank_too_low(403, "forbidden", "Your role in the space does not allow that: ask one of its owners."))]
#[guard(refuses("in_trash", 409, "page_in_trash", "The page lies in the trash: restore it first."))]
pub enum PageRole {
    Viewer,
    Commenter,
    Editor,
    Owner,
}

/// The caller's role in the space of a project. The guard binds `tenant` (the space) and `project_id`.
#[derive(Guard, Choice, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[guard("src/access/project.sql", tenant = "space")]
#[guard(absent(404, "not_found", "There is no project {path.project_id} here."))]
#[guard(rank_too_low(403, "forbidden", "Your role in the space does not allow that: ask one of its owners."))]
#[guard(refuses("in_trash", 409, "project_in_trash", "The project lies in the trash: restore it first."))]
pub enum ProjectRole {
    Viewer,
    Commenter,
    Editor,
    Owner,
}
