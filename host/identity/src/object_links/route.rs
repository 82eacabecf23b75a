//! `GET /objects/{token}`: where signed links lead.

use crate::object_links::{MAX_TOKEN_LENGTH, ObjectLinks};
use quarry_contract::{
    Answer, Body, CacheRule, Handler, ObjectBody, Parameter, ParameterKind, ParameterPlace, Problem, Request,
    ResponseForm, Route, Served, SilentStore, Walk, keyless_get, native,
};
use quarry_stores::clock::Clock;
use quarry_stores::objects::Objects;
use quarry_stores::result_set::Value;
use std::sync::Arc;

/// The operation that serves signed links.
pub fn link_route(links: ObjectLinks, objects: Objects, clock: Clock) -> (Arc<Route>, Arc<dyn Handler>) {
    let handler = native(move |request: Request| {
        let (links, objects, now) = (links.clone(), objects.clone(), clock.now());
        async move {
            let Some(Value::Text(token)) = request.parameters.first() else { return Err(nothing()) };
            let link = links.open(token, now).ok_or_else(nothing)?;
            let found = objects.head(&link.component, &link.key).await.map_err(|error| {
                tracing::warn!(%error, "an object could not be looked up");
                Problem::data_source_unavailable("The object store is not reachable at the moment; try again shortly.")
                    .of_store(SilentStore::Objects)
            })?;
            let info = found.ok_or_else(nothing)?;
            let body = ObjectBody { info, objects, file_name: Some(link.file_name) };
            Served::Ok(Answer {
                status: 200,
                body: Body::Object(Box::new(body)),
                pinned: Vec::new(),
                headers: Vec::new(),
                version: None,
            })
        }
    });
    (Arc::new(declaration()), handler)
}

/// One answer for all that leads nowhere: it tells nothing about what is stored.
fn nothing() -> Problem {
    Problem::not_found("This link leads to nothing: it was never made, or its time is over. Ask for a new one.")
}

/// The declaration, for documents of hosts that do not run.
pub fn declaration() -> Route {
    Route {
        description: "A link that another operation gave. It works without a key until its time is over.".to_owned(),
        parameters: vec![Parameter {
            name: "token".to_owned(),
            place: ParameterPlace::Path,
            required: true,
            kind: ParameterKind::Text { max_length: MAX_TOKEN_LENGTH },
            description: "The token as it stands in the link.".to_owned(),
            example: Some("AAAAAGkgbm90IGEgbGluaw".to_owned()),
        }],
        cache: CacheRule::None,
        response_form: ResponseForm::Object { content_types: vec!["application/octet-stream".to_owned()] },
        walk: Walk::default(),
        guard: None,
        statements: Vec::new(),
        response_schema: "{\"type\":\"string\",\"format\":\"binary\"}".to_owned(),
        response_example: "\"\"".to_owned(),
        ..keyless_get("get_linked_object", "/objects/{token}", "Load the object of a signed link")
    }
}
