//! The routes of the application: which addresses have a page, and which operation each page is about.

use serde::Deserialize;

/// A row of `web/routes.json`; what only the application needs of it is left out here.
#[derive(Debug, Deserialize)]
pub(super) struct Route {
    pub(super) name: String,
    /// `/prices/:address`.
    path: String,
    pub(super) summary: String,
    /// The operation below the base path, with the same parts.
    api: String,
}

/// All routes, in the order of the file.
#[derive(Debug)]
pub(super) struct Routes(Vec<Route>);

/// A route with the parts that a path has.
pub(super) struct Found<'a> {
    pub(super) route: &'a Route,
    /// True where the page is about one public thing: its answer has the page's status. What a session may see is not asked
    /// for here; the page says it.
    pub(super) has_status_of_answer: bool,
    parts: Vec<(&'a str, &'a str)>,
}

impl Routes {
    pub(super) fn parse(text: &[u8]) -> serde_json::Result<Routes> {
        serde_json::from_slice(text).map(Routes)
    }

    /// The first route whose pattern the path has.
    pub(super) fn find<'a>(&'a self, path: &'a str) -> Option<Found<'a>> {
        self.0.iter().find_map(|route| {
            let parts = parts(&route.path, path)?;
            let has_status_of_answer = !parts.is_empty() && route.api.starts_with("/public/");
            Some(Found { route, has_status_of_answer, parts })
        })
    }
}

impl Found<'_> {
    /// The address of the operation, the parts filled in as they were sent.
    pub(super) fn address(&self, base_path: &str) -> String {
        let filled = segments(&self.route.api).map(|segment| {
            let name = segment.strip_prefix(':');
            let part = name.and_then(|name| self.parts.iter().find(|(known, _)| *known == name));
            part.map_or(segment, |(_, value)| value)
        });
        filled.fold(base_path.to_owned(), |address, segment| address + "/" + segment)
    }
}

fn parts<'a>(pattern: &'a str, path: &'a str) -> Option<Vec<(&'a str, &'a str)>> {
    if segments(pattern).count() != segments(path).count() {
        return None;
    }
    let mut found = Vec::new();
    for (wanted, given) in segments(pattern).zip(segments(path)) {
        match wanted.strip_prefix(':') {
            Some(name) => found.push((name, given)),
            None if wanted == given => {}
            None => return None,
        }
    }
    Some(found)
}

fn segments(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter(|segment| !segment.is_empty())
}
