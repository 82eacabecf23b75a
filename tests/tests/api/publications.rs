//! Publications for anybody: cited figures by hash, published pages, and pages behind a review link.

use jiff::Timestamp;
use quarry::contract::Secret;
use quarry::secrets::SecretKeys;
use quarry::stores::app::AppStore;
use quarry::stores::result_set::Value;
use quarry_tests::server::{Options, Server, app_store_environment, shared};
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};

/// The text as RFC 8785 has it: members by name, no space. Its dataset is of a component that is not there, so that the daily derivation,
/// which may begin while the test reads, leaves the record as it was written.
const CANONICAL: &str = r#"{"as_of_block":18944480,"dataset":"elsewhere.liquidations","kind":"computed_figure","parameters":{"aggregate":"count","date_from":"2024-01-01"},"value":"128"}"#;
const TOKEN: &str = "rv_a_token_that_nobody_guesses";

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

fn digest(of: &str) -> Vec<u8> {
    Sha256::digest(of.as_bytes()).to_vec()
}

/// A server whose store has one of each.
fn filled() -> Server {
    let mut environment = app_store_environment("publications").expect("an application store");
    environment.push(("QUARRY__RATE_LIMITS__PUBLIC_PER_MINUTE".to_owned(), "0".to_owned()));
    let server = Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a server");
    server.in_app_store(async |store| fill(&store).await).expect("the rows are written");
    server
}

async fn fill(store: &AppStore) -> anyhow::Result<()> {
    let figure = "INSERT INTO cited_figures (hash, canonical, kind, dataset, label, value, as_of, as_of_block, \
                  verification_state, derived_value, verified_at, cited_at) VALUES ($1, $2, 'computed_figure', \
                  'elsewhere.liquidations', 'January', '128', 1704499200000000, 18944480, 'mismatch', '129', 1704585600000000, \
                  1704499200000000)";
    store.execute(figure, &[Value::Bytes(digest(CANONICAL)), text(CANONICAL)]).await?;
    let page = "INSERT INTO published_pages (slug, title, author, body, published_at, version) \
                VALUES ('january', 'January', 'Ada', $1, 1704499200000000, 2)";
    store.execute(page, &[text("A **finding**. <script>alert(1)</script> [x](javascript:alert(2))")]).await?;
    let keys = SecretKeys::new(store.deployment_secrets("component-secrets", Timestamp::now()).await?);
    let link = "INSERT INTO page_review_links (token_fingerprint, title, author, body, created_at, expires_at, revoked_at) \
                VALUES ($1, 'Draft', 'Ada', 'Not *yet*.', 1704499200000000, $2, $3)";
    let (past, future) = (Value::Int64(1_704_499_200_000_001), Value::Int64(4_102_444_800_000_000));
    for (token, expires_at, revoked_at) in
        [(TOKEN, future.clone(), Value::Null), ("rv_over", past.clone(), Value::Null), ("rv_revoked", future, past)]
    {
        let fingerprint = keys.fingerprint("research", &Secret::new(token.to_owned()));
        store.execute(link, &[Value::Bytes(fingerprint.to_vec()), expires_at, revoked_at]).await?;
    }
    Ok(())
}

#[test]
fn what_was_published_is_found_and_shown_safely() {
    let server = filled();
    let hash = format!("0x{}", digest(CANONICAL).iter().map(|byte| format!("{byte:02x}")).collect::<String>());
    let citation = server.get_keyless(&format!("/citations/{hash}"));
    assert_eq!(citation.status, 200, "{}", citation.text);
    let body = citation.json();
    assert_eq!(body["cited"], serde_json::from_str::<Json>(CANONICAL).expect("JSON"));
    assert_eq!((&body["hash"], &body["value"], &body["derived_value"]), (&json!(hash), &json!("128"), &json!("129")));
    assert_eq!((&body["verification_state"], &body["as_of"]), (&json!("mismatch"), &json!("2024-01-06T00:00:00Z")));
    assert_eq!(
        (&body["pool"], &body["chain_id"], &body["as_of_block"]),
        (&Json::Null, &Json::Null, &json!(18_944_480))
    );
    let shouted = hash[2..].to_uppercase();
    assert_eq!(server.get_keyless(&format!("/public/citations/{shouted}")).json(), body, "one record, two paths");

    let page = server.get_keyless("/public/published_pages/january").json();
    let html = page["html"].as_str().expect("html");
    assert!(html.contains("<strong>finding</strong>") && !html.contains("alert(1)</script>"), "{html}");
    assert!(!html.contains("javascript:"), "{html}");
    assert_eq!((&page["title"], &page["version"]), (&json!("January"), &json!(2)));

    let review = server.get_keyless(&format!("/public/review/{TOKEN}"));
    assert_eq!(review.status, 200, "{}", review.text);
    assert_eq!(review.header("cache-control"), "no-store", "what is not published is kept by nobody");
    assert_eq!(review.json()["expires_at"], "2100-01-01T00:00:00Z");
    assert!(review.json()["html"].as_str().is_some_and(|html| html.contains("<em>yet</em>")));
    let unknown = server.get_keyless("/public/review/rv_unknown");
    for token in ["rv_over", "rv_revoked"] {
        let refusal = server.get_keyless(&format!("/public/review/{token}"));
        assert_eq!((refusal.status, refusal.detail()), (404, unknown.detail()), "nothing tells why");
    }
    assert!(!server.log().contains(TOKEN), "a token stands in the log");
}

#[test]
fn what_is_not_there_is_a_404_and_what_is_no_hash_a_422() {
    let hash = "ab".repeat(32);
    for path in [
        format!("/citations/0x{hash}"),
        format!("/public/citations/{hash}"),
        "/public/published_pages/nothing".to_owned(),
        "/public/review/nothing".to_owned(),
    ] {
        let refusal = shared().get_keyless(&path);
        assert_eq!((refusal.status, refusal.code().as_str()), (404, "not_found"), "{path}: {}", refusal.text);
    }
    for path in ["/citations/0x12", "/public/citations/zz", &*format!("/citations/{hash}00")] {
        let refusal = shared().get_keyless(path);
        assert_eq!((refusal.status, refusal.json()["parameter"].as_str()), (422, Some("hash")), "{path}");
    }
}
