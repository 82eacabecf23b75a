//! `PATCH /session/research/projects/{id}/folders/{folder_id}`.

use crate::access::FolderRole;
use crate::folders::{self, Folder, FolderName, SelectFolders};
use crate::tree;
use quarry_sdk::prelude::*;

statement!(app_store, RenameFolder, "src/folders/rename_folder.sql");

/// A folder of a project.
#[derive(Parameters)]
pub struct FolderPath {
    /// Id of the project.
    #[parameter(path, minimum = 1, example = "1")]
    pub id: i64,
    /// Id of the folder.
    #[parameter(path, minimum = 1, example = "1")]
    pub folder_id: i64,
}

/// The folder's new name.
#[derive(Schema, Deserialize)]
pub struct FolderChange {
    name: FolderName,
}

/// Rename a folder
///
/// Renames the folder alone; its pages stay as they are. Needs the role `editor` or `owner`.
#[endpoint(
    patch = "/session/research/projects/{id}/folders/{folder_id}", session, module = "research",
    guard = FolderRole::Editor, guard_path(project_id = id), body = Folder
)]
pub fn rename_folder(
    guarded: Guarded<FolderRole>,
    path: FolderPath,
    JsonBody(change): JsonBody<FolderChange>,
) -> Result<Answer, Problem> {
    let FolderName(name) = change.name;
    let transaction = Transaction::begin()?;
    tree::touch(&transaction)?;
    transaction.execute(RenameFolder { name })?;
    let folder = folders::one(transaction.all(SelectFolders {})?, path.folder_id)?;
    let entry = AuditEntry::of("research_folder.renamed", "research_folder", &path.folder_id);
    transaction.audit(entry.after(&json!({ "project_id": path.id })))?;
    tree::tell_members(&transaction, guarded.tenant(), path.id)?;
    transaction.commit()?;
    Ok(Answer::json(&folder))
}
