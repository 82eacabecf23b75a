//! API2: a key is the one way in, it is told from noise at once, and a refusal helps nobody to guess one.

use crate::key_material::{Wanted, mint};
use quarry::identity::{ApiKey, Environment};
use quarry_tests::server::shared;

#[test]
fn a_key_anywhere_but_in_its_header_opens_nothing() {
    let server = shared();
    let key = &server.read_key;
    for path in [format!("/me?api_key={key}"), format!("/me?access_token={key}"), format!("/me?key={key}")] {
        assert_eq!(server.get_keyless(&path).status, 401, "a key in a URL would end in logs");
    }
    for header in ["x-api-key", "cookie", "proxy-authorization"] {
        assert_eq!(server.send("GET", "/me", &[(header, key)]).status, 401, "{header}");
    }
    let twice = [("authorization", format!("Bearer {key}")), ("authorization", format!("Bearer {key}"))];
    let twice: Vec<(&str, &str)> = twice.iter().map(|(name, value)| (*name, value.as_str())).collect();
    assert_eq!(server.send("GET", "/me", &twice).status, 401, "two headers");
}

#[test]
fn an_unknown_key_and_a_revoked_one_are_refused_with_the_same_code() {
    let server = shared();
    let unknown = ApiKey::generate(Environment::Sandbox).into_secret();
    let revoked = mint(server, &Wanted { revoked: true, ..Wanted::default() });
    for key in [unknown.expose(), &revoked] {
        let refusal = server.get_with_key("/me", key);
        assert_eq!((refusal.status, refusal.code().as_str()), (401, "invalid_or_revoked_key"));
        assert!(!refusal.text.contains(key), "a refusal shows no key");
        assert_eq!(refusal.header("cache-control"), "no-store");
    }
}

#[test]
fn a_refused_key_is_not_told_what_it_would_have_seen() {
    let server = shared();
    let pools = ["0x8ad599c3a0ff1de082011efddc58f1908eb6e6d8", "0x00000000000000000000000000000000000000aa"];
    let refusals = pools.map(|pool| server.get_keyless(&format!("/pools/{pool}/prices")));
    assert_eq!(refusals.each_ref().map(|refusal| refusal.status), [401, 401]);
    assert_eq!(refusals[0].detail(), refusals[1].detail(), "a known pool and an unknown one");
}
