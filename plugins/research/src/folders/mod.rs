//! The folders of a project.

pub mod create;
pub mod delete;
pub mod update;

use quarry_sdk::prelude::*;
use std::collections::BTreeMap;

statement!(app_store, SelectFolders, "src/folders/folders.sql");

/// Folders that a project has at most.
pub const MOST_FOLDERS: usize = 500;
/// Folders within each other at most.
pub const DEEPEST: usize = 8;

/// The name of a folder.
#[derive(Schema, Deserialize)]
#[schema(single_line, min_length = 1, max_length = 120, example = "Evidence")]
pub struct FolderName(pub String);

/// A folder of a project.
#[derive(Row, Schema, Serialize, Debug, Clone, PartialEq)]
pub struct Folder {
    /// Id of the folder, unique in a deployment.
    #[schema(example = 1)]
    pub id: i64,
    /// The folder in which it lies; null at the root of the project.
    #[schema(example = null)]
    pub parent_folder_id: Option<i64>,
    #[schema(example = "Evidence")]
    pub name: String,
    /// Pages that lie in it and not in the trash; those of folders in it are not counted.
    #[schema(example = 1)]
    pub page_count: i64,
    pub created_at: Time,
}

/// The folders from the root to this one.
pub fn path_to(folders: &[Folder], folder_id: Option<i64>) -> Vec<Named> {
    let by_id: BTreeMap<i64, &Folder> = folders.iter().map(|folder| (folder.id, folder)).collect();
    let mut path: Vec<Named> = Vec::new();
    let mut next = folder_id.and_then(|id| by_id.get(&id));
    while let Some(folder) = next.filter(|_| path.len() < DEEPEST) {
        path.push(Named { id: folder.id, name: folder.name.clone() });
        next = folder.parent_folder_id.and_then(|id| by_id.get(&id));
    }
    path.reverse();
    path
}

/// The folder and all that lie in it.
fn within(folders: &[Folder], folder_id: i64) -> Vec<i64> {
    let mut found = vec![folder_id];
    for _ in 0..DEEPEST {
        let deeper =
            folders.iter().filter(|folder| folder.parent_folder_id.is_some_and(|parent| found.contains(&parent)));
        let new: Vec<i64> = deeper.map(|folder| folder.id).filter(|id| !found.contains(id)).collect();
        if new.is_empty() {
            break;
        }
        found.extend(new);
    }
    found
}

/// One of the folders.
fn one(folders: Vec<Folder>, id: i64) -> Result<Folder, Problem> {
    let found = folders.into_iter().find(|folder| folder.id == id);
    found.ok_or_else(|| Problem::not_found(format!("There is no folder {id} in this project.")))
}
