//! The files of the program that shows the OpenAPI document in a browser, as the installation holds them.
//!
//! They are read once, and served under a name made of their content, so that a browser may keep them for ever.

use bytes::Bytes;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The reader's one script.
#[derive(Debug, Clone)]
pub struct Reader {
    /// Below the root: `/docs/reader-1f3a….js`.
    pub(super) script_path: String,
    pub(super) script: Bytes,
    /// The same, compressed with gzip.
    pub(super) compressed: Bytes,
}

/// The reader cannot be read.
#[derive(Debug, Error)]
#[error("the reader of the documentation page {path} cannot be read: {source}")]
pub struct ReaderError {
    path: PathBuf,
    source: std::io::Error,
}

impl Reader {
    /// Reads `script.js` and `script.js.gz` of the folder; `None` where an installation has no reader.
    pub fn open(folder: &Path) -> Result<Option<Reader>, ReaderError> {
        let read = |name: &str| {
            let path = folder.join(name);
            std::fs::read(&path).map(Bytes::from).map_err(|source| ReaderError { path, source })
        };
        if !folder.join("script.js").exists() {
            return Ok(None);
        }
        let script = read("script.js")?;
        let digest = const_hex::encode(&Sha256::digest(&script)[..8]);
        Ok(Some(Reader { script_path: format!("/docs/reader-{digest}.js"), script, compressed: read("script.js.gz")? }))
    }
}
