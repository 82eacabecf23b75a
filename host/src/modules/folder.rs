//! The folder of components.

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use thiserror::Error;

/// A `*.wasm` file of the folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComponentFile {
    pub path: PathBuf,
    /// A number that changes with its content: another file of the name has another number.
    pub(super) stamp: FileStamp,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FileStamp {
    bytes: u64,
    inode: u64,
    modified: Option<SystemTime>,
}

/// The folder cannot be read.
#[derive(Debug, Error)]
#[error("the component folder {folder} cannot be read: {source}; set components.folder")]
pub struct FolderError {
    folder: PathBuf,
    source: std::io::Error,
}

/// Every component of `folder`, by name.
pub fn component_files(folder: &Path) -> Result<Vec<ComponentFile>, FolderError> {
    let failed = |source| FolderError { folder: folder.to_owned(), source };
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_some_and(|extension| extension == "wasm") {
            // One that was removed meanwhile is not there.
            let Ok(metadata) = std::fs::metadata(&path) else { continue };
            let stamp = FileStamp { bytes: metadata.len(), inode: metadata.ino(), modified: metadata.modified().ok() };
            files.push(ComponentFile { path, stamp });
        }
    }
    files.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(files)
}
