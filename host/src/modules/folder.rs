//! The folder of components.

use std::path::{Path, PathBuf};
use thiserror::Error;

/// A `*.wasm` file of the folder.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ComponentFile {
    pub path: PathBuf,
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
            files.push(ComponentFile { path });
        }
    }
    files.sort();
    Ok(files)
}
