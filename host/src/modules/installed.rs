//! Components that somebody installed into the data directory: each has a record beside it that says what the file is, where
//! it came from, who installed it, and what it was given with that.
//!
//! Always true here: the host gives an installed component what its record says, and serves the file of the record and
//! no other; a component cannot write its record. A user who can write to the data directory runs code anyway.

use crate::modules::signature_path;
use jiff::Timestamp;
use quarry_contract::Grant;
use quarry_runtime::capabilities::{
    Asked, Given, HostPattern, HostPatternError, TableGrant, TableGrantError, grants_of_hooks_before,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The record of an installed component: `NAME.toml` beside `NAME.wasm`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct InstallationRecord {
    pub component: String,
    pub version: String,
    /// SHA-256 of the file, in lowercase hex.
    pub digest: String,
    /// The source of the file, as it was given.
    pub origin: String,
    /// The repository at a registry that the file came from, without a tag; none where it was a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repository: Option<String>,
    /// The key of `components.signing_keys` that signed the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signed_by: Option<String>,
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
    /// The groups of settings that it reads.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub settings: Vec<String>,
    /// The hooks that it was given, as `quarry plugin check` names them; `None` in a record that was written before hooks were given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hooks: Option<Vec<String>>,
    /// The grants that nobody has accepted yet. While one stands here the component does not serve.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waits_for: Vec<String>,
    /// The reason why it may be by another author than the version before, while nobody has accepted that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub another_author: Option<String>,
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
    #[error("it waits until somebody accepts that {0}: `quarry plugin accept`")]
    NotAccepted(String),
    #[error("its record names the grant {grant}; there are {}", Grant::names())]
    Grant { grant: String },
    #[error("its record gives it {}, which the configuration alone gives", Grant::FirstParty.name())]
    FirstParty,
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
        if record.waits() {
            return Err(InstalledError::NotAccepted(record.waits_until()));
        }
        match record.digest == digest {
            true => Ok(record),
            false => Err(InstalledError::OtherFile { path, recorded: record.digest, found: digest.to_owned() }),
        }
    }

    /// The same, given what `asked` says.
    pub fn giving(self, asked: &Asked) -> InstallationRecord {
        InstallationRecord {
            grants: asked
                .grants
                .iter()
                .filter(|grant| **grant != Grant::FirstParty)
                .map(|grant| grant.name().to_owned())
                .collect(),
            tables: asked.tables.iter().map(|asked| asked.table.to_string()).collect(),
            outbound_hosts: asked.outbound_hosts.clone(),
            settings: asked.settings.clone(),
            hooks: Some(asked.hooks.iter().map(|hook| hook.name.clone()).collect()),
            ..self
        }
    }

    /// The same, while nobody has accepted what it asks for, and that it may be by another author.
    pub fn waiting_for(self, names: &[String], another_author: Option<String>) -> InstallationRecord {
        InstallationRecord { waits_for: names.to_vec(), another_author, ..self }
    }

    fn waits(&self) -> bool {
        !self.waits_for.is_empty() || self.another_author.is_some()
    }

    /// The words for what has to be accepted, behind "accepts that".
    pub(super) fn waits_until(&self) -> String {
        let grants = (!self.waits_for.is_empty()).then(|| format!("it gets {}", self.waits_for.join(", ")));
        grants.into_iter().chain(self.another_author.clone()).collect::<Vec<_>>().join(", and that ")
    }

    /// The same, once somebody has.
    pub fn accepted_by(self, who: &str, when: Timestamp) -> InstallationRecord {
        let (accepted_by, accepted_at) = (Some(who.to_owned()), Some(when.to_string()));
        InstallationRecord { accepted_by, accepted_at, waits_for: Vec::new(), another_author: None, ..self }
    }

    /// The same, asking for no more than the version before, whose acceptance goes on.
    pub fn accepted_as(self, before: Option<&InstallationRecord>) -> InstallationRecord {
        let accepted_by = before.and_then(|before| before.accepted_by.clone());
        let accepted_at = before.and_then(|before| before.accepted_at.clone());
        InstallationRecord { accepted_by, accepted_at, ..self }
    }

    /// The grants, tables and hooks that somebody gave it, without the servers.
    pub fn given(&self) -> Result<Given, InstalledError> {
        let grant = |name: &String| Grant::from_name(name).ok_or_else(|| InstalledError::Grant { grant: name.clone() });
        let grants: BTreeSet<Grant> = self.grants.iter().map(grant).collect::<Result<_, _>>()?;
        if grants.contains(&Grant::FirstParty) {
            return Err(InstalledError::FirstParty);
        }
        Ok(Given {
            grants,
            tables: self
                .tables
                .iter()
                .map(|text| TableGrant::before_verbs(text))
                .collect::<Result<Vec<_>, _>>()?
                .concat()
                .into_iter()
                .collect(),
            hooks: Some(self.hooks.iter().flatten().cloned().collect()),
        })
    }

    /// The same for its file. A file whose record was written before hooks were given has those that it declares, which somebody
    /// let in with it; another version asks for them.
    pub(super) fn given_to_its_file(&self) -> Result<Given, InstalledError> {
        let mut given = self.given()?;
        if self.hooks.is_none() {
            given.grants.extend(grants_of_hooks_before());
            given.hooks = None;
        }
        Ok(given)
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
        let path = signature_path(&file);
        match signature {
            Some(signature) => replace(&path, signature).map_err(failed(&path))?,
            None => remove(&path).map_err(failed(&path))?,
        }
        let record = record_path(&file);
        replace(&record, toml::to_string_pretty(self)?.as_bytes()).map_err(failed(&record))?;
        replace(&file, bytes).map_err(failed(&file))?;
        Ok(file)
    }
}

/// The folder, within one of installed components, of records of those that were uninstalled. Their tables are there still, so their
/// names go on being bound to their authors.
fn uninstalled_folder(folder: &Path) -> PathBuf {
    folder.join("uninstalled")
}

/// The record of the component of that name that was uninstalled last; it gives nothing. None where none was.
pub fn uninstalled_record(folder: &Path, component: &str) -> Result<Option<InstallationRecord>, InstalledError> {
    InstallationRecord::beside(&uninstalled_folder(folder).join(format!("{component}.wasm")))
}

/// Takes an installed component's file and record away, and keeps who its author is; false when it is not there.
pub fn uninstall(folder: &Path, component: &str) -> Result<bool, InstalledError> {
    let file = folder.join(format!("{component}.wasm"));
    // One that cannot be read goes all the same.
    if let Ok(Some(record)) = InstallationRecord::beside(&file) {
        let kept = uninstalled_folder(folder);
        let path = kept.join(format!("{component}.toml"));
        let text = toml::to_string_pretty(&record.giving(&Asked::default()))?;
        let written = make_private(&kept).and_then(|()| replace(&path, text.as_bytes()));
        written.map_err(|source| InstalledError::Write { path, source })?;
    }
    take_away(folder, component)
}

/// Takes the file of `component` in `folder` away, with its record and its signature; false when it is not there.
pub(super) fn take_away(folder: &Path, component: &str) -> Result<bool, InstalledError> {
    let file = folder.join(format!("{component}.wasm"));
    let was_there = file.exists();
    for path in [file.clone(), record_path(&file), signature_path(&file)] {
        remove(&path).map_err(|source| InstalledError::Write { path, source })?;
    }
    Ok(was_there)
}

/// Removes a file, if it is there.
fn remove(path: &Path) -> io::Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
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
