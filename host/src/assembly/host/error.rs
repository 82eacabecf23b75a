//! The reasons for which a host does not serve.

use crate::assembly::{CapabilityStoresError, people, policy};
use crate::modules::ModulesError;
use crate::openapi::ReaderError;
use crate::web_application::WebApplicationError;
use quarry_edge::TlsError;
use quarry_identity::PreparationError;
use quarry_identity::mail::MailError;
use quarry_runtime::EngineError;
use quarry_stores::app::AppStoreError;
use std::net::SocketAddr;
use thiserror::Error;

/// The reason for which the host does not serve.
#[derive(Debug, Error)]
pub enum HostError {
    #[error("cannot listen on {address}: {source}")]
    Listen { address: SocketAddr, source: std::io::Error },
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error(transparent)]
    Grants(#[from] policy::ComponentPolicyError),
    #[error(transparent)]
    CapabilityStores(#[from] CapabilityStoresError),
    #[error(transparent)]
    Modules(#[from] ModulesError),
    #[error(transparent)]
    Reader(#[from] ReaderError),
    #[error(transparent)]
    WebApplication(#[from] WebApplicationError),
    #[error("the secrets of the deployment cannot be read: {0}")]
    Secrets(#[source] AppStoreError),
    #[error("the rules of alerts cannot be kept: {0}")]
    AlertRules(#[source] AppStoreError),
    #[error("the rules of spaces cannot be kept: {0}")]
    SpaceRules(#[source] AppStoreError),
    #[error("accounts could not be prepared for the components: {0}")]
    Accounts(#[from] PreparationError),
    #[error("the application store gave no key for cursors")]
    NoCursorKey,
    #[error(transparent)]
    People(#[from] people::PeopleError),
    #[error(transparent)]
    Mail(#[from] MailError),
    #[error(transparent)]
    Tls(#[from] TlsError),
    #[error("server.tls needs both certificate and key, or neither")]
    HalfTls,
}
