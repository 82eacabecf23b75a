//! Versions that ask for more than their component was given, or may be by another author: they lie in the folder `waiting` of the
//! installed components, which no host loads, until somebody of staff accepts them.

use crate::modules::installed::take_away;
use crate::modules::load::MAX_COMPONENT_BYTES;
use crate::modules::{InstallationRecord, InstalledError, signature_path};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// A deployment has hundreds of components at the most.
const MOST: usize = 1_000;

/// The folder of waiting versions within a folder of installed components.
pub fn waiting_folder(installed: &Path) -> PathBuf {
    installed.join("waiting")
}

/// A version that waits, with all that it takes to install it.
#[derive(Debug)]
pub struct WaitingVersion {
    pub record: InstallationRecord,
    pub bytes: Vec<u8>,
    pub signature: Option<Vec<u8>>,
}

impl WaitingVersion {
    /// The one of `component`; none where nothing waits.
    pub fn of(installed: &Path, component: &str) -> Result<Option<WaitingVersion>, InstalledError> {
        let known = waiting_records(installed)?.into_iter().find(|record| record.component == component);
        let Some(record) = known else { return Ok(None) };
        let file = waiting_folder(installed).join(format!("{component}.wasm"));
        let unreadable = |source| InstalledError::Unreadable { path: file.clone(), source };
        let mut bytes = Vec::new();
        File::open(&file).map_err(unreadable)?.take(MAX_COMPONENT_BYTES).read_to_end(&mut bytes).map_err(unreadable)?;
        Ok(Some(WaitingVersion { record, bytes, signature: std::fs::read(signature_path(&file)).ok() }))
    }
}

/// The records of all that wait, by name.
pub fn waiting_records(installed: &Path) -> Result<Vec<InstallationRecord>, InstalledError> {
    let folder = waiting_folder(installed);
    let entries = match std::fs::read_dir(&folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(source) => return Err(InstalledError::Unreadable { path: folder, source }),
    };
    let files = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let components = files.filter(|path| path.extension().is_some_and(|extension| extension == "wasm"));
    let read: Result<Vec<_>, _> = components.take(MOST).map(|file| InstallationRecord::beside(&file)).collect();
    let mut records: Vec<InstallationRecord> = read?.into_iter().flatten().collect();
    records.sort_by(|one, other| one.component.cmp(&other.component));
    Ok(records)
}

/// Takes away the version of `component` that waits; false where none does.
pub fn remove_waiting(installed: &Path, component: &str) -> Result<bool, InstalledError> {
    take_away(&waiting_folder(installed), component)
}

impl InstallationRecord {
    /// The sentence for staff about a version that waits.
    pub fn waiting_sentence(&self) -> String {
        format!(
            "version {} of it, installed by {}, waits until a member of staff accepts that {}: `quarry plugin accept {} --by EMAIL`",
            self.version,
            self.installed_by,
            self.waits_until(),
            self.component
        )
    }
}
