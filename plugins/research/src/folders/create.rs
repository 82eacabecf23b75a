//! `POST /session/research/projects/{id}/folders`.

use crate::access::ProjectPath;
use crate::folders::{self, DEEPEST, Folder, FolderName, MOST_FOLDERS, SelectFolders};
use crate::tree;
use quarry_research_pages::access::ProjectRole;
use quarry_sdk::prelude::*;

statement!(app_store, InsertFolder, "src/folders/insert_folder.sql");

/// A folder to be made.
#[derive(Schema, Deserialize)]
pub struct NewFolder {
    name: FolderName,
    /// Id of the folder in which it is to lie; the root of the project by default.
    #[schema(optional, example = 1)]
    parent_folder_id: Option<i64>,
}

/// Make a folder
///
/// Creates a folder of the project. Needs the role `editor` or `owner`. A project has at most 500 folders, and at most 8 within each other.
/// Folders may have the same name.
#[endpoint(
    post = "/session/research/projects/{id}/folders", session, module = "research", status = 201,
    guard = ProjectRole::Editor, guard_path(project_id = id),
    refuses(422, "too_many_folders", "A project has at most 500 folders."),
    refuses(422, "folder_too_deep", "Folders lie at most 8 deep."),
    body = Folder
)]
pub fn create_folder(
    guarded: Guarded<ProjectRole>,
    path: ProjectPath,
    JsonBody(new): JsonBody<NewFolder>,
) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    tree::touch(&transaction)?;
    let folders: Vec<Folder> = transaction.all(SelectFolders {})?;
    if folders.len() >= MOST_FOLDERS {
        let sentence = format!("The project has {MOST_FOLDERS} folders, and that is the most.");
        return Err(Problem::new(422, "too_many_folders", sentence).with("limit", MOST_FOLDERS));
    }
    if let Some(parent) = new.parent_folder_id {
        match folders::path_to(&folders, Some(parent)).len() {
            0 => {
                return Err(Problem::invalid_field("parent_folder_id", format!("The project has no folder {parent}.")));
            }
            DEEPEST.. => {
                let sentence = format!("The folder {parent} lies {DEEPEST} deep, and that is the deepest.");
                return Err(Problem::new(422, "folder_too_deep", sentence).with("limit", DEEPEST));
            }
            _ => {}
        }
    }
    let FolderName(name) = new.name;
    let insert = InsertFolder { name, parent_folder_id: new.parent_folder_id, now: Time::now() };
    let id = transaction.insert(insert)?;
    let folder = folders::one(transaction.all(SelectFolders {})?, id)?;
    let entry = AuditEntry::of("research_folder.created", "research_folder", &id);
    transaction.audit(entry.after(&json!({ "project_id": path.id, "parent_folder_id": folder.parent_folder_id })))?;
    tree::tell_members(&transaction, guarded.tenant(), path.id)?;
    transaction.commit()?;
    Ok(Answer::json(&folder).with_status(201))
}
