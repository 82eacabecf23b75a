//! One request: its URL checked, its name resolved and guarded, connected, asked; within its time.

use crate::outbound::error::{OutboundError, OutboundSetupError};
use crate::outbound::exchange::exchange;
use crate::outbound::limits::OutboundLimits;
use crate::outbound::message::{OutboundRequest, OutboundResponse};
use crate::outbound::resolver::GuardedResolver;
use crate::outbound::{AddressGuard, tls};
use rustls_pki_types::ServerName;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use url::Host;

/// The time that one address may take for a connection, before the next is tried.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);

/// Names that are remembered for as long as their servers say.
const REMEMBERED_NAMES: u64 = 1_024;

/// The settings for sending requests.
#[derive(Debug, Clone)]
pub struct OutboundSettings {
    /// The name server to ask; none asks the system's.
    pub resolver: Option<SocketAddr>,
    /// A PEM file of authorities to trust beside those of the web.
    pub ca_certificates: Option<PathBuf>,
    /// Allows `http` and addresses of the machine itself: for development and tests.
    pub allow_loopback_http: bool,
}

impl OutboundSettings {
    /// The guard of the addresses that may be connected to.
    pub(super) fn guard(&self) -> AddressGuard {
        match self.allow_loopback_http {
            true => AddressGuard::PUBLIC_AND_LOOPBACK,
            false => AddressGuard::PUBLIC,
        }
    }
}

/// Sends requests to public servers. Each has a connection of its own.
pub struct OutboundClient {
    resolver: GuardedResolver,
    tls: TlsConnector,
    guard: AddressGuard,
}

impl OutboundClient {
    /// Fails where the system's name servers or the further authorities cannot be read.
    pub fn new(settings: &OutboundSettings) -> Result<OutboundClient, OutboundSetupError> {
        let guard = settings.guard();
        Ok(OutboundClient {
            resolver: GuardedResolver::new(settings.resolver, guard, REMEMBERED_NAMES)?,
            tls: tls::connector(settings.ca_certificates.as_deref())?,
            guard,
        })
    }

    /// Sends `request` and reads the whole answer. Dropped, it ends the connection.
    pub async fn send(
        &self,
        request: OutboundRequest,
        limits: OutboundLimits,
    ) -> Result<OutboundResponse, OutboundError> {
        let server = self.guard.server(&request.url)?;
        match tokio::time::timeout(limits.time, self.ask(request, &server, limits)).await {
            Ok(outcome) => outcome,
            Err(_) => Err(OutboundError::DeadlineExceeded { server, limit: limits.time }),
        }
    }

    async fn ask(
        &self,
        request: OutboundRequest,
        server: &str,
        limits: OutboundLimits,
    ) -> Result<OutboundResponse, OutboundError> {
        let host = request.url.host().ok_or(OutboundError::NoServer)?;
        let port = request.url.port_or_known_default().ok_or(OutboundError::NoServer)?;
        let addresses = self.resolver.addresses(host.clone(), server).await?;
        let is_plain = request.url.scheme() == "http";
        if is_plain && !addresses.iter().all(IpAddr::is_loopback) {
            return Err(OutboundError::Scheme { scheme: "http".to_owned() });
        }
        let stream = connect(&addresses, port, server).await?;
        if is_plain {
            return exchange(stream, request, server, limits).await;
        }
        let failed = |source| OutboundError::Tls { server: server.to_owned(), source };
        let name = match host {
            Host::Domain(name) => ServerName::try_from(name.trim_end_matches('.').to_owned())
                .map_err(|error| failed(std::io::Error::other(error)))?,
            Host::Ipv4(address) => ServerName::from(IpAddr::from(address)),
            Host::Ipv6(address) => ServerName::from(IpAddr::from(address)),
        };
        let stream = self.tls.connect(name, stream).await.map_err(failed)?;
        exchange(stream, request, server, limits).await
    }
}

/// Connects to the first of the checked addresses that takes the connection.
async fn connect(addresses: &[IpAddr], port: u16, server: &str) -> Result<TcpStream, OutboundError> {
    let mut failure = std::io::Error::from(std::io::ErrorKind::NotConnected);
    for address in addresses {
        let connecting = TcpStream::connect(SocketAddr::new(*address, port));
        match tokio::time::timeout(CONNECT_TIMEOUT, connecting).await {
            Ok(Ok(stream)) => return Ok(stream),
            Ok(Err(error)) => failure = error,
            Err(_) => failure = std::io::Error::from(std::io::ErrorKind::TimedOut),
        }
    }
    Err(OutboundError::Connect { server: server.to_owned(), source: failure })
}
