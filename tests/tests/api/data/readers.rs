//! The readers of an export: the person who built it and those who share an organization with them.

use super::exports::{bytes_at, completed, download, id_of, on_plan};
use super::{drafted, of_itself};
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
        assert_eq!((answer.status, of_itself(&answer.json())), (200, built.clone()), "{}", answer.text);
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

#[test]
fn a_link_is_a_whole_address_of_the_host_that_was_asked_and_of_no_other_reader() {
    let (_, mut browser) = on_plan(shared(), "researcher");
    let id = id_of(&completed(&mut browser, "tokens", &json!({})));
    let here = download(&browser, id, "").json()["download_url"].as_str().expect("a link").to_owned();
    assert!(here.starts_with(&format!("{}/api/v1/objects/", shared().base_url)), "{here}");
    assert_eq!(bytes_at(shared(), &here, &[]).0, 200);
    // Behind a proxy that ends TLS and passes the host on: the scheme is the one over which a browser keeps its session there.
    let (_, token) = browser.cookie.split_once('=').expect("a cookie");
    let cookie = format!("__Host-quarry_session={token}");
    let path = format!("/session/data/requests/{id}/download");
    let ask = |host: &str| shared().send("GET", &path, &[("cookie", cookie.as_str()), ("host", host)]);
    for (host, origin) in
        [("data.example.org", "https://data.example.org"), ("[2001:db8::1]:8443", "https://[2001:db8::1]:8443")]
    {
        let answer = ask(host);
        assert_eq!(answer.status, 200, "{}", answer.text);
        let there = answer.json()["download_url"].as_str().expect("a link").to_owned();
        assert!(there.starts_with(&format!("{origin}/api/v1/objects/")), "{there}");
        assert_eq!(answer.header("cache-control"), "no-store", "nobody else is given it");
    }
    for host in ["data.example.org/x", "ada@data.example.org", "data.example.org:port"] {
        let refused = ask(host);
        assert_eq!(refused.status, 400, "{host}: {}", refused.text);
    }
    // What everybody is given says nothing of who asked.
    let cited = shared().send("GET", "/public/status", &[("host", "evil.example")]);
    assert!(!cited.text.contains("evil.example"), "{}", cited.text);
}
