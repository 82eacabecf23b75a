//! Names that belong to certain files: those of the release's components, and those that the configuration gives digests for.
//!
//! Always true: a component's name opens what is kept under it (grants, tables, values, objects, audit entries), so a file that
//! calls itself by a kept name and has another digest is refused before anything of it reaches a store, wherever it lies.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The names that are kept, each with the files that may have it.
#[derive(Debug, Clone, Default)]
pub struct KeptNames {
    /// SHA-256 of files, in lowercase hex, by component.
    digests: BTreeMap<String, BTreeSet<String>>,
    /// The names of the release's components.
    of_release: BTreeSet<String>,
    /// The list of the release's files.
    list: PathBuf,
}

/// The reason why the kept names cannot be told.
#[derive(Debug, Error)]
pub enum KeptNamesError {
    #[error("the list of the release's components {path} cannot be read: {source}")]
    Unreadable { path: PathBuf, source: io::Error },
    #[error(
        "line {line} of the list of the release's components {path} is not a SHA-256 in lowercase hex, two spaces and NAME.wasm, as \
         `sha256sum` writes it"
    )]
    Malformed { path: PathBuf, line: usize },
    #[error("components.digests.{component} has \"{text}\", which is not a SHA-256 in lowercase hex")]
    Digest { component: String, text: String },
}

/// The reason why a file may not have the name that it calls itself.
#[derive(Debug, Error)]
pub enum NameRefusal {
    #[error(
        "it calls itself {name}, which is the name of a component of the release, and it is not the release's file: {list} does not \
         have its digest {digest} for {name}.wasm; give it a name of its own, or name its digest in components.digests.{name} if you \
         serve your own build of that component"
    )]
    OfRelease { name: String, list: PathBuf, digest: String },
    #[error(
        "it calls itself {name}, and components.digests.{name} keeps that name for other files: this one's digest is {digest}"
    )]
    Configured { name: String, digest: String },
    #[error(
        "it calls itself {name}, and its record was written for {recorded}; install it with `quarry plugin install`"
    )]
    OtherRecord { name: String, recorded: String },
}

impl KeptNames {
    /// Keeps the names `of_release` for the files in `list`, as `sha256sum` writes it, and those in `configured` for the digests
    /// there. Without a list no file has a name of the release.
    pub fn read(
        of_release: BTreeSet<String>,
        list: &Path,
        configured: &BTreeMap<String, Vec<String>>,
    ) -> Result<KeptNames, KeptNamesError> {
        let text = match std::fs::read_to_string(list) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(source) => return Err(KeptNamesError::Unreadable { path: list.to_owned(), source }),
        };
        let mut digests: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (index, line) in text.lines().enumerate() {
            let malformed = || KeptNamesError::Malformed { path: list.to_owned(), line: index + 1 };
            let (digest, file) = line.split_once("  ").filter(|(digest, _)| is_digest(digest)).ok_or_else(malformed)?;
            let name = file.strip_suffix(".wasm").ok_or_else(malformed)?;
            digests.entry(name.to_owned()).or_default().insert(digest.to_owned());
        }
        for (component, texts) in configured {
            let own = digests.entry(component.clone()).or_default();
            for text in texts {
                if !is_digest(text) {
                    return Err(KeptNamesError::Digest { component: component.clone(), text: text.clone() });
                }
                own.insert(text.clone());
            }
        }
        Ok(KeptNames { digests, of_release, list: list.to_owned() })
    }

    /// Checks that a file of that digest may call itself `name`.
    pub fn check(&self, name: &str, digest: &str) -> Result<(), NameRefusal> {
        let files = self.digests.get(name);
        let is_of_release = self.of_release.contains(name);
        if files.is_some_and(|files| files.contains(digest)) || (files.is_none() && !is_of_release) {
            return Ok(());
        }
        let (name, digest) = (name.to_owned(), digest.to_owned());
        Err(match is_of_release {
            true => NameRefusal::OfRelease { name, list: self.list.clone(), digest },
            false => NameRefusal::Configured { name, digest },
        })
    }

    /// Tells that a file of that digest is the component `name` of the release, or what the configuration names in its place.
    pub fn is_of_release(&self, name: &str, digest: &str) -> bool {
        self.of_release.contains(name) && self.digests.get(name).is_some_and(|files| files.contains(digest))
    }
}

fn is_digest(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}
