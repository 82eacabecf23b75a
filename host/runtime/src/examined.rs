//! Examinations by the warehouse that ended well, kept beside the machine code of components.
//!
//! A verdict of `modules::verdicts` is about a component and one app store. The warehouse is asked about each text of a
//! component, which takes seconds for a thousand; its answer depends on the texts, what is given, its version and its tables
//! and columns, and on nothing of the app store. A new app store over the same warehouse therefore asks again only what
//! changed. The folder is writable by the host's user alone, who could put machine code into it as well.

use std::fs::OpenOptions;
use std::io;
use std::path::{Path, PathBuf};

/// The folder of what was examined.
pub(super) struct ExaminedTexts {
    folder: PathBuf,
}

impl ExaminedTexts {
    pub(super) fn beside(compiled: &Path) -> ExaminedTexts {
        ExaminedTexts { folder: compiled.to_owned() }
    }

    /// Tells an examination that ended well by its fingerprint.
    pub(super) fn knows(&self, fingerprint: &str) -> bool {
        self.path(fingerprint).exists()
    }

    /// Keeps that it did. An examination that cannot be noted costs time at a later load, and nothing else.
    pub(super) fn note(&self, fingerprint: &str) {
        let made = OpenOptions::new().write(true).create_new(true).open(self.path(fingerprint));
        match made {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                tracing::warn!(folder = %self.folder.display(), %error, "an examination could not be noted");
            }
            _ => {}
        }
    }

    fn path(&self, fingerprint: &str) -> PathBuf {
        self.folder.join(format!("{fingerprint}.examined"))
    }
}
