//! Error answers: each tells the fault, with the value, and the remedy.

use quarry_tests::server::shared;

const POOL: &str = "0x8ad599c3a0ff1de082011efddc58f1908eb6e6d8";

#[test]
fn bad_input_is_named_with_its_value() {
    let prices = |query: &str| format!("/pools/{POOL}/prices?{query}");
    let cases = [
        ("/pools/0x12/prices".to_owned(), "address", "0x12"),
        (format!("/pools/{POOL}00/prices"), "address", "0x8ad599c3"),
        (prices("period=weekly"), "period", "weekly"),
        (prices("from=2026-10-05&to=2026-10-01"), "from", "2026-10-05"),
        (prices("from=2026-10-02&to=2026-10-01"), "from", "2026-10-02"),
        (prices("from=yesterday"), "from", "yesterday"),
        (prices("to=2026-02-30"), "to", "2026-02-30"),
        (prices("chain=etherium"), "chain", "etherium"),
        (prices("limit=0"), "limit", "0"),
        (prices("limit=-1"), "limit", "-1"),
        (prices("limit=many"), "limit", "many"),
        (prices("limit="), "limit", ""),
        ("/pairs?source=v4".to_owned(), "source", "v4"),
        ("/pairs?base=0x1234".to_owned(), "base", "0x1234"),
        (format!("/public/prices/{POOL}?range=2y"), "range", "2y"),
        (format!("/public/prices/{POOL}?invert=maybe"), "invert", "maybe"),
        (format!("/public/prices/{POOL}?compare={}", [POOL; 5].join(",")), "compare", "5"),
        ("/tokens?q=a&q=b".to_owned(), "q", "b"),
        (format!("/tokens?q={}", "x".repeat(65)), "q", "65"),
    ];
    for (path, parameter, value) in cases {
        let refusal = shared().get(&path);
        assert_eq!((refusal.status, refusal.code().as_str()), (422, "invalid_parameter"), "{path}: {}", refusal.text);
        assert_eq!(refusal.json()["parameter"], parameter, "{path}");
        assert!(refusal.detail().contains(value), "{path}: {}", refusal.detail());
        assert_eq!(refusal.header("cache-control"), "no-store", "an error is never kept");
        assert_eq!(refusal.json()["request_id"], refusal.header("x-request-id"));
    }
}

#[test]
fn an_unknown_parameter_is_ignored() {
    assert_eq!(shared().get("/tokens?limit=1&colour=blue").status, 200);
}

#[test]
fn what_is_not_there_is_a_404() {
    let unknown = format!("/pools/0x{}/prices", "ab".repeat(20));
    let refusal = shared().get(&unknown);
    assert_eq!((refusal.status, refusal.code().as_str()), (404, "not_found"), "{}", refusal.text);
    assert!(refusal.detail().contains(&"ab".repeat(20)));
    let elsewhere = shared().get(&format!("/pools/{POOL}/prices?chain=base"));
    assert_eq!(elsewhere.status, 404, "{}", elsewhere.text);
    assert_eq!(shared().get("/no/such/path").code(), "not_found");
}

#[test]
fn another_method_is_a_405_that_says_which_are_allowed() {
    let refusal = shared().send("DELETE", "/tokens", &[]);
    assert_eq!((refusal.status, refusal.code().as_str()), (405, "method_not_allowed"));
    assert_eq!(refusal.header("allow"), "GET, HEAD, OPTIONS");
}

#[test]
fn head_answers_as_get_without_a_body() {
    let path = format!("/public/prices/{POOL}?period=daily&range=7d");
    let (get, head) = (shared().get_keyless(&path), shared().send("HEAD", &path, &[]));
    assert_eq!((head.status, head.text.as_str()), (200, ""));
    for name in ["etag", "content-type", "content-length", "cache-control"] {
        assert_eq!(head.header(name), get.header(name), "{name}");
    }
}

#[test]
fn the_session_interface_has_its_own_error_form() {
    let refusal = shared().get_keyless("/session/no-such-thing").json();
    assert_eq!(refusal["code"], "not_found");
    assert!(refusal["error"].is_null());
}
