//! A folder of this process that its user alone can read, gone with its handle.
//!
//! Compiled components are native code: they are kept where nobody else can write.

use anyhow::Context;
use std::path::{Path, PathBuf};

pub(super) struct PrivateFolder(PathBuf);

impl PrivateFolder {
    pub(super) fn make() -> anyhow::Result<PrivateFolder> {
        use std::os::unix::fs::DirBuilderExt;
        let name = format!("quarry-{}-{:016x}", std::process::id(), rand::random::<u64>());
        let folder = std::env::temp_dir().join(name);
        std::fs::DirBuilder::new()
            .mode(0o700)
            .create(&folder)
            .with_context(|| format!("{} cannot be made", folder.display()))?;
        Ok(PrivateFolder(folder))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for PrivateFolder {
    fn drop(&mut self) {
        // What cannot be removed is the system's to sweep, among its temporary files.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
