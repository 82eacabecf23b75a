//! The folder in which a new project finds the crates that it is built with.
//!
//! A release has them in the folder `sdk` beside the program, each as its packaged crate unpacked: a project gets a copy of them, so
//! that it builds wherever it is taken. A checkout of Quarry has them in `sdk` too, within each other and within its workspace; a
//! project that was made with it names them where they are.

use std::path::{Path, PathBuf};
use thiserror::Error;

/// Each crate, and its folder within that of a checkout.
const CRATES: &[(&str, &str)] = &[
    ("quarry-sdk", "."),
    ("quarry-sdk-macros", "macros"),
    ("quarry-statement", "statement"),
    ("quarry-testkit", "testkit"),
];

/// The folder of a project's copy.
const COPY: &str = "sdk";

/// The crates of one release.
#[derive(Debug, Clone)]
pub struct SdkFolder {
    crates: Vec<(&'static str, PathBuf)>,
    is_checkout: bool,
    /// The versions that the release was built and tested with.
    lock: Option<PathBuf>,
}

/// There is no SDK.
#[derive(Debug, Error)]
pub enum SdkError {
    #[error(
        "there is no SDK in {folder}: it has no {missing}; name the folder `sdk` of a release or of a checkout with --sdk"
    )]
    Incomplete { folder: PathBuf, missing: PathBuf },
    #[error("the SDK's folder {folder} cannot be found: {source}; name the folder `sdk` of a release with --sdk")]
    Unreadable { folder: PathBuf, source: std::io::Error },
}

impl SdkFolder {
    /// The crates in `folder`.
    pub fn open(folder: &Path) -> Result<SdkFolder, SdkError> {
        let unreadable = |source| SdkError::Unreadable { folder: folder.to_owned(), source };
        let folder = folder.canonicalize().map_err(unreadable)?;
        let is_checkout = folder.join("macros").join("Cargo.toml").is_file();
        let mut crates = Vec::with_capacity(CRATES.len());
        for (name, within) in CRATES {
            let place = folder.join(if is_checkout { within } else { name });
            let manifest = place.join("Cargo.toml");
            if !manifest.is_file() {
                return Err(SdkError::Incomplete { folder, missing: manifest });
            }
            crates.push((*name, place.components().collect()));
        }
        let lock = if is_checkout { folder.join("../Cargo.lock") } else { folder.join("Cargo.lock") };
        Ok(SdkFolder { crates, is_checkout, lock: lock.is_file().then_some(lock) })
    }

    /// The lines in a project's `Cargo.toml` by which cargo takes the crates from its copy, or from the checkout.
    pub(super) fn patch(&self) -> String {
        let mut text = String::from(match self.is_checkout {
            true => {
                "\n# Where the SDK is: in the checkout of Quarry that this project was made with, on this machine.\n"
            }
            false => {
                "\n# Where the SDK is: a copy of that of the release of Quarry that this project was made with. To build with another\n\
                 # release, put its folder `sdk` in the place of this one.\n"
            }
        });
        text.push_str("[patch.crates-io]\n");
        for (name, place) in &self.crates {
            let path = match self.is_checkout {
                true => place.to_string_lossy().into_owned(),
                false => format!("{COPY}/{name}"),
            };
            text.push_str(&format!("{name} = {{ path = {} }}\n", toml_text(&path)));
        }
        text
    }

    /// The crates that a project gets a copy of: each with its folder, and where in the project it goes.
    pub(super) fn copies(&self) -> Vec<(&Path, PathBuf)> {
        match self.is_checkout {
            true => Vec::new(),
            false => self.crates.iter().map(|(name, place)| (place.as_path(), Path::new(COPY).join(name))).collect(),
        }
    }

    pub(super) fn lock(&self) -> Option<&Path> {
        self.lock.as_deref()
    }
}

fn toml_text(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}
