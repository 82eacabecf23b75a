//! The socket of a data directory's embedded warehouse, and the users who may serve there.
//!
//! Always true: the socket lies in the data directory, or, where that path is too long for a socket, in a folder of the
//! temporary one that has a random name and belongs to this user alone; a link in the data directory then leads to it. A
//! name that others can guess is never used, and a socket of another user is never asked.

use rustix::process::geteuid;
use std::fs::{Metadata, Permissions};
use std::io;
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use thiserror::Error;

/// Longest path of a Unix socket, in bytes.
const SOCKET_PATH_BYTES: usize = 107;
const SOCKET_NAME: &str = "warehouse.sock";
const FOLDER_PREFIX: &str = "quarry-";
/// The folder to use where the environment's temporary folder has too long a path itself.
const SHORT_TEMPORARY_FOLDER: &str = "/tmp";

/// The reason for which a warehouse is neither asked nor started.
#[derive(Debug, Error)]
pub enum SocketError {
    #[error("the socket {path} of the warehouse belongs to another user, or others may write beside it: remove it")]
    OfSomebodyElse { path: PathBuf },
    #[error("the socket {path} of the warehouse cannot be made: {source}")]
    Unusable { path: PathBuf, source: io::Error },
}

/// A place for a warehouse that is about to start; a folder that was made for it goes with it.
#[derive(Debug)]
pub struct SocketPlace {
    socket: PathBuf,
    outside: Option<Outside>,
}

/// A folder of the temporary one, and the link that leads there.
#[derive(Debug)]
struct Outside {
    _folder: TempDir,
    link: PathBuf,
    is_linked: bool,
}

impl SocketPlace {
    /// The socket on which a warehouse of `data_dir` serves or served; none where nobody has.
    pub fn existing(data_dir: &Path) -> Result<Option<PathBuf>, SocketError> {
        let inside = data_dir.join(SOCKET_NAME);
        let Some(found) = looked_at(&inside)? else { return Ok(None) };
        if !found.is_symlink() {
            return socket_of_ours(&inside, &found, data_dir);
        }
        let unusable = |source| SocketError::Unusable { path: inside.clone(), source };
        let target = std::fs::read_link(&inside).map_err(unusable)?;
        let Some(folder) = target.parent() else { return Ok(None) };
        let Some(folder_found) = looked_at(folder)? else { return Ok(None) };
        if !folder_found.is_dir() || !is_owner(&folder_found, data_dir) || folder_found.mode() & 0o077 != 0 {
            return Err(SocketError::OfSomebodyElse { path: target });
        }
        match looked_at(&target)? {
            Some(found) => socket_of_ours(&target, &found, data_dir),
            None => Ok(None),
        }
    }

    /// A place for a new one, once nobody serves at the existing one.
    pub fn make(data_dir: &Path) -> Result<SocketPlace, SocketError> {
        let inside = data_dir.join(SOCKET_NAME);
        let unusable = |source| SocketError::Unusable { path: inside.clone(), source };
        remove_left_link(&inside, data_dir).map_err(unusable)?;
        if fits(&inside) {
            return Ok(SocketPlace { socket: inside, outside: None });
        }
        let mut builder = tempfile::Builder::new();
        builder.prefix(FOLDER_PREFIX).permissions(Permissions::from_mode(0o700));
        let mut folder = builder.tempdir().map_err(unusable)?;
        if !fits(&folder.path().join(SOCKET_NAME)) {
            folder = builder.tempdir_in(SHORT_TEMPORARY_FOLDER).map_err(unusable)?;
        }
        let socket = folder.path().join(SOCKET_NAME);
        Ok(SocketPlace { socket, outside: Some(Outside { _folder: folder, link: inside, is_linked: false }) })
    }

    /// The socket's path, short enough for the kernel.
    pub fn path(&self) -> &Path {
        &self.socket
    }

    /// Tells commands of this data directory where the warehouse serves, now that it does and holds the directory's lock.
    pub fn publish(&mut self) -> Result<(), SocketError> {
        let Some(outside) = &mut self.outside else { return Ok(()) };
        symlink(&self.socket, &outside.link)
            .map_err(|source| SocketError::Unusable { path: outside.link.clone(), source })?;
        outside.is_linked = true;
        Ok(())
    }
}

impl Drop for Outside {
    fn drop(&mut self) {
        if self.is_linked {
            // A link that stays leads nowhere, and the next start removes it.
            let _ = std::fs::remove_file(&self.link);
        }
    }
}

/// Tells a path that the kernel takes for a socket.
fn fits(path: &Path) -> bool {
    path.as_os_str().len() <= SOCKET_PATH_BYTES
}

/// The file itself that lies there, without following a link.
fn looked_at(path: &Path) -> Result<Option<Metadata>, SocketError> {
    match std::fs::symlink_metadata(path) {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(SocketError::Unusable { path: path.to_owned(), source }),
    }
}

/// The path, where it is a socket of this user; `None` where it is not one.
fn socket_of_ours(path: &Path, found: &Metadata, data_dir: &Path) -> Result<Option<PathBuf>, SocketError> {
    match (found.file_type().is_socket(), is_owner(found, data_dir)) {
        (true, true) => Ok(Some(path.to_owned())),
        (true, false) => Err(SocketError::OfSomebodyElse { path: path.to_owned() }),
        (false, _) => Ok(None),
    }
}

/// Tells a file of this user; for root also to the owner of the data directory, whom a command of root serves.
fn is_owner(found: &Metadata, data_dir: &Path) -> bool {
    let user = geteuid();
    found.uid() == user.as_raw() || (user.is_root() && owner(data_dir) == Some(found.uid()))
}

/// Tells a user `peer` whose process may be the warehouse behind `socket`: this user, or for root the owner of the folder.
pub(super) fn may_serve(peer: u32, socket: &Path) -> bool {
    let user = geteuid();
    peer == user.as_raw() || (user.is_root() && socket.parent().and_then(owner) == Some(peer))
}

fn owner(folder: &Path) -> Option<u32> {
    Some(std::fs::metadata(folder).ok()?.uid())
}

/// Removes a link that a host left which was killed, and the folder that it leads to where that is one of ours.
fn remove_left_link(link: &Path, data_dir: &Path) -> io::Result<()> {
    let Ok(target) = std::fs::read_link(link) else { return Ok(()) };
    if let Some(folder) = target.parent()
        && let Ok(found) = std::fs::symlink_metadata(folder)
        && found.is_dir()
        && is_owner(&found, data_dir)
        && folder.file_name().is_some_and(|name| name.to_string_lossy().starts_with(FOLDER_PREFIX))
    {
        // What is not empty holds more than a socket, and stays.
        let _ = std::fs::remove_file(&target);
        let _ = std::fs::remove_dir(folder);
    }
    std::fs::remove_file(link)
}
