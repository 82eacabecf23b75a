//! `quarry plugin new`: a folder with a project in it, whole or not at all.

use crate::plugin_project::{ProjectName, SdkFolder, template};
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A project could not be written.
#[derive(Debug, Error)]
pub enum CreateError {
    #[error("{0} is there already: choose another name, or another place with --path")]
    Taken(PathBuf),
    #[error("{path} cannot be written: {source}")]
    Write { path: PathBuf, source: io::Error },
    #[error("the SDK's {path} cannot be read: {source}")]
    Sdk { path: PathBuf, source: io::Error },
}

/// Writes a project of that name into `folder`, which must not be there.
pub fn create(name: &ProjectName, folder: &Path, sdk: &SdkFolder) -> Result<(), CreateError> {
    std::fs::create_dir(folder).map_err(|source| match source.kind() {
        io::ErrorKind::AlreadyExists => CreateError::Taken(folder.to_owned()),
        _ => CreateError::Write { path: folder.to_owned(), source },
    })?;
    let written = write_files(name, folder, sdk);
    if written.is_err() {
        // It was made here, a moment ago. What cannot be removed is in the way of the next try, which says so.
        let _ = std::fs::remove_dir_all(folder);
    }
    written
}

fn write_files(name: &ProjectName, folder: &Path, sdk: &SdkFolder) -> Result<(), CreateError> {
    for (path, mut text) in template::files(name) {
        if path == "Cargo.toml" {
            text.push_str(&sdk.patch());
        }
        write(&folder.join(path), text.as_bytes())?;
    }
    for (from, to) in sdk.copies() {
        copy(from, &folder.join(to))?;
    }
    // Cargo drops what the project does not use, and keeps the versions that the release was tested with.
    if let Some(lock) = sdk.lock() {
        let text = std::fs::read(lock).map_err(|source| CreateError::Sdk { path: lock.to_owned(), source })?;
        write(&folder.join("Cargo.lock"), &text)?;
    }
    Ok(())
}

/// Copies a crate, but for what is hidden: that is the release's own.
fn copy(from: &Path, to: &Path) -> Result<(), CreateError> {
    let unreadable = |path: &Path| {
        let path = path.to_owned();
        move |source| CreateError::Sdk { path, source }
    };
    for entry in std::fs::read_dir(from).map_err(unreadable(from))? {
        let entry = entry.map_err(unreadable(from))?;
        let (name, path) = (entry.file_name(), entry.path());
        if name.to_string_lossy().starts_with('.') {
            continue;
        }
        match entry.file_type().map_err(unreadable(&path))?.is_dir() {
            true => copy(&path, &to.join(name))?,
            false => write(&to.join(name), &std::fs::read(&path).map_err(unreadable(&path))?)?,
        }
    }
    Ok(())
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), CreateError> {
    let failed = |source| CreateError::Write { path: path.to_owned(), source };
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent).map_err(failed)?;
    }
    std::fs::write(path, bytes).map_err(failed)
}
