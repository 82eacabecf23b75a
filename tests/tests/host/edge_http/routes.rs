//! Routes: switched on and off while the host runs, with parameters that are parsed or refused.

use crate::edge_http::support::{assert_problem, echo, parameter, register, start};
use quarry::contract::{ParameterKind, ParameterPlace, Route, keyless_get};
use quarry::edge::RoutingTable;

#[tokio::test]
async fn a_switched_off_module_vanishes_and_comes_back_without_a_restart() {
    let registration = |enabled| {
        let route = Route { module: Some("prices".to_owned()), ..keyless_get("hello", "/hello", "") };
        let mut registration = register(route, echo());
        registration.enabled = enabled;
        registration
    };
    let server = start(vec![registration(false)]).await;
    let response = server.get("/hello").await;
    assert_problem(&response, 404, "module_disabled");
    assert_eq!(response.json()["module"], "prices");
    server.publisher.swap(RoutingTable::build(vec![registration(true)]).unwrap());
    assert_eq!(server.get("/hello").await.status, 200);
    server.publisher.swap(RoutingTable::build(Vec::new()).unwrap());
    assert_problem(&server.get("/hello").await, 404, "not_found");
}

#[tokio::test]
async fn parameters_reach_the_handler_parsed_or_not_at_all() {
    let route = Route {
        parameters: vec![
            parameter("address", ParameterPlace::Path, ParameterKind::Address),
            parameter("chain", ParameterPlace::Query, ParameterKind::Chain),
        ],
        ..keyless_get("pool", "/pools/{address}", "")
    };
    let server = start(vec![register(route, echo())]).await;
    let good = server.get(&format!("/pools/0x{}?chain=base&other=%zz", "00".repeat(20))).await;
    assert!(good.json()["parameters"].as_str().unwrap().ends_with("UInt64(8453)]"));
    for (path, name) in [("/pools/0x12", "address"), ("/pools/%ff", "address"), ("/pools/0x12?chain=x", "address")] {
        let response = server.get(path).await;
        assert_problem(&response, 422, "invalid_parameter");
        assert_eq!(response.json()["parameter"], name);
    }
    let chain = server.get(&format!("/pools/{}?chain=x", "00".repeat(20))).await;
    assert_problem(&chain, 422, "invalid_parameter");
    assert!(chain.json()["detail"].as_str().unwrap().contains("ethereum, optimism"));
}
