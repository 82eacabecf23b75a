//! Changes of the files that a component is made of.

use jiff::Timestamp;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The files and folders that a component is built from, within its folder.
const PLACES: &[&str] = &["Cargo.toml", "Cargo.lock", "src", "sql", "parts", "migrations"];

/// More files than a component has; a link that leads out of the project is not followed.
const MOST_FILES: usize = 5_000;

/// The files as they were at one look.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sources(BTreeMap<PathBuf, (u64, Option<SystemTime>)>);

impl Sources {
    /// The time at which the last of them was saved.
    pub fn newest(&self) -> Option<Timestamp> {
        let times = self.0.values().filter_map(|(_, modified)| *modified);
        times.max().and_then(|time| Timestamp::try_from(time).ok())
    }

    /// Looks at the project in `folder`.
    pub fn of(folder: &Path) -> Sources {
        let mut sources = Sources::default();
        let mut places: Vec<PathBuf> = PLACES.iter().map(|place| folder.join(place)).collect();
        while let Some(place) = places.pop() {
            if sources.0.len() >= MOST_FILES {
                break;
            }
            // What is gone by now is not part of it.
            let Ok(metadata) = std::fs::symlink_metadata(&place) else { continue };
            if metadata.is_dir() {
                let entries = std::fs::read_dir(&place).into_iter().flatten().flatten();
                places.extend(entries.map(|entry| entry.path()));
            } else {
                sources.0.insert(place, (metadata.len(), metadata.modified().ok()));
            }
        }
        sources
    }
}
