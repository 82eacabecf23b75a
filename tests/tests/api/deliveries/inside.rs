//! An address that leads inside: refused at each attempt, not only when it was registered.

use super::stage::{emit, eventually};
use crate::organizations::house::{House, environment};
use quarry_tests::browser::Browser;
use quarry_tests::name_server::NameServer;
use quarry_tests::outside::Outside;
use quarry_tests::server::{Options, Server, app_store_environment};
use serde_json::json;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

#[test]
fn a_name_that_leads_inside_since_it_was_registered_is_never_asked() {
    let leads_inside = Arc::new(AtomicBool::new(false));
    let told = Arc::clone(&leads_inside);
    let names = NameServer::start(move |name, _| {
        let inside = told.load(Ordering::SeqCst);
        let address = match name {
            "rebind.example" if inside => "127.0.0.1",
            "cloud.example" if inside => "169.254.169.254",
            _ => "93.184.216.34",
        };
        vec![address.parse::<IpAddr>().expect("an address")]
    })
    .expect("a name server");
    let inside = Outside::start(|_: &str, _: &mut std::net::TcpStream| {}).expect("a server inside");
    let mut environment = environment(app_store_environment("deliveries_inside").expect("a store"));
    environment.push(("QUARRY__OUTBOUND__RESOLVER".to_owned(), names.address.to_string()));
    let server = Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a server");
    let house = House::new(&server);
    let mut admin: Browser<'_> = house.admin.browser(&server);
    let port = inside.address.port();
    let added: Vec<i64> = ["rebind.example", "cloud.example"]
        .into_iter()
        .map(|name| {
            let body = json!({ "url": format!("https://{name}:{port}/") });
            let added = admin.write("POST", &house.path("/webhooks"), &body);
            assert_eq!(added.status, 201, "{}", added.text);
            added.json()["webhook"]["id"].as_i64().expect("a number")
        })
        .collect();
    leads_inside.store(true, Ordering::SeqCst);
    emit(&server, house.id, "data_export.ready", &json!({}));
    for id in added {
        let first = || {
            let list = admin.get(&house.path(&format!("/webhooks/{id}/deliveries"))).json();
            list["deliveries"][0].clone()
        };
        eventually("it fails", || first()["attempts"] == 1);
        let failure = first()["failure"].as_str().unwrap_or_default().to_owned();
        assert!(failure.contains("cannot be reached from here") && !failure.contains("127.0.0.1"), "{failure}");
    }
    assert!(inside.received().is_empty(), "a server inside was asked");
}
