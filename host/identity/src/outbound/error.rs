//! The reasons for which a request to the outside had no answer, in sentences that may be shown to the person who asked for it.
//!
//! A name that is unknown and one that leads inside the network read the same, since the network's names and addresses are
//! not for strangers to find out; the log says which it was.

use crate::outbound::{RefusedAddress, StandInError};
use std::path::PathBuf;
use std::time::Duration;
use thiserror::Error;

/// A request without an answer. `server` is the URL's name and port, as they were given.
#[derive(Debug, Error)]
pub enum OutboundError {
    #[error("the URL's scheme is {scheme}; only https is allowed")]
    Scheme { scheme: String },
    #[error("the URL names no server")]
    NoServer,
    #[error("the URL carries a user or password; send them in the header authorization")]
    Credentials,
    #[error("the URL's port is {port}; only 443 and the ports from 1024 on that browsers ask are allowed")]
    Port { port: u16 },
    #[error("{server} cannot be reached from here: check its name, which has to lead to public addresses alone")]
    Address { server: String, source: RefusedAddress },
    #[error("{server} cannot be reached from here: check its name, which has to lead to public addresses alone")]
    UnknownName { server: String },
    #[error("no connection to {server} could be made")]
    Connect { server: String, source: std::io::Error },
    #[error(
        "no trusted connection to {server} could be made: its certificate is not good for the name, or it speaks no TLS 1.2 or 1.3"
    )]
    Tls { server: String, source: std::io::Error },
    #[error("{server} did not answer in a form that could be read")]
    Exchange { server: String, source: hyper::Error },
    #[error("the answer of {server} was cut off")]
    Body { server: String, source: Box<dyn std::error::Error + Send + Sync> },
    #[error("the answer of {server} has more than {limit} bytes")]
    AnswerTooLarge { server: String, limit: usize },
    #[error("{server} did not answer within {} ms", limit.as_millis())]
    DeadlineExceeded { server: String, limit: Duration },
}

/// The reason why the host cannot send requests at all.
#[derive(Debug, Error)]
pub enum OutboundSetupError {
    #[error("the system's name servers cannot be read: {0}; set outbound.resolver")]
    SystemResolver(#[source] hickory_resolver::net::NetError),
    #[error("the resolver cannot be set up: {0}")]
    Resolver(#[source] hickory_resolver::net::NetError),
    #[error("development.stand_ins: {0}")]
    StandIn(#[from] StandInError),
    #[error("TLS cannot be set up: {0}")]
    Tls(#[from] tokio_rustls::rustls::Error),
    #[error("outbound.ca_certificates: {path} cannot be used: {source}")]
    Authorities { path: PathBuf, source: rustls_pki_types::pem::Error },
}
