//! The operations that serve the documents. The host answers them itself, from the routing table that lists them too.

use crate::openapi::contract::Documents;
use crate::openapi::{Contract, PublishedOperation, reference};
use crate::session_operations;
use futures_util::future::BoxFuture;
use quarry_alert_letters::unsubscription;
use quarry_contract::{Answer, Body, Family, Fragment, Handler, Manifest, Request, Route, Served, keyless_get};
use quarry_identity::object_links;
use serde_json::{Value as Json, json};
use std::sync::Arc;

/// An operation that answers one of the documents.
struct DocumentHandler {
    contract: Arc<Contract>,
    text: fn(&Documents) -> &String,
}

impl Handler for DocumentHandler {
    fn handle(&self, _request: Request) -> BoxFuture<'_, Served> {
        let text = (self.text)(&self.contract.documents()).clone();
        let answer = Answer {
            status: 200,
            body: Body::Json(vec![Fragment::Text(text)]),
            pinned: Vec::new(),
            headers: Vec::new(),
            version: None,
        };
        Box::pin(std::future::ready(Ok(answer)))
    }

    fn tells_of_routes(&self) -> bool {
        true
    }
}

/// The document operations of a host.
pub fn documents(contract: &Arc<Contract>) -> Vec<(Arc<Route>, Arc<dyn Handler>)> {
    let texts: [fn(&Documents) -> &String; 3] =
        [|documents| &documents.api, |documents| &documents.session, |documents| &documents.reference];
    let handler = |(route, text)| {
        let handler = DocumentHandler { contract: Arc::clone(contract), text };
        (Arc::new(route), Arc::new(handler) as Arc<dyn Handler>)
    };
    own().into_iter().zip(texts).map(handler).collect()
}

/// Everything that a host with these components serves, every module on, as its documents show it.
pub fn declarations<'a>(manifests: impl Iterator<Item = &'a Manifest>) -> Vec<PublishedOperation> {
    let mut operations = Vec::new();
    for manifest in manifests {
        let family = Family::of(manifest);
        let declared = manifest.routes.iter().cloned().map(Arc::new);
        operations.extend(declared.map(|route| PublishedOperation { route, family: Some(family.clone()) }));
    }
    let links = [object_links::declaration(), object_links::upload_declaration()];
    let links = links.into_iter().chain(unsubscription::declarations());
    let own = own().into_iter().chain(links).chain(session_operations::declarations()).map(Arc::new);
    operations.extend(own.map(|route| PublishedOperation { route, family: None }));
    operations
}

/// The declarations of the document operations.
fn own() -> [Route; 3] {
    [
        Route {
            description: "OpenAPI 3.1 of the keyed and public operations that are switched on now.".to_owned(),
            ..document_route("get_openapi_document", "/openapi.json", "The OpenAPI document of this interface")
        },
        Route {
            description: "OpenAPI 3.1 of the operations that the web application of signed-in people uses.".to_owned(),
            ..document_route(
                "get_session_openapi_document",
                "/openapi.session.json",
                "The OpenAPI document of the session interface",
            )
        },
        Route {
            description: "Every keyed and public operation that is switched on, by family, with its scope, its \
                          parameters and an example."
                .to_owned(),
            response_schema: reference::schema().to_string(),
            response_example: reference::example().to_string(),
            ..keyless_get("get_api_reference", "/public/api_reference", "The API reference, for a web page to show")
        },
    ]
}

fn document_route(operation_id: &str, path: &str, summary: &str) -> Route {
    let text = json!({ "type": "string" });
    let object = json!({ "type": "object" });
    let schema: Json = json!({
        "type": "object",
        "description": "An OpenAPI document.",
        "properties": { "openapi": text, "info": object, "paths": object },
        "required": ["openapi", "info", "paths"],
    });
    let example = json!({ "openapi": "3.1.0", "info": { "title": "Quarry API", "version": "1.0.0" }, "paths": {} });
    Route {
        response_schema: schema.to_string(),
        response_example: example.to_string(),
        ..keyless_get(operation_id, path, summary)
    }
}
