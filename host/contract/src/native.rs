//! Operations that the host serves itself. They declare themselves as components do, so every stage treats both alike.
//!
//! To add one: start from [`keyless_get`] or [`keyed_get`], set what differs, and give its handler with [`native`].

use crate::{
    Access, CacheRule, Handler, Method, RateClass, Readers, Request, ResponseForm, Route, Scope, Served, Walk,
};
use futures_util::future::BoxFuture;
use std::future::Future;
use std::sync::Arc;

/// A handler made of an async function.
pub fn native<F, Answering>(answer: F) -> Arc<dyn Handler>
where
    F: Fn(Request) -> Answering + Send + Sync + 'static,
    Answering: Future<Output = Served> + Send + 'static,
{
    Arc::new(NativeHandler { answer })
}

struct NativeHandler<F> {
    answer: F,
}

impl<F, Answering> Handler for NativeHandler<F>
where
    F: Fn(Request) -> Answering + Send + Sync,
    Answering: Future<Output = Served> + Send + 'static,
{
    fn handle(&self, request: Request) -> BoxFuture<'_, Served> {
        Box::pin((self.answer)(request))
    }
}

/// The declaration of a public read, cacheable for a minute: no parameters, always on.
pub fn keyless_get(operation_id: &str, path: &str, summary: &str) -> Route {
    Route {
        operation_id: operation_id.to_owned(),
        method: Method::Get,
        path: path.to_owned(),
        summary: summary.to_owned(),
        description: String::new(),
        module: None,
        access: Access::Keyless,
        parameters: Vec::new(),
        request_body: None,
        default_limit: None,
        cache: CacheRule::Public { max_age_seconds: 60 },
        rate_class: RateClass::Public,
        rate_weight: 1,
        response_schema: "{\"type\":\"object\"}".to_owned(),
        answer_rows: Vec::new(),
        response_example: "{}".to_owned(),
        deprecation: None,
        response_form: ResponseForm::Json,
        success_statuses: vec![200],
        refusals: Vec::new(),
        answer_headers: Vec::new(),
        tools: Vec::new(),
        walk: Walk::default(),
        guard: None,
        statements: Vec::new(),
        media_types: Vec::new(),
        reads_if_match: false,
        writes: None,
        answers: Readers::Caller,
        takes_request_key: false,
        rests_on: Vec::new(),
    }
}

/// The declaration of a read that needs a key with the scope `read`.
pub fn keyed_get(operation_id: &str, path: &str, summary: &str) -> Route {
    Route {
        access: Access::Key(Scope::Read),
        cache: CacheRule::Private,
        rate_class: RateClass::Key,
        ..keyless_get(operation_id, path, summary)
    }
}
