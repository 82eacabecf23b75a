//! The feed as a reader meets it. Run these by `quarry plugin test`.

use quarry_testkit::{Json, Sandbox, json, snapshot};

/// An entry of the registry, made on 2026-01-31.
fn event(id: i64, key: &str, category: &str, title: &str) -> Json {
    json!({
        "id": id, "key": key, "category": category, "title": title, "summary": "What happened.",
        "occurred_at": 1_769_810_400_000_000_i64, "time_precision": "second", "ordered_at": 1_769_810_400_000_000_i64,
        "chain": "ethereum", "chain_id": 1, "is_verified": true, "created_at": 1_769_860_800_000_000_i64,
        "updated_at": 1_769_864_400_000_000_i64, "version": 1,
    })
}

fn with_events() -> Sandbox {
    let sandbox = Sandbox::with().setting("server.public_url", "https://api.example.org").start();
    let mut removed = event(3, "test/removed", "other", "Not so");
    removed["removed_at"] = json!(1_769_864_400_000_000_i64);
    let odd = event(2, "test/odd", "depeg", "<script>alert(1)</script> & \"more\"");
    sandbox.insert("chain_events", &[event(1, "test/drained", "exploit", "A router is drained"), odd, removed]);
    let source =
        |position: i64, url: &str| json!({ "event_id": 1, "position": position, "name": "Somebody", "url": url });
    sandbox
        .insert("chain_event_sources", &[source(1, "javascript:alert(1)"), source(2, "https://example.org/drained")]);
    sandbox
}

#[test]
fn a_reader_finds_the_feed_and_what_is_new_in_it() {
    let sandbox = with_events();
    let nobody = sandbox.nobody();
    let page = nobody.get("/timeline-feed").expect_status(200);
    assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
    assert_eq!(page.header("content-disposition"), "", "a browser shows it");
    assert!(
        page.header("content-security-policy").starts_with("sandbox; default-src 'none'"),
        "and runs nothing of it"
    );
    let link =
        "<link rel=\"alternate\" type=\"application/feed+json\" title=\"Timeline\" href=\"timeline-feed/feed.json\">";
    assert!(page.text.contains(link), "{}", page.text);
    assert!(!page.text.contains("<script>") && !page.text.contains("javascript:"), "{}", page.text);

    let feed = nobody.get("/timeline-feed/feed.json").expect_status(200);
    assert_eq!(feed.header("content-type"), "application/feed+json");
    assert!(feed.header("cache-control").contains("max-age=300"), "{}", feed.header("cache-control"));
    snapshot::assert("new_events", &feed.json());

    let path = "/timeline-feed/feed.json";
    let unchanged = nobody.send("GET", path, &[("if-none-match", feed.header("etag"))], &[]);
    assert_eq!(unchanged.status, 304, "a reader that has it is not sent it again");
    let exploits = nobody.get("/timeline-feed/feed.json?category=exploit").expect_status(200).json();
    assert_eq!(exploits["items"].as_array().map(Vec::len), Some(1), "{exploits}");
    nobody.get("/timeline-feed/feed.json?category=anything").expect_status(422);
}
