//! One request: its URL checked, its name resolved and guarded, connected, asked; within its time.

use crate::outbound::error::{OutboundError, OutboundSetupError};
use crate::outbound::exchange::{exchange, open};
use crate::outbound::incoming::IncomingAnswer;
use crate::outbound::limits::OutboundLimits;
use crate::outbound::message::{OutboundRequest, OutboundResponse, Reach};
use crate::outbound::resolver::GuardedResolver;
use crate::outbound::{AddressGuard, StandIns, tls};
use rustls_pki_types::ServerName;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use url::{Host, Url};

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
    /// Servers of this machine that take the places of others: for development and tests.
    pub stand_ins: StandIns,
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
    stand_ins: StandIns,
}

/// A connection that a request goes over, by TLS or plain.
trait Wire: AsyncRead + AsyncWrite + Unpin + Send {}

impl<T: AsyncRead + AsyncWrite + Unpin + Send> Wire for T {}

impl OutboundClient {
    /// Fails where the system's name servers or the further authorities cannot be read.
    pub fn new(settings: &OutboundSettings) -> Result<OutboundClient, OutboundSetupError> {
        let guard = settings.guard();
        Ok(OutboundClient {
            resolver: GuardedResolver::new(settings.resolver, REMEMBERED_NAMES)?,
            tls: tls::connector(settings.ca_certificates.as_deref())?,
            guard,
            stand_ins: settings.stand_ins.clone(),
        })
    }

    /// Sends `request` to a public server and reads the whole answer. Dropped, it ends the connection.
    pub async fn send(
        &self,
        request: OutboundRequest,
        limits: OutboundLimits,
    ) -> Result<OutboundResponse, OutboundError> {
        self.send_to(&Reach::Public, request, limits).await
    }

    /// Does the work of [`OutboundClient::send`] for a server within `reach`.
    pub async fn send_to(
        &self,
        reach: &Reach,
        request: OutboundRequest,
        limits: OutboundLimits,
    ) -> Result<OutboundResponse, OutboundError> {
        let server = self.server(reach, &request.url)?;
        let asking = async {
            let stream = self.connected(reach, &request.url, &server).await?;
            exchange(stream, request, &server, limits).await
        };
        within(limits.time, &server, asking).await
    }

    /// Sends `request` to a server within `reach` and gives the answer once its head is there, within `head_time`. Of its body at most
    /// `max_bytes` are read.
    pub async fn open(
        &self,
        reach: &Reach,
        request: OutboundRequest,
        head_time: Duration,
        max_bytes: usize,
    ) -> Result<IncomingAnswer, OutboundError> {
        let server = self.server(reach, &request.url)?;
        let asking = async {
            let stream = self.connected(reach, &request.url, &server).await?;
            open(stream, request, &server, max_bytes).await
        };
        within(head_time, &server, asking).await
    }

    /// Checks the URL and gives its server, as errors name it.
    fn server(&self, reach: &Reach, url: &Url) -> Result<String, OutboundError> {
        match reach {
            Reach::Public => self.guard.server(url),
            Reach::Configured(name) => Ok(name.clone()),
        }
    }

    /// Connects to the server of `url`, with TLS where its scheme says so.
    async fn connected(&self, reach: &Reach, url: &Url, server: &str) -> Result<Box<dyn Wire>, OutboundError> {
        if *reach == Reach::Public
            && let Some(stand_in) = self.stand_ins.of(server)
        {
            return Ok(Box::new(connect(&[stand_in.ip()], stand_in.port(), server).await?));
        }
        let host = url.host().ok_or(OutboundError::NoServer)?;
        let port = url.port_or_known_default().ok_or(OutboundError::NoServer)?;
        let guard = match reach {
            Reach::Public => self.guard,
            Reach::Configured(_) => AddressGuard::ANY,
        };
        let addresses = self.resolver.addresses(host.clone(), server, guard).await?;
        let is_plain = url.scheme() == "http";
        if is_plain && *reach == Reach::Public && !addresses.iter().all(IpAddr::is_loopback) {
            return Err(OutboundError::Scheme { scheme: "http".to_owned() });
        }
        let stream = connect(&addresses, port, server).await?;
        if is_plain {
            return Ok(Box::new(stream));
        }
        let failed = |source| OutboundError::Tls { server: server.to_owned(), source };
        let name = match host {
            Host::Domain(name) => ServerName::try_from(name.trim_end_matches('.').to_owned())
                .map_err(|error| failed(std::io::Error::other(error)))?,
            Host::Ipv4(address) => ServerName::from(IpAddr::from(address)),
            Host::Ipv6(address) => ServerName::from(IpAddr::from(address)),
        };
        Ok(Box::new(self.tls.connect(name, stream).await.map_err(failed)?))
    }
}

/// Does `asking` within `time`.
async fn within<T>(
    time: Duration,
    server: &str,
    asking: impl Future<Output = Result<T, OutboundError>>,
) -> Result<T, OutboundError> {
    match tokio::time::timeout(time, asking).await {
        Ok(outcome) => outcome,
        Err(_) => Err(OutboundError::DeadlineExceeded { server: server.to_owned(), limit: time }),
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
