//! The published interface: its two halves, an operation of it, and the addresses of a deployment.

use quarry_contract::{Family, Route};
use quarry_edge::is_session_path;
use serde_json::Value as Json;
use std::sync::Arc;

/// The two interfaces, each with a document of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interface {
    /// Keyed and public operations.
    Api,
    /// The interface for the web application of signed-in people: `/session` and `/auth`.
    Session,
}

impl Interface {
    /// The interface that a path, relative to the base path, belongs to.
    pub fn of(path: &str) -> Interface {
        match is_session_path(path) {
            true => Interface::Session,
            false => Interface::Api,
        }
    }
}

/// One operation as the documents show it.
#[derive(Debug, Clone)]
pub struct PublishedOperation {
    pub route: Arc<Route>,
    /// The family that it belongs to; the operations about the service itself have none.
    pub family: Option<Family>,
}

/// The addresses of a deployment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Service {
    /// The beginning of every path, without a slash at its end: `/api/v1`.
    pub base_path: String,
    /// Scheme and authority as clients see them; absolute paths are written without it.
    pub public_origin: Option<String>,
}

impl Service {
    /// The address of the API: `https://api.example.org/api/v1`, or `/api/v1` where the origin is not configured.
    pub fn base_url(&self) -> String {
        format!("{}{}", self.public_origin.as_deref().unwrap_or_default(), self.base_path)
    }
}

/// JSON that a declaration carries as text. A component whose texts are not JSON is refused at load.
pub(super) fn declared_json(text: &str) -> Json {
    serde_json::from_str(text).unwrap_or_default()
}
