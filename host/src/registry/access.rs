//! Access to registries: the authorities that TLS trusts, the credentials, and the time limits.

use crate::registry::RegistryError;
use oci_client::Client;
use oci_client::client::{Certificate, CertificateEncoding, ClientConfig, ClientProtocol};
use oci_client::secrets::RegistryAuth;
use std::fmt;
use std::io;
use std::path::PathBuf;
use std::time::Duration;
use tokio_rustls::rustls::crypto::ring;

/// The time that a connection may take to be made, and that a registry may send nothing.
const CONNECT: Duration = Duration::from_secs(10);
const SILENCE: Duration = Duration::from_secs(30);

/// The credentials for a registry.
#[derive(Clone)]
pub struct RegistryCredentials {
    pub user: String,
    /// Or a token that the registry takes as one.
    pub password: String,
}

impl fmt::Debug for RegistryCredentials {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("RegistryCredentials").field("user", &self.user).finish_non_exhaustive()
    }
}

/// The deployment's settings for registries.
#[derive(Debug, Clone)]
pub struct RegistrySettings {
    /// Registries of this machine that are asked by plain HTTP, each with its port.
    pub plain_http: Vec<String>,
    /// A PEM file of certificate authorities beside those of the web.
    pub ca_certificates: Option<PathBuf>,
    pub credentials: Option<RegistryCredentials>,
    /// The time that one component may take from the first question to its last byte.
    pub time: Duration,
}

/// A client for registries.
pub struct RegistryAccess {
    pub(super) client: Client,
    pub(super) authentication: RegistryAuth,
    pub(super) time: Duration,
}

impl RegistryAccess {
    pub fn new(settings: RegistrySettings) -> Result<RegistryAccess, RegistryError> {
        if let Some(elsewhere) = settings.plain_http.iter().find(|registry| !is_this_machine(registry)) {
            return Err(RegistryError::PlainHttpElsewhere(elsewhere.clone()));
        }
        // The client takes the process's provider of cryptography; one that is there already is as good.
        let _ = ring::default_provider().install_default();
        let web = webpki_root_certs::TLS_SERVER_ROOT_CERTS.iter();
        let mut authorities: Vec<Certificate> = web
            .map(|certificate| Certificate { encoding: CertificateEncoding::Der, data: certificate.to_vec() })
            .collect();
        if let Some(path) = settings.ca_certificates {
            authorities.extend(further(&path).map_err(|source| RegistryError::Authorities { path, source })?);
        }
        let configuration = ClientConfig {
            protocol: ClientProtocol::HttpsExcept(settings.plain_http),
            tls_certs_only: authorities,
            // One component, and no choice of platforms.
            platform_resolver: None,
            max_concurrent_upload: 1,
            max_concurrent_download: 1,
            read_timeout: Some(SILENCE),
            connect_timeout: Some(CONNECT),
            user_agent: concat!("quarry/", env!("CARGO_PKG_VERSION")),
            ..ClientConfig::default()
        };
        let client = Client::try_from(configuration).map_err(|error| RegistryError::Client(error.to_string()))?;
        let authentication = match settings.credentials {
            Some(RegistryCredentials { user, password }) => RegistryAuth::Basic(user, password),
            None => RegistryAuth::Anonymous,
        };
        Ok(RegistryAccess { client, authentication, time: settings.time })
    }
}

/// Every certificate of a PEM file.
fn further(path: &PathBuf) -> io::Result<Vec<Certificate>> {
    use rustls_pki_types::CertificateDer;
    use rustls_pki_types::pem::PemObject;
    let certificates = CertificateDer::pem_file_iter(path).map_err(io::Error::other)?;
    certificates
        .map(|certificate| {
            let data = certificate.map_err(io::Error::other)?.to_vec();
            Ok(Certificate { encoding: CertificateEncoding::Der, data })
        })
        .collect()
}

/// `localhost`, `127.0.0.1` or `[::1]`, with or without a port.
fn is_this_machine(registry: &str) -> bool {
    let host = match registry.rsplit_once(':') {
        Some((host, port)) if port.parse::<u16>().is_ok() => host,
        _ => registry,
    };
    ["localhost", "127.0.0.1", "[::1]"].contains(&host)
}
