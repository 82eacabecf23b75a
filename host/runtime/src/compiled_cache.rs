//! Machine code of components, kept between starts.
//!
//! A file is named after the component's SHA-256 and the engine's configuration, so another version of either never
//! meets it. The folder must be writable by the host's user alone: what lies in it is run as machine code.
#![allow(unsafe_code)]

use sha2::{Digest, Sha256};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use wasmtime::Engine;
use wasmtime::component::Component;

/// The number of the preparation of components before they are compiled; another number makes all of them be compiled again.
/// 1: the component is compiled without its shim.
const PREPARATION: u32 = 1;

/// The folder of compiled components.
pub(super) struct CompiledCache {
    folder: PathBuf,
    /// Hash of the engine's version and configuration, and of the preparation before it compiles.
    engine_hash: u64,
}

impl CompiledCache {
    pub(super) fn open(folder: &Path, engine: &Engine) -> io::Result<CompiledCache> {
        std::fs::create_dir_all(folder)?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o700))?;
        }
        let mut hasher = DefaultHasher::new();
        (PREPARATION, engine.precompile_compatibility_hash()).hash(&mut hasher);
        Ok(CompiledCache { folder: folder.to_owned(), engine_hash: hasher.finish() })
    }

    /// The component, if it is in the cache.
    pub(super) fn find(&self, engine: &Engine, digest: &str) -> Option<Component> {
        self.load(engine, &self.path(digest))
    }

    /// The component of code that was compiled now, and is kept.
    pub(super) fn adopt(&self, engine: &Engine, code: &[u8], digest: &str) -> wasmtime::Result<Component> {
        let path = self.path(digest);
        match Self::keep(code, &path) {
            Ok(()) => {
                if let Some(component) = self.load(engine, &path) {
                    return Ok(component);
                }
            }
            // A cache that cannot be written costs time at the next start, and nothing else.
            Err(error) => tracing::warn!(path = %path.display(), %error, "the compiled component could not be kept"),
        }
        // SAFETY: `compiler` made the code now, by this program's own engine, and handed it over in memory.
        unsafe { Component::deserialize(engine, code) }
    }

    fn path(&self, digest: &str) -> PathBuf {
        self.folder.join(format!("{digest}-{:016x}.cwasm", self.engine_hash))
    }

    fn load(&self, engine: &Engine, path: &Path) -> Option<Component> {
        if !path.exists() || !self.is_intact(path) {
            return None;
        }
        // SAFETY: the file lies in a folder that only this user can write, was written by `keep`, is whole (its
        // checksum was compared) and carries the engine's version and configuration, which wasmtime checks again.
        let component = unsafe { Component::deserialize_file(engine, path) };
        component.inspect_err(|error| tracing::warn!(path = %path.display(), %error, "compiling again")).ok()
    }

    /// Tells that the file matches the checksum beside it: a torn write must not be run.
    fn is_intact(&self, path: &Path) -> bool {
        let (Ok(code), Ok(recorded)) = (std::fs::read(path), std::fs::read(path.with_extension("sha256"))) else {
            return false;
        };
        Sha256::digest(&code).as_slice() == recorded.as_slice()
    }

    fn keep(code: &[u8], path: &Path) -> io::Result<()> {
        let temporary = path.with_extension(format!("{}.tmp", std::process::id()));
        std::fs::write(path.with_extension("sha256"), Sha256::digest(code).as_slice())?;
        std::fs::write(&temporary, code)?;
        std::fs::rename(&temporary, path)
    }
}
