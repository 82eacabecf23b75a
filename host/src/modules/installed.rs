//! Components that somebody installed into the data directory: each has a record beside it that says what the file is, where
//! it came from, who installed it, and what it was given with that.
//!
//! Always true here: the host gives an installed component what its record says, and serves the file of the record and
//! no other; a component cannot write its record. A user who can write to the data directory runs code anyway.

use crate::modules::signature_path;
use jiff::Timestamp;
use quarry_contract::Grant;
use quarry_runtime::capabilities::{Asked, Given, HostPattern, HostPatternError, TableGrant, TableGrantError};
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The record of an installed component: `NAME.toml` beside `NAME.wasm`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct InstallationRecord {
    pub component: String,
    pub version: String,
    /// SHA-256 of the file, in lowercase hex.
    pub digest: String,
    /// The source of the file, as it was given.
    pub origin: String,
    pub installed_by: String,
    /// RFC 3339.
    pub installed_at: String,
    /// The person who gave it more than the configuration gives, and the time (RFC 3339); `None` where nothing more was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accepted_by: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accepted_at: Option<String>,
    /// The grants that the component was given, in the words of the configuration.
    pub grants: Vec<String>,
    pub tables: Vec<String>,
    pub outbound_hosts: Vec<String>,
    /// The grants that nobody has accepted yet. While one stands here the component does not serve.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waits_for: Vec<String>,
}

/// A record that gives nothing.
#[derive(Debug, Error)]
pub enum InstalledError {
    #[error("it was not installed: {0} is not there; install it with `quarry plugin install`")]
    NoRecord(PathBuf),
    #[error("its record {path} cannot be read: {source}")]
    Unreadable { path: PathBuf, source: io::Error },
    #[error("its record {path} is not a record of an installation: {source}")]
    Malformed { path: PathBuf, source: toml::de::Error },
    #[error(
        "it is not the file that was installed: {path} was written for the digest {recorded}, and the file's is {found}; install it with `quarry plugin install`"
    )]
    OtherFile { path: PathBuf, recorded: String, found: String },
    #[error("it waits until somebody accepts that it gets {0}: `quarry plugin accept`")]
    NotAccepted(String),
    #[error("its record names the grant {grant}; there are {}", Grant::names())]
    Grant { grant: String },
    #[error("its record: {0}")]
    Table(#[from] TableGrantError),
    #[error("its record: {0}")]
    Host(#[from] HostPatternError),
    #[error("the component cannot be installed: {path}: {source}")]
    Write { path: PathBuf, source: io::Error },
    #[error("the record of the component cannot be written: {0}")]
    Unwritable(#[from] toml::ser::Error),
}

impl InstallationRecord {
    /// The record beside the file; `None` where there is no record.
    pub fn beside(file: &Path) -> Result<Option<InstallationRecord>, InstalledError> {
        let path = record_path(file);
        match std::fs::read_to_string(&path) {
            Ok(text) => match toml::from_str(&text) {
                Ok(record) => Ok(Some(record)),
                Err(source) => Err(InstalledError::Malformed { path, source }),
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(source) => Err(InstalledError::Unreadable { path, source }),
        }
    }

    /// The record of the file, whose content has this digest.
    pub(super) fn of(file: &Path, digest: &str) -> Result<InstallationRecord, InstalledError> {
        let path = record_path(file);
        let record = InstallationRecord::beside(file)?.ok_or_else(|| InstalledError::NoRecord(path.clone()))?;
        if !record.waits_for.is_empty() {
            return Err(InstalledError::NotAccepted(record.waits_for.join(", ")));
        }
        match record.digest == digest {
            true => Ok(record),
            false => Err(InstalledError::OtherFile { path, recorded: record.digest, found: digest.to_owned() }),
        }
    }

    /// The same, given what `asked` says.
    pub fn giving(self, asked: &Asked) -> InstallationRecord {
        InstallationRecord {
            grants: asked.grants.iter().map(|grant| grant.name().to_owned()).collect(),
            tables: asked.tables.iter().map(|asked| asked.table.to_string()).collect(),
            outbound_hosts: asked.outbound_hosts.clone(),
            ..self
        }
    }

    /// The same, while nobody has accepted what it asks for.
    pub fn waiting_for(self, names: &[String]) -> InstallationRecord {
        InstallationRecord { waits_for: names.to_vec(), ..self }
    }

    /// The same, once somebody has.
    pub fn accepted_by(self, who: &str, when: Timestamp) -> InstallationRecord {
        let (accepted_by, accepted_at) = (Some(who.to_owned()), Some(when.to_string()));
        InstallationRecord { accepted_by, accepted_at, waits_for: Vec::new(), ..self }
    }

    /// The same, asking for no more than the version before, whose acceptance goes on.
    pub fn accepted_as(self, before: Option<&InstallationRecord>) -> InstallationRecord {
        let accepted_by = before.and_then(|before| before.accepted_by.clone());
        let accepted_at = before.and_then(|before| before.accepted_at.clone());
        InstallationRecord { accepted_by, accepted_at, ..self }
    }

    /// The grants and tables that it gives, without the servers.
    pub fn given(&self) -> Result<Given, InstalledError> {
        let grant = |name: &String| Grant::from_name(name).ok_or_else(|| InstalledError::Grant { grant: name.clone() });
        Ok(Given {
            grants: self.grants.iter().map(grant).collect::<Result<_, _>>()?,
            tables: self
                .tables
                .iter()
                .map(|text| TableGrant::before_verbs(text))
                .collect::<Result<Vec<_>, _>>()?
                .concat()
                .into_iter()
                .collect(),
        })
    }

    /// The servers that it gives.
    pub fn hosts(&self) -> Result<Vec<HostPattern>, InstalledError> {
        Ok(self.outbound_hosts.iter().map(|host| host.parse()).collect::<Result<_, _>>()?)
    }

    /// Puts `bytes` with this record and its signature into `folder`, in the place of what is there of the component. A host that
    /// serves from the folder follows within about a second.
    pub fn install(&self, folder: &Path, bytes: &[u8], signature: Option<&[u8]>) -> Result<PathBuf, InstalledError> {
        let failed = |path: &Path| {
            let path = path.to_owned();
            |source| InstalledError::Write { path, source }
        };
        make_private(folder).map_err(failed(folder))?;
        let file = folder.join(format!("{}.wasm", self.component));
        // The file last: before it the old one is in place, which a host that serves it does not read again.
        if let Some(signature) = signature {
            let path = signature_path(&file);
            replace(&path, signature).map_err(failed(&path))?;
        }
        let record = record_path(&file);
        replace(&record, toml::to_string_pretty(self)?.as_bytes()).map_err(failed(&record))?;
        replace(&file, bytes).map_err(failed(&file))?;
        Ok(file)
    }
}

/// Takes an installed component's file and record away; false when it is not there.
pub fn uninstall(folder: &Path, component: &str) -> Result<bool, InstalledError> {
    let file = folder.join(format!("{component}.wasm"));
    for path in [file.clone(), record_path(&file), signature_path(&file)] {
        match std::fs::remove_file(&path) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound && path == file => return Ok(false),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(source) => return Err(InstalledError::Write { path, source }),
        }
    }
    Ok(true)
}

fn record_path(file: &Path) -> PathBuf {
    file.with_extension("toml")
}

/// Its files run as code: nobody else writes there.
fn make_private(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

/// Written beside and moved: what is there is whole.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let part = path.with_extension(format!("{}.part", std::process::id()));
    std::fs::write(&part, bytes)?;
    std::fs::rename(part, path)
}
