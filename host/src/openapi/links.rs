//! The links of an answer: to the next page, and to the operations on one of its rows. Tools follow these links.

use crate::openapi::{Interface, PublishedOperation};
use quarry_contract::{Method, Parameter, ParameterPlace, Route, Walk};
use serde_json::{Map, Value as Json, json};

/// The links of a list's answer, whose body has this schema.
pub(super) fn links(route: &Route, schema: &Json, operations: &[PublishedOperation]) -> Json {
    let mut links = Map::new();
    if route.is_paged() {
        links.insert("next_page".to_owned(), next_page(route));
    }
    for (list, row) in lists(schema) {
        let served = operations.iter().map(|published| &*published.route);
        let targets = served
            .filter(|target| target.method == Method::Get && Interface::of(&target.path) == Interface::of(&route.path));
        for target in targets {
            if let Some(parameters) = row_parameters(target, list, row) {
                let description = format!("“{}” for the first row of `{list}`.", target.summary);
                links.insert(
                    target.operation_id.clone(),
                    json!({ "operationId": target.operation_id, "parameters": parameters, "description": description }),
                );
            }
        }
    }
    links.into()
}

/// The same operation with the same filters.
fn next_page(route: &Route) -> Json {
    let own = |parameter: &Parameter| {
        let place = match parameter.place {
            ParameterPlace::Path => "path",
            ParameterPlace::Query => "query",
        };
        (parameter.name.clone(), format!("$request.{place}.{}", parameter.name).into())
    };
    let mut parameters: Map<String, Json> = route.parameters.iter().map(own).collect();
    let place = if route.walk == Walk::BothWays { "before" } else { "cursor" };
    parameters.insert(place.to_owned(), "$response.body#/next_cursor".into());
    json!({
        "operationId": route.operation_id,
        "parameters": parameters,
        "description": "The next page, with the same filters. No page follows when `next_cursor` is null.",
    })
}

/// The arrays of objects in a body: name and the members of a row.
fn lists(schema: &Json) -> impl Iterator<Item = (&str, &Map<String, Json>)> {
    schema["properties"].as_object().into_iter().flatten().filter_map(|(name, member)| {
        let row = member["items"]["properties"].as_object()?;
        Some((name.as_str(), row))
    })
}

/// The parameters that `target` takes from the first row of `list`, where its path is about one of them: `/pools/{address}/…`
/// is about a row of `pools` that has an `address`.
fn row_parameters(target: &Route, list: &str, row: &Map<String, Json>) -> Option<Map<String, Json>> {
    let (_, rest) = target.path.split_once(&format!("/{list}/{{"))?;
    let (first, _) = rest.split_once('}')?;
    let taken = target.parameters.iter().filter(|parameter| row.contains_key(&parameter.name));
    let from_row =
        |parameter: &Parameter| (parameter.name.clone(), format!("$response.body#/{list}/0/{}", parameter.name).into());
    let parameters: Map<String, Json> = taken.map(from_row).collect();
    let is_whole = target
        .parameters
        .iter()
        .filter(|parameter| parameter.place == ParameterPlace::Path)
        .all(|parameter| parameters.contains_key(&parameter.name));
    (is_whole && parameters.contains_key(first)).then_some(parameters)
}
