//! TLS: the certificate in force, and how a renewed one takes its place without a connection being lost.
//!
//! TLS 1.2 and 1.3, HTTP/2 and HTTP/1.1 by ALPN. A renewed pair of files that cannot be used is logged and the old one
//! stays.

use arc_swap::ArcSwap;
use quarry_stores::shutdown::Shutdown;
use rustls_pki_types::pem::PemObject;
use rustls_pki_types::{CertificateDer, PrivateKeyDer};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use thiserror::Error;
use tokio::signal::unix::{SignalKind, signal};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::version::{TLS12, TLS13};
use tokio_rustls::rustls::{self, ServerConfig};

/// The time between two looks at the files.
const LOOK: Duration = Duration::from_secs(5);

/// The reason why a certificate cannot be used.
#[derive(Debug, Error)]
pub enum TlsError {
    #[error("the certificate {path} cannot be read: {source}")]
    Certificate { path: PathBuf, source: rustls_pki_types::pem::Error },
    #[error("the certificate {path} has no CERTIFICATE block")]
    NoCertificate { path: PathBuf },
    #[error("the private key {path} cannot be read: {source}")]
    Key { path: PathBuf, source: rustls_pki_types::pem::Error },
    #[error("the certificate {path} and its key cannot be used: {source}")]
    Unusable { path: PathBuf, source: rustls::Error },
}

/// A certificate with its key, read from two PEM files.
pub struct TlsIdentity {
    certificate: PathBuf,
    key: PathBuf,
    current: ArcSwap<ServerConfig>,
}

impl TlsIdentity {
    /// Reads the files: `certificate` holds the chain, the host's own certificate first.
    pub fn read(certificate: &Path, key: &Path) -> Result<TlsIdentity, TlsError> {
        Ok(TlsIdentity {
            certificate: certificate.to_owned(),
            key: key.to_owned(),
            current: ArcSwap::from_pointee(server_config(certificate, key)?),
        })
    }

    /// Reads the files again; connections from now on get what they hold.
    pub fn reload(&self) -> Result<(), TlsError> {
        self.current.store(Arc::new(server_config(&self.certificate, &self.key)?));
        Ok(())
    }

    pub(super) fn acceptor(&self) -> TlsAcceptor {
        TlsAcceptor::from(self.current.load_full())
    }

    /// The times at which the files last changed; `None` while one does not exist.
    fn changed(&self) -> Option<(SystemTime, SystemTime)> {
        let changed = |path: &Path| std::fs::metadata(path).and_then(|metadata| metadata.modified()).ok();
        changed(&self.certificate).zip(changed(&self.key))
    }
}

/// Reloads the certificate on SIGHUP and when a file changes, until `shutdown`.
pub async fn follow_certificate(identity: Arc<TlsIdentity>, mut shutdown: Shutdown) {
    let mut hangup = match signal(SignalKind::hangup()) {
        Ok(hangup) => Some(hangup),
        Err(error) => {
            tracing::warn!(%error, "SIGHUP cannot be waited for; the certificate's files are still looked at");
            None
        }
    };
    let mut known = identity.changed();
    loop {
        let hung_up = async {
            match &mut hangup {
                Some(hangup) => _ = hangup.recv().await,
                None => std::future::pending().await,
            }
        };
        let is_asked = tokio::select! {
            () = shutdown.wait() => return,
            () = hung_up => true,
            () = tokio::time::sleep(LOOK) => false,
        };
        let now = identity.changed();
        if !is_asked && (now == known || now.is_none()) {
            continue;
        }
        match identity.reload() {
            Ok(()) => {
                known = now;
                tracing::info!(certificate = %identity.certificate.display(), "the certificate was taken up");
            }
            // Looked at again: the two files of a renewal may be written one after the other.
            Err(error) => tracing::error!(%error, "the renewed certificate is not used; the old one stays"),
        }
    }
}

fn server_config(certificate: &Path, key: &Path) -> Result<ServerConfig, TlsError> {
    let unreadable = |source| TlsError::Certificate { path: certificate.to_owned(), source };
    let chain: Vec<CertificateDer<'static>> = CertificateDer::pem_file_iter(certificate)
        .map_err(unreadable)?
        .collect::<Result<_, _>>()
        .map_err(unreadable)?;
    if chain.is_empty() {
        return Err(TlsError::NoCertificate { path: certificate.to_owned() });
    }
    let key = PrivateKeyDer::from_pem_file(key).map_err(|source| TlsError::Key { path: key.to_owned(), source })?;
    let unusable = |source| TlsError::Unusable { path: certificate.to_owned(), source };
    let mut config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
        .with_protocol_versions(&[&TLS13, &TLS12])
        .map_err(unusable)?
        .with_no_client_auth()
        .with_single_cert(chain, key)
        .map_err(unusable)?;
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(config)
}
