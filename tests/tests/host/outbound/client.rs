//! Requests to the outside: they reach the address that was checked, with the name that was meant, and end in time.

use bytes::Bytes;
use http::{HeaderMap, Method};
use quarry::outbound::{
    LongerAnswer, OutboundClient, OutboundError, OutboundLimits, OutboundRequest, OutboundResponse, OutboundSettings,
    Reach, StandIns,
};
use quarry_tests::name_server::NameServer;
use quarry_tests::outside::Outside;
use quarry_tests::server::fresh_folder;
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;

const LOOPBACK: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

fn client(resolver: Option<&NameServer>, allow_loopback_http: bool, authorities: Option<PathBuf>) -> OutboundClient {
    OutboundClient::new(&OutboundSettings {
        resolver: resolver.map(|server| server.address),
        ca_certificates: authorities,
        allow_loopback_http,
        stand_ins: StandIns::default(),
    })
    .expect("a client")
}

fn asking(url: &str) -> OutboundRequest {
    OutboundRequest {
        method: Method::GET,
        url: url.parse().expect("a URL"),
        headers: HeaderMap::new(),
        body: Bytes::new(),
    }
}

async fn get(client: &OutboundClient, url: &str) -> Result<OutboundResponse, OutboundError> {
    client
        .send(
            asking(url),
            OutboundLimits { time: Duration::from_secs(10), max_answer_bytes: 1_000, longer: LongerAnswer::Refused },
        )
        .await
}

fn outside() -> Outside {
    Outside::start(|_, stream| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi");
    })
    .expect("a server")
}

