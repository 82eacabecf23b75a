//! API7: nothing that a client sends makes the host ask another machine.

use quarry_tests::server::shared;
use std::net::TcpListener;
use std::time::Duration;

#[test]
fn an_address_in_a_request_is_never_connected_to() {
    let server = shared();
    let trap = TcpListener::bind("127.0.0.1:0").expect("a port");
    trap.set_nonblocking(true).expect("it does not wait");
    let address = trap.local_addr().expect("an address");
    let url = format!("http%3A%2F%2F{address}%2Fa");
    for path in [
        format!("/tokens?q={url}"),
        format!("/public/prices?base={url}"),
        format!("/public/prices/{url}"),
        format!("/openapi.json?url={url}"),
    ] {
        let status = server.get(&path).status;
        assert!(status < 500, "{path}: {status}");
    }
    let forged = format!("{address}");
    server.send("GET", "/public/prices", &[("host", &forged), ("x-forwarded-host", &forged), ("forwarded", &forged)]);
    std::thread::sleep(Duration::from_millis(200));
    assert!(trap.accept().is_err(), "somebody came");
}

#[test]
fn links_never_name_a_host_that_the_client_made_up() {
    let server = shared();
    let forged = [("host", "evil.example"), ("x-forwarded-host", "evil.example")];
    let page = server.send("GET", "/public/prices?limit=1", &forged);
    assert_eq!(page.status, 200, "{}", page.text);
    assert!(!page.header("link").is_empty(), "there is a next page");
    assert!(!page.header("link").contains("evil.example"), "{}", page.header("link"));
    assert!(!page.text.contains("evil.example"));
}
