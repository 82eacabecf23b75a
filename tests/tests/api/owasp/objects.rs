//! API1 and API3: a key shows its own organization and no other's, and nothing that was not asked to be shown.

use crate::key_material::{Wanted, mint};
use quarry_tests::server::shared;

#[test]
fn a_key_shows_its_own_organization_whatever_the_request_says() {
    let server = shared();
    let (one, other) = (mint(server, &Wanted::default()), mint(server, &Wanted::default()));
    let id =
        |key: &str, query: &str| server.get_with_key(&format!("/me{query}"), key).json()["organization"]["id"].clone();
    let (own, others) = (id(&one, ""), id(&other, ""));
    assert_ne!(own, others);
    for query in [
        format!("?organization_id={others}"),
        format!("?caller.organization_id={others}"),
        format!("?organization={others}&user_id=1"),
    ] {
        assert_eq!(id(&one, &query), own, "{query}");
    }
}

#[test]
fn a_cursor_opens_only_the_list_and_the_filters_it_was_made_for() {
    let server = shared();
    let page = server.get("/tokens?limit=1").json();
    let cursor = page["next_cursor"].as_str().expect("there is a second page").to_owned();
    // One character near the end, where all of its bits count.
    let (before, after) = cursor.split_at(cursor.len() - 4);
    let other = if after.starts_with('A') { "B" } else { "A" };
    let tampered = format!("{before}{other}{}", &after[1..]);
    for path in [
        format!("/pairs?limit=1&cursor={cursor}"),
        format!("/tokens?limit=1&q=usd&cursor={cursor}"),
        format!("/tokens?limit=1&cursor={tampered}"),
        format!("/tokens?limit=1&cursor={}", &cursor[..cursor.len() / 2]),
    ] {
        let refusal = server.get(&path);
        assert_eq!((refusal.status, refusal.code().as_str()), (422, "invalid_cursor"), "{path}: {}", refusal.text);
    }
}

#[test]
fn what_is_known_of_a_key_and_its_plan_holds_no_secret() {
    let server = shared();
    let key = mint(server, &Wanted::default());
    let me = server.get_with_key("/me", &key);
    for secret in [key.as_str(), "password", "hash", "secret", "ip_allow_list"] {
        assert!(!me.text.contains(secret), "{secret} in {}", me.text);
    }
}
