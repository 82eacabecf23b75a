//! Machine code of the components and the warehouse's examinations of their texts, passed on from one server of the tests
//! to the next: for all families either takes each new data directory seconds, and is not what the tests are about.
//!
//! The host names a file by the component's digest and the engine's configuration and compares its checksum, so what does
//! not fit is compiled again.

use std::path::{Path, PathBuf};

/// Gives the folder in which it is kept between servers and runs.
fn kept() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/tmp/compiled-components")
}

fn of(data_dir: &Path) -> PathBuf {
    data_dir.join("cache/components")
}

/// Gives a new data directory what earlier servers compiled.
pub fn give(data_dir: &Path) {
    pass_on(&kept(), &of(data_dir));
}

/// Keeps what a server that serves has compiled.
pub fn keep(data_dir: &Path) {
    pass_on(&of(data_dir), &kept());
}

/// Links what is not there yet. Whatever fails costs time and nothing else.
fn pass_on(from: &Path, to: &Path) {
    let Ok(entries) = std::fs::read_dir(from) else { return };
    if std::fs::create_dir_all(to).is_err() {
        return;
    }
    for entry in entries.flatten() {
        let name = entry.file_name();
        let is_whole = Path::new(&name)
            .extension()
            .is_some_and(|extension| extension == "cwasm" || extension == "sha256" || extension == "examined");
        let target = to.join(&name);
        if is_whole && !target.exists() && std::fs::hard_link(entry.path(), &target).is_err() {
            // Another file system; a copy takes a name of its own first, so that nobody meets a part of it.
            let part = to.join(format!("{}.{}.part", name.to_string_lossy(), std::process::id()));
            let _ = std::fs::copy(entry.path(), &part).and_then(|_| std::fs::rename(&part, &target));
        }
    }
}
