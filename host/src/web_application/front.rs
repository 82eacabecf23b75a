//! The one page of the application, filled in for each route.

use crate::web_application::routes::Found;
use bytes::Bytes;

/// The page, with the deployment's own words in it.
pub(super) struct Front {
    page: String,
    base_path: String,
}

impl Front {
    pub(super) fn new(index: &str, base_path: &str, service_client: &str) -> Front {
        let page =
            index.replace("{base_path}", &escaped(base_path)).replace("{service_client}", &escaped(service_client));
        Front { page, base_path: base_path.to_owned() }
    }

    /// The page of a route, which is about the answer at `address`.
    pub(super) fn page(&self, found: &Found<'_>, address: &str) -> Bytes {
        self.filled(&found.route.name, &found.route.summary, address)
    }

    /// The page where there is none.
    pub(super) fn unknown(&self) -> Bytes {
        let summary = "There is no page at this address.";
        self.filled("Not found", summary, &format!("{}/public/site", self.base_path))
    }

    fn filled(&self, name: &str, summary: &str, address: &str) -> Bytes {
        let title = if name == "Quarry" { name.to_owned() } else { format!("{name} · Quarry") };
        let page = self.page.replace("{title}", &escaped(&title)).replace("{summary}", &escaped(summary));
        page.replace("{api}", &escaped(address)).into()
    }
}

/// As text, and as the value of an attribute in double quotes.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;")
}
