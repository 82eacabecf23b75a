//! The paths that lead to what lies in a space, and the guards beside those of `quarry-research-pages`.

use quarry_sdk::prelude::*;

/// A page by its id.
#[derive(Parameters)]
pub struct PagePath {
    /// Id of the page.
    #[parameter(path, minimum = 1, example = "1")]
    pub id: i64,
}

/// A project.
#[derive(Parameters)]
pub struct ProjectPath {
    /// Id of the project.
    #[parameter(path, minimum = 1, example = "1")]
    pub id: i64,
}

/// The caller's active space, by what the caller is in it. The guard binds `tenant` (the space).
#[derive(Guard, Choice, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[guard("src/access/active_space.sql", tenant = "space")]
#[guard(absent(404, "not_found", "You have no space yet: it is made within seconds."))]
#[guard(rank_too_low(403, "forbidden", "Your role in the space does not allow that: ask one of its owners."))]
pub enum ActiveSpaceRole {
    Viewer,
    Commenter,
    Editor,
    Owner,
}

/// The project that the body names, by what the caller is in its space. The guard binds `tenant` and `project_id`.
#[derive(Guard, Choice, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[guard("src/access/named_project.sql", tenant = "space")]
#[guard(absent(404, "not_found", "There is no project {body.project_id} here."))]
#[guard(rank_too_low(403, "forbidden", "Your role in the space does not allow that: ask one of its owners."))]
#[guard(refuses("in_trash", 409, "project_in_trash", "The project lies in the trash: restore it first."))]
pub enum NamedProjectRole {
    Viewer,
    Commenter,
    Editor,
    Owner,
}

/// A folder of a project, by what the caller is in the space. The guard binds `tenant`, `project_id` and `folder_id`.
#[derive(Guard, Choice, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[guard("src/access/folder.sql", tenant = "space")]
#[guard(absent(404, "not_found", "There is no folder {path.folder_id} in the project {path.project_id} here."))]
#[guard(rank_too_low(403, "forbidden", "Your role in the space does not allow that: ask one of its owners."))]
#[guard(refuses("in_trash", 409, "project_in_trash", "The project lies in the trash: restore it first."))]
pub enum FolderRole {
    Viewer,
    Commenter,
    Editor,
    Owner,
}

/// A page, in the trash or not. The guard binds `tenant`, `page_id` and `project_id`.
#[derive(Guard, Choice, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[guard("src/access/stored_page.sql", tenant = "space")]
#[guard(absent(404, "not_found", "There is no page {path.page_id} here."))]
#[guard(rank_too_low(403, "forbidden", "Your role in the space does not allow that: ask one of its owners."))]
pub enum StoredPageRole {
    Viewer,
    Commenter,
    Editor,
    Owner,
}

/// A page whose project is not in the trash. The guard binds `tenant`, `page_id` and `project_id`.
#[derive(Guard, Choice, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[guard("src/access/restorable_page.sql", tenant = "space")]
#[guard(absent(404, "not_found", "There is no page {path.page_id} here."))]
#[guard(rank_too_low(403, "forbidden", "Your role in the space does not allow that: ask one of its owners."))]
#[guard(refuses(
    "parent_in_trash",
    409,
    "parent_in_trash",
    "The page's project lies in the trash: restore that first."
))]
pub enum RestorablePageRole {
    Viewer,
    Commenter,
    Editor,
    Owner,
}

/// A project, in the trash or not. The guard binds `tenant` and `project_id`.
#[derive(Guard, Choice, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[guard("src/access/stored_project.sql", tenant = "space")]
#[guard(absent(404, "not_found", "There is no project {path.project_id} here."))]
#[guard(rank_too_low(403, "forbidden", "Your role in the space does not allow that: ask one of its owners."))]
pub enum StoredProjectRole {
    Viewer,
    Commenter,
    Editor,
    Owner,
}
