//! A plain page for staff at `/console`: the modules with their switches and figures, and the keys of an organization.
//!
//! It is a client of the session interface like any other, with no right of its own: what it shows and changes, the
//! operations below `/session` decide. It loads nothing but its own style and script.

use bytes::Bytes;
use http::request::Parts;
use quarry_edge::{Page, Pages};

/// The time for which a browser may keep it.
const MINUTE: &str = "public, max-age=60";

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";

const PAGE: &str = include_str!("texts/console.html");
const STYLE: &str = include_str!("texts/console.css");
const SCRIPT: &str = include_str!("texts/console.js");

/// The console of a host.
pub struct Console {
    page: Bytes,
}

impl Console {
    /// `service_client` is what it says in `X-SERVICE-Client`: one of the deployment's own applications.
    pub fn new(base_path: &str, service_client: &str) -> Console {
        let filled = PAGE.replace("{base_path}", &attribute(base_path));
        Console { page: filled.replace("{service_client}", &attribute(service_client)).into() }
    }
}

impl Pages for Console {
    fn page(&self, asked: &Parts) -> Option<Page> {
        match asked.uri.path() {
            "/console" => Some(Page {
                content_security_policy: Some(POLICY),
                ..Page::new("text/html; charset=utf-8", MINUTE, self.page.clone())
            }),
            "/console/style.css" => Some(Page::new("text/css; charset=utf-8", MINUTE, STYLE.into())),
            "/console/script.js" => Some(Page::new("text/javascript; charset=utf-8", MINUTE, SCRIPT.into())),
            _ => None,
        }
    }
}

/// As the value of an attribute in double quotes.
fn attribute(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
}
