//! Commands that a reader can paste.

use crate::openapi::Service;
use quarry_contract::{Access, Method, ParameterPlace, RequestBodyForm, Route};
use std::fmt::Write;

/// Rows that an example asks for.
const EXAMPLE_ROWS: u32 = 3;

/// The path that links of other operations lead to.
const LINKS: &str = "/objects/";

/// A `curl` command for the route, with the examples of its declaration; optional parameters are left out. Operations of a session have
/// none: they take a browser's cookie and its token.
pub(super) fn curl(route: &Route, service: &Service) -> Option<String> {
    if !matches!(route.access, Access::Keyless | Access::Key(_)) {
        return None;
    }
    // A deployment that does not know its address leaves it to the reader.
    let origin = service.public_origin.as_deref().unwrap_or("$QUARRY_ORIGIN");
    if route.path.starts_with(LINKS) {
        let upload = if route.method == Method::Get { "" } else { " -X PUT --data-binary @FILE" };
        return Some(format!("curl{upload} \"{origin}$LINK\""));
    }
    let mut path = route.path.clone();
    let mut query = String::new();
    let mut add = |name: &str, value: &str| {
        let joint = if query.is_empty() { '?' } else { '&' };
        // Writing to a String cannot fail.
        let _ = write!(query, "{joint}{name}={value}");
    };
    for parameter in &route.parameters {
        let Some(example) = &parameter.example else { continue };
        match parameter.place {
            ParameterPlace::Path => path = path.replace(&format!("{{{}}}", parameter.name), example),
            ParameterPlace::Query if parameter.required => add(&parameter.name, example),
            ParameterPlace::Query => {}
        }
    }
    if route.is_paged() {
        add("limit", &EXAMPLE_ROWS.to_string());
    }
    let mut command = "curl".to_owned();
    if route.method != Method::Get {
        let _ = write!(command, " -X {}", route.method);
    }
    if matches!(route.access, Access::Key(_)) {
        command.push_str(" -H \"Authorization: Bearer $QUARRY_API_KEY\"");
        if let Some(RequestBodyForm::Json { example, .. }) = route.request_body.as_ref().map(|body| &body.form) {
            let quoted = example.replace('\'', "'\\''");
            let _ = write!(command, " -H \"Content-Type: application/json\" -d '{quoted}'");
        }
    }
    let _ = write!(command, " \"{origin}{}{path}{query}\"", service.base_path);
    Some(command)
}
