//! The web application: the pages for people, as `web/` builds them into the installation's folder `web`.
//!
//! The files are read once, at the start. A file under `assets/` has its content in its name and may be kept for ever; every
//! other address of the application gets its one page, with the title, the summary and the operation of its route written into
//! it, so that it says something without its script too. The list of routes is the build's `routes.json`: to add a page, add
//! its row in `web/routes.json`.

mod files;
mod front;
mod routes;

pub use files::{WebApplicationError, WebFiles};

use bytes::Bytes;
use front::Front;
use http::StatusCode;
use http::Uri;
use http::header::ACCEPT;
use http::request::Parts;
use quarry_edge::{Page, PageStatus, Pages};
use routes::Routes;

/// It may load what this host serves and ask this host, and pictures that it draws itself.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; \
                      font-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";
const HTML: &str = "text/html; charset=utf-8";
/// A browser asks whether its copy is the newest: it names the files of one build.
const ASKED_ABOUT: &str = "no-cache";

const MISSING: &str = include_str!("texts/missing.html");

/// The web application of a host.
pub struct WebApplication {
    /// `None` where the installation has no folder `web`.
    served: Option<Served>,
    base_path: String,
}

struct Served {
    files: WebFiles,
    routes: Routes,
    front: Front,
}

impl WebApplication {
    /// `service_client` is what it says in `X-SERVICE-Client`.
    pub fn new(
        files: Option<WebFiles>,
        base_path: &str,
        service_client: &str,
    ) -> Result<WebApplication, WebApplicationError> {
        let serve = |files: WebFiles| {
            let routes = Routes::parse(&files.routes)?;
            let front = Front::new(&files.index, base_path, service_client);
            Ok::<Served, WebApplicationError>(Served { files, routes, front })
        };
        Ok(WebApplication { served: files.map(serve).transpose()?, base_path: base_path.to_owned() })
    }

    /// The page of a path that no route has; programs are answered as anywhere else.
    fn unknown(&self, served: &Served, asked: &Parts) -> Option<Page> {
        let root = self.base_path.split('/').nth(1).unwrap_or_default();
        let is_of_the_interface = !root.is_empty() && asked.uri.path().split('/').nth(1) == Some(root);
        if is_of_the_interface || !asked.method.is_safe() || !takes_html(asked) {
            return None;
        }
        Some(Page { status: PageStatus::Is(StatusCode::NOT_FOUND), ..html(served.front.unknown()) })
    }
}

impl Pages for WebApplication {
    fn page(&self, asked: &Parts) -> Option<Page> {
        let path = asked.uri.path();
        let Some(served) = &self.served else {
            return (path == "/").then(|| html(MISSING.replace("{base_path}", &self.base_path).into()));
        };
        if let Some(page) = served.files.page(path) {
            return Some(page);
        }
        let Some(found) = served.routes.find(path) else { return self.unknown(served, asked) };
        let address = found.address(&self.base_path);
        let status = match found.has_status_of_answer {
            true => PageStatus::OfAnswer(status_address(&address, asked)?),
            false => PageStatus::Is(StatusCode::OK),
        };
        Some(Page { status, ..html(served.front.page(&found, &address)) })
    }
}

/// The address whose answer has the page's status: one row is enough, of the chain that the page's own address names.
fn status_address(address: &str, asked: &Parts) -> Option<Uri> {
    let chain = asked.uri.query().unwrap_or_default().split('&').find(|part| part.starts_with("chain="));
    Uri::try_from(format!("{address}?limit=1&{}", chain.unwrap_or_default())).ok()
}

fn html(body: Bytes) -> Page {
    Page { content_security_policy: Some(POLICY), ..Page::new(HTML, ASKED_ABOUT, body) }
}

/// True for browsers, and for clients that do not say what they take.
fn takes_html(asked: &Parts) -> bool {
    let mut accepted = asked.headers.get_all(ACCEPT).into_iter().filter_map(|value| value.to_str().ok()).peekable();
    accepted.peek().is_none() || accepted.any(|value| value.contains("text/html") || value.contains("*/*"))
}
