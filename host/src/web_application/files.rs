//! The files of the application, read once from the installation.

use bytes::Bytes;
use quarry_edge::Page;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The name changes with the content.
const FOR_EVER: &str = "public, max-age=31536000, immutable";
const HOUR: &str = "public, max-age=3600";

/// The web application of the installation cannot be served.
#[derive(Debug, Error)]
pub enum WebApplicationError {
    #[error("the web application's file {path} cannot be read: {source}")]
    Unreadable { path: PathBuf, source: std::io::Error },
    #[error("the web application's routes.json is not a list of routes: {0}")]
    Routes(#[from] serde_json::Error),
}

/// The files of a build of `web/`.
#[derive(Debug, Clone)]
pub struct WebFiles {
    pub(super) index: String,
    pub(super) routes: Vec<u8>,
    /// By path: `/assets/index-1f3a.js`.
    pages: HashMap<String, Page>,
}

impl WebFiles {
    /// Reads the folder; `None` where an installation has no web application.
    pub fn open(folder: &Path) -> Result<Option<WebFiles>, WebApplicationError> {
        if !folder.join("index.html").exists() {
            return Ok(None);
        }
        let mut pages = HashMap::new();
        for (below, prefix, cache_control) in
            [(folder.to_owned(), "", HOUR), (folder.join("assets"), "/assets", FOR_EVER)]
        {
            for file in names(&below)? {
                let Some(content_type) = content_type(&file) else { continue };
                let body = read(&below.join(&file))?;
                let stored = |ending: &str| {
                    let path = below.join(format!("{file}{ending}"));
                    path.exists().then(|| read(&path)).transpose()
                };
                let page = Page {
                    gzip: stored(".gz")?,
                    brotli: stored(".br")?,
                    ..Page::new(content_type, cache_control, body)
                };
                pages.insert(format!("{prefix}/{file}"), page);
            }
        }
        let index = String::from_utf8_lossy(&read(&folder.join("index.html"))?).into_owned();
        Ok(Some(WebFiles { index, routes: read(&folder.join("routes.json"))?.to_vec(), pages }))
    }

    /// The file at a path.
    pub(super) fn page(&self, path: &str) -> Option<Page> {
        self.pages.get(path).cloned()
    }
}

fn read(path: &Path) -> Result<Bytes, WebApplicationError> {
    let unreadable = |source| WebApplicationError::Unreadable { path: path.to_owned(), source };
    std::fs::read(path).map(Bytes::from).map_err(unreadable)
}

/// The names of the files of a folder.
fn names(folder: &Path) -> Result<Vec<String>, WebApplicationError> {
    let unreadable = |source| WebApplicationError::Unreadable { path: folder.to_owned(), source };
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        if entry.file_type().map_err(unreadable)?.is_file() {
            found.extend(entry.file_name().into_string());
        }
    }
    Ok(found)
}

/// The media type of a file that is served by its name; the page itself and the list of routes are not.
fn content_type(file: &str) -> Option<&'static str> {
    match file.rsplit_once('.')?.1 {
        "js" => Some("text/javascript; charset=utf-8"),
        "css" => Some("text/css; charset=utf-8"),
        "svg" => Some("image/svg+xml"),
        "woff2" => Some("font/woff2"),
        "png" => Some("image/png"),
        "txt" => Some("text/plain; charset=utf-8"),
        _ => None,
    }
}
