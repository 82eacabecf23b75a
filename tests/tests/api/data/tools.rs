//! The libraries with which researchers read data, over files of a folder.

use quarry_tests::bounded;
use serde_json::Value as Json;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Reads the folder with all of them; none where they are not installed.
pub(super) fn read_folder(folder: &Path) -> Option<Json> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let tools = here.join("../target/data-tools");
    if !tools.join("ready").exists() {
        println!("skipped: run host/setup/data.sh for the libraries that read data");
        return None;
    }
    let mut python = Command::new(tools.join("python/bin/python"));
    python.arg(here.join("tools/data/read.py")).arg(folder);
    let read = bounded::output(&mut python, bounded::SHORT).expect("the libraries read the folder");
    assert!(read.status.success(), "{}", String::from_utf8_lossy(&read.stderr));
    Some(serde_json::from_slice(&read.stdout).expect("JSON"))
}

/// A folder with these files.
pub(super) fn folder_of(name: &str, files: &[(String, Vec<u8>)]) -> PathBuf {
    let folder = quarry_tests::server::fresh_folder(name).expect("a folder");
    for (name, bytes) in files {
        std::fs::write(folder.join(name), bytes).expect("a file");
    }
    folder
}
