//! The documentation page at `/docs` with its script, and `/llms.txt`: pages outside the base path.

use crate::openapi::{Contract, Reader};
use bytes::Bytes;
use http::request::Parts;
use quarry_edge::{Page, Pages};
use std::sync::Arc;

/// The time for which a browser may keep the page and the text.
const MINUTE: &str = "public, max-age=60";
/// The script's name changes with its content.
const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// The page may run the reader's script and what it starts, and ask this host; it reaches no other one. The reader
/// writes style attributes, which no hash can name.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self' data:; \
                           font-src data:; connect-src 'self'; worker-src blob:; base-uri 'none'; form-action 'none'; \
                           frame-ancestors 'none'";

const PAGE: &str = include_str!("texts/docs.html");
const START_SCRIPT: &str = include_str!("texts/docs.js");
const START_SCRIPT_PATH: &str = "/docs/start.js";

/// The pages of a host.
pub struct DocumentationPages {
    contract: Arc<Contract>,
    reader: Option<Reader>,
    page: Bytes,
    start_script: Bytes,
}

impl DocumentationPages {
    /// Without a reader there is no `/docs`, and `/llms.txt` all the same.
    pub fn new(contract: Arc<Contract>, reader: Option<Reader>) -> DocumentationPages {
        let script_path = reader.as_ref().map(|reader| reader.script_path.as_str()).unwrap_or_default();
        let fill = |text: &str| {
            text.replace("{base_path}", &contract.service().base_path)
                .replace("{start_script}", START_SCRIPT_PATH)
                .replace("{reader_script}", script_path)
        };
        DocumentationPages {
            page: fill(PAGE).into(),
            start_script: fill(START_SCRIPT).into(),
            contract: Arc::clone(&contract),
            reader,
        }
    }

    fn reader_page(&self, path: &str) -> Option<Page> {
        let reader = self.reader.as_ref()?;
        match path {
            "/docs" => Some(Page {
                content_security_policy: Some(PAGE_POLICY),
                ..Page::new("text/html; charset=utf-8", MINUTE, self.page.clone())
            }),
            START_SCRIPT_PATH => Some(Page::new("text/javascript; charset=utf-8", MINUTE, self.start_script.clone())),
            _ if path == reader.script_path => Some(Page {
                gzip: Some(reader.compressed.clone()),
                ..Page::new("text/javascript; charset=utf-8", FOR_EVER, reader.script.clone())
            }),
            _ => None,
        }
    }
}

impl Pages for DocumentationPages {
    fn page(&self, asked: &Parts) -> Option<Page> {
        let path = asked.uri.path();
        match path {
            "/llms.txt" => {
                let text = self.contract.documents().llms.clone();
                Some(Page::new("text/markdown; charset=utf-8", MINUTE, text.into()))
            }
            _ => self.reader_page(path),
        }
    }
}
