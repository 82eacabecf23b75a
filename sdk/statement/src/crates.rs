//! The crates that a component is made of, as their folders lie beside each other.

use std::path::{Path, PathBuf};

/// The crate's folder and those of the crates that it names by their path, with theirs; each with the places of those that it names.
pub fn crates_beside(folder: &Path) -> Vec<(PathBuf, Vec<usize>)> {
    let mut crates: Vec<(PathBuf, Vec<usize>)> = vec![(folder.to_owned(), Vec::new())];
    let mut next = 0;
    while let Some((folder, _)) = crates.get(next).cloned() {
        next += 1;
        let Ok(text) = std::fs::read_to_string(folder.join("Cargo.toml")) else { continue };
        // `[dependencies]` alone: `name = { path = "../pool", … }`, each on a line.
        let dependencies = text.split("\n[").find_map(|part| part.strip_prefix("dependencies]"));
        for line in dependencies.into_iter().flat_map(str::lines) {
            let path = line.split_once("path = \"").and_then(|(_, rest)| rest.split('"').next());
            if let Some(path) = path
                && let Ok(found) = folder.join(path).canonicalize()
                && !is_sdk(&found)
            {
                let known = crates.iter().position(|(folder, _)| *folder == found);
                let place = known.unwrap_or(crates.len());
                if known.is_none() {
                    crates.push((found, Vec::new()));
                }
                crates[next - 1].1.push(place);
            }
        }
    }
    crates
}

/// The SDK runs no statement of its own; its examples have some.
fn is_sdk(folder: &Path) -> bool {
    folder.join("macros").is_dir() && folder.join("statement").is_dir()
}
