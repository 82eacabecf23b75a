//! `/llms.txt`: the API for an assistant that reads one text, in the form of llmstxt.org.

use crate::openapi::{Interface, PublishedOperation, Service, tags};
use quarry_contract::{Access, ParameterPlace, Route};
use std::fmt::Write;

const INTRODUCTION: &str = include_str!("texts/llms.md");

/// The introduction, then every keyed and public operation, by family.
pub(super) fn text(operations: &[PublishedOperation], service: &Service) -> String {
    let base_url = service.base_url();
    let mut text = INTRODUCTION.replace("{base_url}", &base_url);
    let mut family = None;
    for published in operations.iter().filter(|published| Interface::of(&published.route.path) == Interface::Api) {
        let (name, summary) = tags::tag(published);
        if family != Some(name) {
            family = Some(name);
            // Writing to a String cannot fail.
            let _ = write!(text, "\n## {name}\n\n{summary}\n\n");
        }
        let _ = writeln!(text, "{}", line(&published.route));
    }
    let _ = write!(
        text,
        "\n## Documents\n\n- [OpenAPI 3.1]({base_url}/openapi.json): every parameter, answer and error\n- [Reference \
         as JSON]({base_url}/public/api_reference): the same operations with examples\n"
    );
    text
}

fn line(route: &Route) -> String {
    let access = match &route.access {
        Access::Key(scope) => format!("scope {}", scope.name()),
        _ => "no key".to_owned(),
    };
    let names = route.parameters.iter().filter(|parameter| parameter.place == ParameterPlace::Query);
    let mut names: Vec<&str> = names.map(|parameter| parameter.name.as_str()).collect();
    if route.is_paged() {
        names.extend(["limit", "cursor"]);
    }
    let query = if names.is_empty() { String::new() } else { format!(" Query: {}.", names.join(", ")) };
    let retired = if route.deprecation.is_some() { " Deprecated." } else { "" };
    format!("- `{} {}` ({access}): {}.{query}{retired}", route.method, route.path, route.summary)
}