#[tokio::test(flavor = "multi_thread")]
async fn the_connection_goes_to_the_address_that_was_checked() {
    // The first answer is this machine, which the switch allows; every later one is the inside of a cloud.
    let names = NameServer::start(|_, asked_before| match asked_before {
        0 => vec![LOOPBACK],
        _ => vec![Ipv4Addr::new(169, 254, 169, 254).into()],
    })
    .expect("a name server");
    let server = outside();
    let client = client(Some(&names), true, None);
    let url = format!("http://turning.example:{}/", server.address.port());
    assert_eq!(get(&client, &url).await.expect("an answer").body, "hi");
    assert_eq!(names.questions("turning.example"), 1, "one question a request");
    let second = get(&client, &url).await;
    assert!(matches!(second, Err(OutboundError::Address { .. })), "each request is checked anew: {second:?}");
    assert_eq!(server.received().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_that_leads_inside_is_refused_before_anything_is_sent() {
    let mapped: IpAddr = Ipv4Addr::LOCALHOST.to_ipv6_mapped().into();
    let names = NameServer::start(move |name, _| match name {
        "loopback.example" => vec![LOOPBACK],
        "six.example" => vec![Ipv6Addr::LOCALHOST.into()],
        "mapped.example" => vec![mapped],
        "private.example" => vec![Ipv4Addr::new(10, 0, 0, 1).into()],
        "metadata.example" => vec!["fd00:ec2::254".parse().expect("an address")],
        "both.example" => vec![Ipv4Addr::new(9, 9, 9, 9).into(), LOOPBACK],
        _ => Vec::new(),
    })
    .expect("a name server");
    let server = outside();
    let port = server.address.port();
    let client = client(Some(&names), false, None);
    for name in ["loopback", "six", "mapped", "private", "metadata", "both"] {
        let refusal = get(&client, &format!("https://{name}.example:{port}/")).await.expect_err(name);
        assert!(matches!(refusal, OutboundError::Address { .. }), "{name}: {refusal}");
        // Which kind of address it is stands in the log, and the same is said of a name that is unknown.
        let told = format!("{name}.example:{port} cannot be reached from here: ");
        assert!(refusal.to_string().starts_with(&told), "{refusal}");
    }
    let unknown = get(&client, "https://unknown.example/").await.expect_err("unknown");
    assert!(matches!(unknown, OutboundError::UnknownName { .. }), "{unknown}");
    // Every way in which a URL can write an address of this machine.
    for written in
        ["127.0.0.1", "2130706433", "0x7f000001", "0177.0.0.1", "127.1", "[::1]", "[::ffff:127.0.0.1]", "localhost"]
    {
        let refusal = get(&client, &format!("https://{written}:{port}/")).await.expect_err(written);
        assert!(matches!(refusal, OutboundError::Address { .. }), "{written}: {refusal}");
    }
    assert!(server.received().is_empty(), "{:?}", server.received());
}

#[tokio::test(flavor = "multi_thread")]
async fn plain_http_credentials_in_urls_and_other_schemes_are_refused() {
    let client = client(None, false, None);
    for url in ["http://example.org/", "ftp://example.org/", "file:///etc/passwd", "data:text/plain,x"] {
        let refusal = get(&client, url).await.expect_err(url);
        assert!(matches!(refusal, OutboundError::Scheme { .. }), "{url}: {refusal}");
    }
    let refusal = get(&client, "https://user:secret@example.org/").await.expect_err("credentials");
    assert!(matches!(refusal, OutboundError::Credentials) && !refusal.to_string().contains("secret"), "{refusal}");
}

#[tokio::test(flavor = "multi_thread")]
async fn with_the_development_switch_plain_http_reaches_this_machine_alone() {
    let names = NameServer::start(|_, _| vec![Ipv4Addr::new(9, 9, 9, 9).into()]).expect("a name server");
    let client = client(Some(&names), true, None);
    let refusal = get(&client, "http://public.example/").await.expect_err("plain http to the outside");
    assert!(matches!(refusal, OutboundError::Scheme { .. }), "{refusal}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_larger_answer_is_an_error_and_never_a_part() {
    let server = Outside::start(|request, stream| {
        let exact = "x".repeat(1_000);
        let _ = match request.starts_with("GET /exact") {
            true => write!(stream, "HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{exact}"),
            // Its end is the connection's end, so that no header tells its length.
            false => write!(stream, "HTTP/1.1 200 OK\r\n\r\n{exact}y"),
        };
    })
    .expect("a server");
    let client = client(None, true, None);
    let base = format!("http://localhost:{}", server.address.port());
    assert_eq!(get(&client, &format!("{base}/exact")).await.expect("an answer").body.len(), 1_000);
    let refusal = get(&client, &format!("{base}/larger")).await.expect_err("too large");
    assert!(matches!(refusal, OutboundError::AnswerTooLarge { limit: 1_000, .. }), "{refusal}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_is_cut_off_or_no_http_is_an_error() {
    let server = Outside::start(|request, stream| {
        let _ = match request.starts_with("GET /cut") {
            true => stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf"),
            false => stream.write_all(b"220 mail.example ESMTP\r\n"),
        };
    })
    .expect("a server");
    let client = client(None, true, None);
    let base = format!("http://localhost:{}", server.address.port());
    let cut = get(&client, &format!("{base}/cut")).await.expect_err("cut");
    assert!(matches!(cut, OutboundError::Body { .. }), "{cut}");
    let other = get(&client, &format!("{base}/mail")).await.expect_err("no HTTP");
    assert!(matches!(other, OutboundError::Exchange { .. }), "{other}");
    assert!(!other.to_string().contains("ESMTP"), "nothing of the other server is told: {other}");
}

/// A server with a certificate of its own for `names`; tells what names clients asked for.
async fn tls_server(names: &[&str]) -> (u16, PathBuf, tokio::sync::mpsc::UnboundedReceiver<String>) {
    let made = rcgen::generate_simple_self_signed(names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>())
        .expect("a certificate");
    let folder = fresh_folder("outbound").expect("a folder");
    let authorities = folder.join("authorities.pem");
    std::fs::write(&authorities, made.cert.pem()).expect("a file");
    let key = PrivateKeyDer::try_from(made.signing_key.serialize_der()).expect("a key");
    let configuration = ServerConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()
        .and_then(|builder| builder.with_no_client_auth().with_single_cert(vec![made.cert.der().clone()], key))
        .expect("a configuration");
    let acceptor = TlsAcceptor::from(Arc::new(configuration));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a socket");
    let port = listener.local_addr().expect("an address").port();
    let (told, asked) = tokio::sync::mpsc::unbounded_channel();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let Ok(mut stream) = acceptor.accept(stream).await else { continue };
            let name = stream.get_ref().1.server_name().unwrap_or_default().to_owned();
            let mut head = [0; 4_096];
            let length = stream.read(&mut head).await.unwrap_or(0);
            let host = String::from_utf8_lossy(&head[..length])
                .lines()
                .find_map(|line| line.strip_prefix("host: ").map(str::to_owned))
                .unwrap_or_default();
            let _ = told.send(format!("{name} {host}"));
            let _ = stream.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").await;
            let _ = stream.shutdown().await;
        }
    });
    (port, authorities, asked)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_name_and_not_the_address_is_asked_for_and_proven() {
    let names = NameServer::start(|_, _| vec![LOOPBACK]).expect("a name server");
    let (port, authorities, mut asked) = tls_server(&["named.example"]).await;
    let trusting = client(Some(&names), true, Some(authorities));
    let answer = get(&trusting, &format!("https://named.example:{port}/")).await.expect("an answer");
    assert_eq!(answer.status, 204);
    assert_eq!(asked.recv().await.as_deref(), Some(&*format!("named.example named.example:{port}")));
    let other = get(&trusting, &format!("https://other.example:{port}/")).await.expect_err("another name");
    assert!(matches!(other, OutboundError::Tls { .. }), "{other}");
    let untrusting = client(Some(&names), true, None);
    let unknown = get(&untrusting, &format!("https://named.example:{port}/")).await.expect_err("an unknown authority");
    assert!(matches!(unknown, OutboundError::Tls { .. }), "{unknown}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_operators_server_is_reached_inside_and_its_address_is_told_to_nobody() {
    let server = outside();
    let client = client(None, false, None);
    let reach = Reach::Configured("server:model".to_owned());
    let limits =
        OutboundLimits { time: Duration::from_secs(10), max_answer_bytes: 1_000, longer: LongerAnswer::Refused };
    let url = format!("http://127.0.0.1:{}/", server.address.port());
    let answer = client.send_to(&reach, asking(&url), limits).await.expect("an answer");
    assert_eq!((answer.status, answer.body.as_ref()), (200, b"hi".as_slice()));
    // Nobody listens at that port: the sentence has the name that the operator gave.
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port();
    drop(taken);
    let refusal = client.send_to(&reach, asking(&format!("http://127.0.0.1:{port}/")), limits).await;
    let refusal = refusal.expect_err("nobody listens");
    assert_eq!(refusal.to_string(), "no connection to server:model could be made");
    let elsewhere = client.send(asking(&url), limits).await.expect_err("it is no public server");
    assert!(matches!(elsewhere, OutboundError::Scheme { .. }), "{elsewhere}");
}

#[test]
fn a_stand_in_is_on_this_machine_and_has_a_name_to_stand_for() {
    let parse = |text: &str| StandIns::parse(&[text.to_owned()]);
    for good in ["api.example.org=127.0.0.1:80", "API.example.org:8443 = [::1]:8439"] {
        assert!(parse(good).is_ok(), "{good}");
    }
    for away in ["api.example.org=10.0.0.5:80", "api.example.org=[::ffff:127.0.0.1]:80", "api.example.org=8.8.8.8:443"]
    {
        let refusal = parse(away).expect_err(away);
        assert!(refusal.to_string().contains("leads away from this machine"), "{refusal}");
    }
    for wrong in [
        "",
        "api.example.org",
        "=127.0.0.1:80",
        "127.0.0.1=127.0.0.1:80",
        "a.example/b=127.0.0.1:80",
        "a.example=localhost:80",
    ] {
        let refusal = parse(wrong).expect_err(wrong);
        assert!(refusal.to_string().contains("is no stand-in"), "{refusal}");
    }
}
