//! `DELETE /session/research/projects/{id}/folders/{folder_id}`.

use crate::access::FolderRole;
use crate::folders::update::FolderPath;
use crate::folders::{self, Folder, SelectFolders};
use crate::tree;
use quarry_sdk::prelude::*;

statement!(app_store, TrashPagesOfFolders, "src/folders/trash_pages_of_folders.sql");
statement!(app_store, DeleteFolder, "src/folders/delete_folder.sql");

/// Delete a folder
///
/// Removes the folder with the folders in it. Their pages go into the trash; restored, they stand at the root of the project. Needs the
/// role `editor` or `owner`.
#[endpoint(
    delete = "/session/research/projects/{id}/folders/{folder_id}", session, module = "research", status = 204,
    guard = FolderRole::Editor, guard_path(project_id = id), body = ()
)]
pub fn delete_folder(guarded: Guarded<FolderRole>, path: FolderPath) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    tree::touch(&transaction)?;
    let folders: Vec<Folder> = transaction.all(SelectFolders {})?;
    let deleted = folders::within(&folders, path.folder_id);
    let trashed = TrashPagesOfFolders { folders: deleted.clone(), now: Time::now() };
    let pages = transaction.execute(trashed)?;
    // The folders in it go with it.
    transaction.execute(DeleteFolder {})?;
    let entry = AuditEntry::of("research_folder.deleted", "research_folder", &path.folder_id);
    let counts = json!({ "project_id": path.id, "folders": deleted.len(), "pages_trashed": pages });
    transaction.audit(entry.before(&counts))?;
    tree::tell_members(&transaction, guarded.tenant(), path.id)?;
    transaction.commit()?;
    Ok(Answer::no_content())
}
