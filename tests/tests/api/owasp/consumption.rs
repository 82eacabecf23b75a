//! API4: what one request may ask for is bounded, and asking for more is a refusal or the bound, never the work.

use quarry_tests::server::shared;

#[test]
fn a_page_has_at_most_500_rows_whatever_is_asked() {
    let server = shared();
    for limit in ["501", "100000", "4294967295"] {
        let page = server.get(&format!("/tokens?limit={limit}"));
        assert_eq!((page.status, &page.json()["limit"]), (200, &serde_json::json!(500)), "{}", page.text);
    }
    for limit in ["0", "-1", "1e3", "", "500.0"] {
        let refusal = server.get(&format!("/tokens?limit={limit}"));
        assert_eq!((refusal.status, refusal.code().as_str()), (422, "invalid_parameter"), "{limit}: {}", refusal.text);
    }
}

#[test]
fn long_words_and_long_lists_are_refused_before_a_store_is_asked() {
    let server = shared();
    let long = "a".repeat(10_000);
    let refusal = server.get(&format!("/tokens?q={long}"));
    assert_eq!(refusal.status, 422, "{}", refusal.text);
    assert!(refusal.text.len() < 1_000, "a refusal does not send back what it was sent: {}", refusal.text.len());
    let pool = "0x8ad599c3a0ff1de082011efddc58f1908eb6e6d8";
    let compared = [pool; 5].join(",");
    let refusal = server.get(&format!("/public/prices/{pool}?compare={compared}"));
    assert_eq!((refusal.status, refusal.json()["parameter"].as_str()), (422, Some("compare")), "{}", refusal.text);
}

#[test]
fn a_head_that_is_too_large_is_refused() {
    let server = shared();
    let large = "x".repeat(80 * 1024);
    let answer = server.send("GET", "/tokens", &[("x-padding", &large)]);
    assert_eq!(answer.status, 431);
}
