//! Public operations are counted by client address; what a client says of its address counts only from a proxy of ours.

use crate::edge_http::support::{Server, assert_problem, configuration, echo, parameter, register, start_edge};
use quarry::contract::{CacheRule, ParameterKind, ParameterPlace, RateClass, Route, keyless_get};
use quarry::edge::{AddressLimits, EdgeConfiguration, ListenerLimits};
use std::num::NonZeroU32;

async fn start_counted(trusted_proxies: &[&str]) -> Server {
    let limits = AddressLimits {
        public: NonZeroU32::new(3),
        public_status: NonZeroU32::new(2),
        explorer_lens: NonZeroU32::new(1),
        session: None,
    };
    let networks: Vec<ipnet::IpNet> = trusted_proxies.iter().map(|text| text.parse().unwrap()).collect();
    let status = Route { rate_class: RateClass::PublicStatus, ..keyless_get("status", "/public/status", "") };
    let lens = Route { rate_class: RateClass::ExplorerLens, ..keyless_get("lens", "/public/lens", "") };
    let undeclared = Route { rate_class: RateClass::Key, ..keyless_get("undeclared", "/undeclared", "") };
    let routes = [keyless_get("hello", "/hello", ""), status, lens, undeclared];
    let registrations = routes.into_iter().map(|route| register(route, echo())).collect();
    let configuration =
        EdgeConfiguration { trusted_proxies: networks.into(), address_limits: limits, ..configuration() };
    start_edge(registrations, configuration, ListenerLimits::default()).await
}

#[tokio::test]
async fn each_class_has_its_number() {
    let server = start_counted(&[]).await;
    for (path, limit) in [("/hello", 3), ("/public/lens", 1)] {
        for _ in 0..limit {
            assert_eq!(server.get(path).await.status, 200);
        }
        let refused = server.get(path).await;
        assert_problem(&refused, 429, "rate_limited");
        assert_eq!(refused.json()["limit"], limit);
        let seconds: u32 = refused.header("retry-after").parse().unwrap();
        assert!((1..=60).contains(&seconds));
        assert_eq!(refused.header("x-ratelimit-limit"), "", "an address has no budget of its own to tell");
    }
    // It asks for no key, so it is counted with the public ones, of which there were three.
    assert_problem(&server.get("/undeclared").await, 429, "rate_limited");
}

#[tokio::test]
async fn an_answer_that_has_to_be_made_counts_as_its_weight_and_a_kept_one_as_one() {
    let name = parameter("name", ParameterPlace::Query, ParameterKind::Text { max_length: 10 });
    let dear = Route { rate_weight: 4, parameters: vec![name], ..keyless_get("dear", "/dear", "") };
    let routes = [dear, keyless_get("hello", "/hello", "")];
    let registrations = routes.into_iter().map(|route| register(route, echo())).collect();
    let limits = AddressLimits { public: NonZeroU32::new(10), ..AddressLimits::UNLIMITED };
    let configuration = EdgeConfiguration { address_limits: limits, ..configuration() };
    let server = start_edge(registrations, configuration, ListenerLimits::default()).await;
    let status = async |path: &str| server.get(path).await.status.as_u16();
    assert_eq!(status("/dear?name=a").await, 200, "four");
    assert_eq!(status("/dear?name=a").await, 200, "five: it is kept");
    assert_eq!(status("/hello").await, 200, "six");
    assert_eq!(status("/dear?name=b").await, 200, "ten");
    let refused = server.get("/dear?name=c").await;
    assert_problem(&refused, 429, "rate_limited");
    assert_eq!(refused.json()["limit"], 10);
}

#[tokio::test]
async fn a_heavy_request_that_is_refused_says_what_it_counts_as() {
    let dear = Route { rate_weight: 4, cache: CacheRule::None, ..keyless_get("dear", "/dear", "") };
    let limits = AddressLimits { public: NonZeroU32::new(5), ..AddressLimits::UNLIMITED };
    let configuration = EdgeConfiguration { address_limits: limits, ..configuration() };
    let server = start_edge(vec![register(dear, echo())], configuration, ListenerLimits::default()).await;
    assert_eq!(server.get("/dear").await.status, 200, "four of five");
    let refused = server.get("/dear").await;
    assert_problem(&refused, 429, "rate_limited");
    assert!(refused.text.contains("counts as 4"), "{}", refused.text);
}

#[tokio::test]
async fn the_status_class_is_refused_in_plain_text() {
    let server = start_counted(&[]).await;
    let first = server.get("/public/status").await;
    let unchanged = server.send("GET", "/public/status", &[("if-none-match", first.header("etag"))]).await;
    assert_eq!(unchanged.status, 304, "and counted");
    let refused = server.get("/public/status").await;
    assert_eq!((refused.status.as_u16(), refused.header("content-type")), (429, "text/plain; charset=utf-8"));
    assert!(refused.header("retry-after").parse::<u32>().is_ok_and(|seconds| (1..=60).contains(&seconds)));
    assert!(refused.text.starts_with("More than 2 requests"), "{}", refused.text);
    assert!(refused.text.contains(refused.header("x-request-id")));
    assert_eq!((refused.header("cache-control"), refused.header("access-control-allow-origin")), ("no-store", "*"));
    let head = server.send("HEAD", "/public/status", &[]).await;
    assert_eq!((head.status.as_u16(), head.text.as_str()), (429, ""));
    assert_eq!(server.get("/hello").await.status, 200, "another class");
}

#[tokio::test]
async fn only_a_trusted_proxy_names_the_client() {
    let ask = async |server: &Server, client: &str| {
        server.send("GET", "/public/lens", &[("x-forwarded-for", client)]).await.status.as_u16()
    };
    let behind = start_counted(&["127.0.0.0/8"]).await;
    assert_eq!(ask(&behind, "203.0.113.1").await, 200);
    assert_eq!(ask(&behind, "203.0.113.2").await, 200);
    assert_eq!(ask(&behind, "203.0.113.1").await, 429);
    assert_eq!(ask(&behind, "127.0.0.1, 203.0.113.2").await, 429, "what the client wrote itself is not read");
    let open = start_counted(&[]).await;
    assert_eq!(ask(&open, "203.0.113.1").await, 200);
    assert_eq!(ask(&open, "203.0.113.2").await, 429, "no proxy is trusted");
}
