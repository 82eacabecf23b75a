//! The part that answers the requests of a listener.

use crate::listener::RequestBody;
use crate::response_body::ResponseBody;
use http::{Request, Response};
use std::future::Future;
use std::net::SocketAddr;

/// A responder to the requests of a listener.
pub trait Responder: Send + Sync + 'static {
    /// The answer to one request; a request is never refused by not answering it.
    fn respond(
        &self,
        request: Request<RequestBody>,
        peer: SocketAddr,
    ) -> impl Future<Output = Response<ResponseBody>> + Send;
}
