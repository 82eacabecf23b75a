//! The readers of an export: the person who built it and those who share an organization with them.

use super::drafted;
use crate::organizations::house::{House, Person, execute};
use quarry::stores::result_set::Value;
use quarry_tests::server::shared;
use serde_json::json;

#[test]
fn an_export_is_read_by_whoever_built_it_and_by_those_who_share_an_organization_with_them() {
    let house = House::new(shared());
    let mut mira = house.member.browser(shared());
    let built = drafted(&mut mira, "tokens", &json!({ "name": "Tokens" }))["request"].clone();
    let path = format!("/session/data/requests/{}", built["id"]);
    let (owner, stranger) = (house.owner.browser(shared()), Person::new(shared(), "Mallory").browser(shared()));
    for reader in [&mira, &owner] {
        let answer = reader.get(&path);
        assert_eq!((answer.status, answer.json()), (200, built.clone()), "{}", answer.text);
        assert_eq!(answer.header("cache-control"), "no-store");
    }
    let refused = stranger.get(&path);
    assert_eq!((refused.status, refused.code().as_str()), (404, "not_found"), "{}", refused.text);
    let listed = owner.get("/session/data/requests").json();
    assert_eq!(listed["count"], json!(0), "the list has what the reader built");
    execute(
        shared(),
        "DELETE FROM memberships WHERE organization_id = $1 AND user_id = $2",
        &[Value::Int64(house.id), Value::Int64(house.member.id)],
    );
    assert_eq!(owner.get(&path).status, 404, "they share nothing any more");
    assert_eq!(mira.get(&path).status, 200);
}
