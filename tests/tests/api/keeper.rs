//! Secrets that a component keeps: what it can do with them, and that it never sees one.

use crate::account_support::{FEED_TOKEN, deployment};
use quarry_tests::http::Answer;
use quarry_tests::server::Server;
use serde_json::{Value as Json, json};

const PASSWORD: &str = "correct horse battery staple";

fn keeper() -> &'static Server {
    &deployment().server
}

fn post(path: &str, body: &Json) -> Answer {
    keeper().send_body("POST", path, &[("content-type", "application/json")], body.to_string().as_bytes())
}

fn text(answer: &Answer, name: &str) -> String {
    answer.json()[name].as_str().unwrap_or_else(|| panic!("{name}: {}", answer.text)).to_owned()
}

#[test]
fn a_password_is_hashed_and_compared_by_a_component_that_never_sees_it() {
    let hashed = post("/keeper/passwords", &json!({ "password": PASSWORD }));
    assert_eq!(hashed.status, 200, "{}", hashed.text);
    let hash = text(&hashed, "hash");
    for (password, matches) in [(PASSWORD, true), ("correct horse battery stable", false)] {
        let attempt = json!({ "account": { "name": "ada", "password": password }, "hash": hash });
        let compared = post("/keeper/comparisons", &attempt);
        assert_eq!(compared.json(), json!({ "name": "ada", "matches": matches }), "{}", compared.text);
    }
    let again = post("/keeper/passwords", &json!({ "password": PASSWORD }));
    assert_ne!(text(&again, "hash"), hash, "a hash has its own salt, and its seal its own nonce");
}

#[test]
fn a_component_that_looks_at_a_secret_sees_a_number() {
    let (first, second) = ("the first secret of this body", "the second secret of this body");
    let peeked = post("/keeper/peek", &json!({ "name": "ada", "new_password": second, "password": first }));
    assert_eq!(peeked.status, 200, "{}", peeked.text);
    assert_eq!(text(&peeked, "seen"), "ada 0 Some(Number(1))");
}

#[test]
fn a_minted_token_is_shown_once_found_again_and_signs() {
    let minted = post("/keeper/tokens", &json!({}));
    assert_eq!(minted.header("cache-control"), "no-store", "{}", minted.text);
    let token = text(&minted, "token");
    assert!(token.starts_with("tok_") && token.len() == 36, "{token}");
    assert_ne!(text(&post("/keeper/tokens", &json!({})), "token"), token);
    let form = [("content-type", "application/x-www-form-urlencoded")];
    let found = keeper().send_body("POST", "/keeper/fingerprints", &form, format!("token={token}").as_bytes());
    assert_eq!(text(&found, "fingerprint"), text(&minted, "fingerprint"), "{}", found.text);
    let opened = keeper().get_keyless(&format!("/keeper/by_token/{token}"));
    assert_eq!(text(&opened, "fingerprint"), text(&minted, "fingerprint"), "a token in a path: {}", opened.text);
    let signed = post("/keeper/signatures", &json!({ "sealed": text(&minted, "sealed"), "data": "a delivery" }));
    assert_eq!(text(&signed, "signature"), hmac_sha256(&token, "a delivery"), "{}", signed.text);
}

/// Computes the HMAC by the definition of RFC 2104, so that the host's own library is not compared with itself.
fn hmac_sha256(key: &str, data: &str) -> String {
    use sha2::{Digest, Sha256};
    let padded = |pad: u8| -> Vec<u8> {
        (0..64).map(|index| key.as_bytes().get(index).copied().unwrap_or_default() ^ pad).collect()
    };
    let inner = Sha256::new().chain_update(padded(0x36)).chain_update(data).finalize();
    let outer = Sha256::new().chain_update(padded(0x5c)).chain_update(inner).finalize();
    outer.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn a_secret_is_not_used_for_what_would_give_it_away() {
    let other_component = "01".repeat(60);
    for (how, bytes, sentence) in [
        ("sign_with_sent", "", "only a secret that was minted or configured can sign"),
        ("sign_with_sent_and_sealed", "", "only a secret that was minted or configured can sign"),
        ("send_sent_outside", "", "Err(OutboundFailure::Rejected(\"only a secret that was minted or configured leaves"),
        ("unseal", &other_component, "these bytes were not sealed for this component"),
        ("verify_other_bytes", &other_component, "these bytes were not sealed for this component"),
        ("unseal_hash", "", "a password's hash is for verify-password alone"),
        ("unknown_configured", "", "the deployment holds no secret nothing for the component"),
        ("long_prefix", "", "a token's prefix has at most 16 lowercase letters"),
        ("many_passwords", "", "The component had more than the 4 passwords"),
        ("many_calls", "", "The component had more than the 50 calls of secrets"),
    ] {
        let answer = post("/keeper/misuse", &json!({ "how": how, "password": PASSWORD, "bytes": bytes }));
        let refusal = answer.json()["refusal"].as_str().unwrap_or_default().to_owned();
        assert!(refusal.starts_with(sentence), "{how}: {}", answer.text);
    }
}

#[test]
fn a_secret_that_was_not_minted_for_the_answer_is_never_shown() {
    for how in ["show_sent", "show_unsealed", "show_configured"] {
        let answer = post("/keeper/misuse", &json!({ "how": how, "password": PASSWORD, "bytes": "" }));
        assert_eq!((answer.status, &answer.json()["error"]), (503, &json!("plugin_failed")), "{how}: {}", answer.text);
        assert!(!answer.text.contains(PASSWORD) && !answer.text.contains(FEED_TOKEN), "{how}: {}", answer.text);
    }
    let undeclared = post("/keeper/undeclared", &json!({}));
    assert_eq!(undeclared.status, 503, "{}", undeclared.text);
    assert!(!undeclared.text.contains("tok_"), "{}", undeclared.text);
}

#[test]
fn a_refused_body_does_not_repeat_its_secret() {
    let long = "x".repeat(2_000);
    for body in [
        json!({ "password": long }).to_string(),
        json!({ "password": [PASSWORD] }).to_string(),
        json!({ "password": PASSWORD, "unknown": PASSWORD }).to_string(),
        format!("{{\"password\": \"{PASSWORD}\", \"password\": \"{PASSWORD}\"}}"),
        format!("{{\"password\": \"{PASSWORD}"),
        format!("\"{PASSWORD}\""),
    ] {
        let headers = [("content-type", "application/json")];
        let refused = keeper().send_body("POST", "/keeper/passwords", &headers, body.as_bytes());
        assert_eq!(refused.status, 422, "{}", refused.text);
        assert!(!refused.text.contains(PASSWORD) && !refused.text.contains("xxxx"), "{}", refused.text);
    }
}
