//! TLS to servers outside: the authorities of the web, and further ones of the deployment.

use crate::outbound::error::OutboundSetupError;
use rustls_pki_types::CertificateDer;
use rustls_pki_types::pem::PemObject;
use std::path::Path;
use std::sync::Arc;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// A connector that trusts Mozilla's authorities and those of the PEM file `further`.
pub(super) fn connector(further: Option<&Path>) -> Result<TlsConnector, OutboundSetupError> {
    let mut roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    if let Some(path) = further {
        let unusable = |source| OutboundSetupError::Authorities { path: path.to_owned(), source };
        for certificate in CertificateDer::pem_file_iter(path).map_err(unusable)? {
            roots.add(certificate.map_err(unusable)?)?;
        }
    }
    let mut configuration = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    configuration.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(TlsConnector::from(Arc::new(configuration)))
}
