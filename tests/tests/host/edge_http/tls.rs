//! TLS: both versions of HTTP by ALPN, a renewed certificate without a lost connection, and clients that do not speak it.

use crate::edge_http::support::{echo, edge, register};
use http_body_util::{BodyExt, Empty};
use hyper_util::rt::{TokioExecutor, TokioIo};
use quarry::contract::keyless_get;
use quarry::edge::{Listener, ListenerLimits, RequestLimits, TlsError, TlsIdentity};
use quarry::shutdown::{ShutdownTrigger, shutdown_signal};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::version::{TLS12, TLS13};
use tokio_rustls::rustls::{ClientConfig, RootCertStore, SupportedProtocolVersion};

/// A certificate in two files, which go with it.
struct Files {
    folder: PathBuf,
    der: CertificateDer<'static>,
}

impl Files {
    fn new(name: &str) -> Files {
        let folder = quarry_tests::server::fresh_folder(name).unwrap();
        let mut files = Files { folder, der: CertificateDer::from(Vec::new()) };
        files.renew();
        files
    }

    fn renew(&mut self) {
        let made = rcgen::generate_simple_self_signed(["quarry.test".to_owned()]).unwrap();
        std::fs::write(self.certificate(), made.cert.pem()).unwrap();
        std::fs::write(self.key(), made.signing_key.serialize_pem()).unwrap();
        self.der = made.cert.der().clone();
    }

    fn certificate(&self) -> PathBuf {
        self.folder.join("certificate.pem")
    }

    fn key(&self) -> PathBuf {
        self.folder.join("key.pem")
    }

    fn identity(&self) -> Result<TlsIdentity, TlsError> {
        TlsIdentity::read(&self.certificate(), &self.key())
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

async fn start(identity: Arc<TlsIdentity>, limits: ListenerLimits) -> (SocketAddr, ShutdownTrigger) {
    let registrations = vec![register(keyless_get("hello", "/hello", ""), echo())];
    let (publisher, edge) = edge(registrations, RequestLimits::default(), None);
    let socket = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = socket.local_addr().unwrap();
    let (trigger, shutdown) = shutdown_signal();
    tokio::spawn(async move {
        Listener::new(socket, limits).with_tls(identity).serve(Arc::new(edge.with_https()), shutdown).await;
        drop(publisher);
    });
    (address, trigger)
}

async fn connect(
    address: SocketAddr,
    trusted: &CertificateDer<'static>,
    protocol: &str,
    version: &'static SupportedProtocolVersion,
) -> std::io::Result<TlsStream<TcpStream>> {
    let mut roots = RootCertStore::empty();
    roots.add(trusted.clone()).unwrap();
    let mut config = ClientConfig::builder_with_provider(Arc::new(default_provider()))
        .with_protocol_versions(&[version])
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = vec![protocol.as_bytes().to_vec()];
    let stream = TcpStream::connect(address).await.unwrap();
    TlsConnector::from(Arc::new(config)).connect(ServerName::try_from("quarry.test").unwrap(), stream).await
}

#[tokio::test]
async fn both_versions_of_http_and_of_tls_are_served() {
    let files = Files::new("tls-versions");
    let (address, _trigger) = start(Arc::new(files.identity().unwrap()), ListenerLimits::default()).await;
    for version in [&TLS12, &TLS13] {
        let stream = connect(address, &files.der, "h2", version).await.unwrap();
        assert_eq!(stream.get_ref().1.alpn_protocol(), Some(b"h2".as_slice()));
        let (mut sender, connection) =
            hyper::client::conn::http2::handshake(TokioExecutor::new(), TokioIo::new(stream)).await.unwrap();
        tokio::spawn(connection);
        let request = http::Request::get("https://quarry.test/api/v1/hello").body(Empty::<bytes::Bytes>::new());
        let response = sender.send_request(request.unwrap()).await.unwrap();
        assert_eq!((response.status().as_u16(), response.version()), (200, http::Version::HTTP_2));
        assert_eq!(response.headers()["strict-transport-security"], "max-age=31536000");
        assert!(!response.into_body().collect().await.unwrap().to_bytes().is_empty());

        let mut stream = connect(address, &files.der, "http/1.1", version).await.unwrap();
        assert_eq!(stream.get_ref().1.alpn_protocol(), Some(b"http/1.1".as_slice()));
        assert!(ask(&mut stream).await.starts_with("HTTP/1.1 200"));
    }
}

async fn ask(stream: &mut TlsStream<TcpStream>) -> String {
    stream.write_all(b"GET /api/v1/hello HTTP/1.1\r\nhost: a\r\n\r\n").await.unwrap();
    let mut answer = [0; 4096];
    let length = stream.read(&mut answer).await.unwrap();
    String::from_utf8_lossy(&answer[..length]).into_owned()
}

#[tokio::test]
async fn a_renewed_certificate_is_taken_up_and_open_connections_go_on() {
    let mut files = Files::new("tls-renewal");
    let identity = Arc::new(files.identity().unwrap());
    let (address, _trigger) = start(Arc::clone(&identity), ListenerLimits::default()).await;
    let old = files.der.clone();
    let mut open = connect(address, &old, "http/1.1", &TLS13).await.unwrap();
    assert!(ask(&mut open).await.starts_with("HTTP/1.1 200"));

    files.renew();
    identity.reload().unwrap();
    assert!(ask(&mut open).await.starts_with("HTTP/1.1 200"));
    assert!(connect(address, &old, "http/1.1", &TLS13).await.is_err());
    assert!(
        ask(&mut connect(address, &files.der, "http/1.1", &TLS13).await.unwrap()).await.starts_with("HTTP/1.1 200")
    );

    std::fs::write(files.certificate(), "half a certifi").unwrap();
    let refusal = identity.reload().unwrap_err().to_string();
    assert!(refusal.contains("certificate.pem"), "{refusal}");
    assert!(
        ask(&mut connect(address, &files.der, "http/1.1", &TLS13).await.unwrap()).await.starts_with("HTTP/1.1 200")
    );
}

#[tokio::test]
async fn files_that_do_not_belong_together_are_refused_with_a_sentence() {
    let (files, other) = (Files::new("tls-one"), Files::new("tls-other"));
    let refusal = TlsIdentity::read(&files.certificate(), &other.key()).err().unwrap().to_string();
    assert!(refusal.contains("cannot be used"), "{refusal}");
    let refusal = TlsIdentity::read(&files.key(), &files.key()).err().unwrap().to_string();
    assert!(refusal.contains("has no CERTIFICATE block"), "{refusal}");
    let refusal = TlsIdentity::read(&files.certificate(), &files.folder.join("none.pem")).err().unwrap().to_string();
    assert!(refusal.contains("none.pem cannot be read"), "{refusal}");
}

#[tokio::test]
async fn a_client_that_does_not_finish_its_handshake_is_let_go() {
    let files = Files::new("tls-handshake");
    let limits = ListenerLimits { tls_handshake: Duration::from_millis(300), ..ListenerLimits::default() };
    let (address, _trigger) = start(Arc::new(files.identity().unwrap()), limits).await;
    for sent in ["", "\x16\x03\x01", "GET /api/v1/hello HTTP/1.1\r\nhost: a\r\n\r\n"] {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(sent.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        let ended = tokio::time::timeout(Duration::from_secs(3), stream.read_to_end(&mut answer)).await;
        assert!(ended.is_ok(), "{sent:?} kept its connection");
        assert!(!answer.starts_with(b"HTTP"));
    }
}
