//! Hosts that share the endpoints of a deployment.

use super::stage::{Endpoint, eventually, header, options, receiver};
use crate::organizations::house::{execute, texts};
use quarry::stores::result_set::Value;
use quarry_tests::server::{Options, Server};
use serde_json::json;
use std::collections::BTreeMap;

#[test]
fn two_hosts_send_each_event_once_and_one_takes_over_from_the_other() {
    quarry_tests::on_postgres!();
    let options = Options { data_dir: None, ..options("deliveries_two_hosts") };
    let start = || Server::start(&options).expect("a server");
    let hosts = [start(), start()];
    // Each answer takes a while, so that looks of both hosts meet.
    let receiver = receiver(|_| {
        std::thread::sleep(std::time::Duration::from_millis(30));
        (204, String::new())
    });
    let endpoints: Vec<Endpoint<'_>> = (0..12).map(|number| Endpoint::of(&hosts[number % 2], &receiver)).collect();
    let ids: Vec<String> = endpoints
        .iter()
        .flat_map(|endpoint| (0..10).map(|number| endpoint.emit("data_export.ready", &json!({ "export_id": number }))))
        .collect();
    let left = "SELECT CAST(count(*) AS TEXT) AS text FROM webhook_deliveries WHERE state <> 'delivered'";
    eventually("all arrive", || texts(&hosts[0], left, &[]) == ["0"]);
    let mut times: BTreeMap<String, u32> = BTreeMap::new();
    for request in receiver.received() {
        *times.entry(header(&request, "webhook-id")).or_default() += 1;
    }
    assert_eq!(times, ids.into_iter().map(|id| (id, 1)).collect());

    // A host that is gone leaves its endpoints to the other one.
    let [one, other] = hosts.each_ref();
    let endpoint = Endpoint::of(one, &receiver);
    let lease = "UPDATE webhook_endpoints SET lease_holder = 'a host that died', leased_until = CAST($1 AS BIGINT) WHERE id = CAST($2 AS BIGINT)";
    let until = jiff::Timestamp::now().as_microsecond() + 2_000_000;
    execute(other, lease, &[Value::Int64(until), Value::Int64(endpoint.id)]);
    let id = endpoint.emit("data_export.ready", &json!({ "export_id": 11 }));
    eventually("it is taken over", || receiver.received().iter().any(|request| header(request, "webhook-id") == id));
    assert!(jiff::Timestamp::now().as_microsecond() >= until, "not before its lease ended");
}
