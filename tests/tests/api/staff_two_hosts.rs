//! Two hosts on one PostgreSQL: what staff do on one holds on the other within a second.

use crate::staff_support::{good, id_of, organization_of, signed_in};
use quarry_tests::bounded::beside_others;
use quarry_tests::browser::{Browser, email, password};
use quarry_tests::server::{Options, Server, app_store_environment};
use serde_json::json;
use std::time::{Duration, Instant};

/// Asserts that the other host answers so within a second of the change, measured from its answer.
#[track_caller]
fn a_second_after(changed: Instant, what: &str, status: impl Fn() -> u16, expected: u16) {
    loop {
        let (asked, seen) = (changed.elapsed(), status());
        if seen == expected {
            return;
        }
        assert!(asked <= beside_others(Duration::from_millis(1_010)), "{what}: {seen} after {asked:?}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn what_staff_do_on_one_host_holds_on_the_other_within_a_second() {
    quarry_tests::on_postgres!();
    let environment = app_store_environment("two_hosts_staff").expect("a schema");
    let start = || {
        let options = Options { no_sample: true, environment: environment.clone(), ..Options::default() };
        Server::start(&options).expect("a server")
    };
    let (here, there) = (start(), start());
    let mut staff = Browser::new(&here);
    // The second one to start gave the sample's people their passwords.
    let answer = staff.sign_in(&email(&there, "staff"), &password(&there, "staff"));
    assert_eq!(answer.status, 200, "{}", answer.text);

    let toggle = "/session/admin/modules/prices/toggle";
    assert_eq!(there.get_keyless("/public/prices").status, 200);
    good(&staff.write("PATCH", toggle, &json!({ "enabled": false })));
    a_second_after(Instant::now(), "a switch", || there.get_keyless("/public/prices").status, 404);
    good(&staff.write("PATCH", toggle, &json!({ "enabled": true })));
    a_second_after(Instant::now(), "a switch", || there.get_keyless("/public/prices").status, 200);

    let address = here.new_person("Both Sides", "team");
    let key = here.new_key("Both Sides", &address);
    let (id, organization) = (id_of(&staff, &address), organization_of(&staff, "Both Sides"));
    let keyed = || there.get_with_key("/me", &key).status;
    let session = |browser: &Browser<'_>| browser.get("/session/sudo").status;
    let user = |verb: &str| format!("/session/admin/users/{id}/{verb}");
    let organization_path = |verb: &str| format!("/session/admin/organizations/{organization}/{verb}");

    let browser = signed_in(&there, &address);
    assert_eq!((keyed(), session(&browser)), (200, 200));
    good(&staff.write("PATCH", &organization_path("suspend"), &json!({ "reason": "a test" })));
    let changed = Instant::now();
    a_second_after(changed, "a suspension, by session", || session(&browser), 401);
    a_second_after(changed, "a suspension, by key", || u16::from(keyed() == 200), 0);
    good(&staff.write("PATCH", &organization_path("restore"), &json!({})));
    a_second_after(Instant::now(), "a restored organization", keyed, 200);

    good(&staff.write("PATCH", &user("toggle_disabled"), &json!({ "disabled": true })));
    let changed = Instant::now();
    a_second_after(changed, "a disabled person, by session", || session(&browser), 401);
    a_second_after(changed, "a disabled person, by key", keyed, 401);
    good(&staff.write("PATCH", &user("toggle_disabled"), &json!({ "disabled": false })));
    a_second_after(Instant::now(), "a person who may come again", keyed, 200);

    let browser = signed_in(&there, &address);
    assert_eq!(session(&browser), 200);
    good(&staff.write("PATCH", &user("sign_out_everywhere"), &json!({})));
    a_second_after(Instant::now(), "a sign-out everywhere", || session(&browser), 401);

    let limit =
        || u16::try_from(there.get_with_key("/me", &key).json()["limits"]["alerts"].as_i64().unwrap_or(0)).unwrap_or(0);
    good(&staff.write("PATCH", &organization_path("override_entitlement"), &json!({ "name": "alerts", "value": 321 })));
    a_second_after(Instant::now(), "an override", limit, 321);

    good(&staff.write("PATCH", &user("revoke_api_keys"), &json!({})));
    a_second_after(Instant::now(), "a revoked key", keyed, 401);
}
