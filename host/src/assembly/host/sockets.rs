//! Starts: the sockets, so that a taken port is told before anything takes time, and the certificate.

use crate::assembly::host::error::HostError;
use quarry_config::Configuration;
use quarry_edge::TlsIdentity;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::net::TcpListener;

/// A listening socket, and its real address.
pub(super) struct Socket {
    pub(super) listener: TcpListener,
    pub(super) address: SocketAddr,
}

/// Everything that the host listens with.
pub(super) struct Sockets {
    pub(super) main: Socket,
    /// The admin socket; none where no admin listener is configured.
    pub(super) admin: Option<Socket>,
    pub(super) tls: Option<Arc<TlsIdentity>>,
}

impl Sockets {
    pub(super) async fn bind(configuration: &Configuration) -> Result<Sockets, HostError> {
        let main = Socket::bind(configuration.server.listen).await?;
        let admin = match configuration.admin.listen {
            Some(address) => Some(Socket::bind(address).await?),
            None => None,
        };
        Ok(Sockets { main, admin, tls: tls_identity(configuration)? })
    }
}

impl Socket {
    async fn bind(address: SocketAddr) -> Result<Socket, HostError> {
        let failed = |source| HostError::Listen { address, source };
        let listener = TcpListener::bind(address).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        Ok(Socket { listener, address })
    }
}

/// The configured certificate.
fn tls_identity(configuration: &Configuration) -> Result<Option<Arc<TlsIdentity>>, HostError> {
    let section = &configuration.server.tls;
    match (section.certificate.as_os_str().is_empty(), section.key.as_os_str().is_empty()) {
        (true, true) => Ok(None),
        (false, false) => Ok(Some(Arc::new(TlsIdentity::read(&section.certificate, &section.key)?))),
        _ => Err(HostError::HalfTls),
    }
}
