//! The audit log of the deployment: found by who, what, whom, where and when, read to its end.

use crate::account_support::eventually;
use crate::staff_support::{good, id_of, organization_of, refused, server};
use jiff::Timestamp;
use quarry_tests::browser::Browser;
use serde_json::{Value as Json, json};

fn ids(body: &Json) -> Vec<i64> {
    body["entries"].as_array().expect("entries").iter().filter_map(|entry| entry["id"].as_i64()).collect()
}

#[test]
fn entries_are_found_by_every_filter_and_walked_once_each() {
    let (server, mut staff) = (server(), Browser::of(server(), "staff"));
    server.new_person("Much Audited", "team");
    let id = organization_of(&staff, "Much Audited");
    for note in ["one", "two", "three", "four", "five"] {
        let settings = json!({ "staff_note": note });
        good(&staff.write("PATCH", &format!("/session/admin/organizations/{id}"), &settings));
    }
    let about = format!("/session/admin/audit?target_type=organization&target_id={id}");
    let all = good(&staff.get(&about));
    assert_eq!(all["count"], 5, "{all}");
    let notes: Vec<&str> = all["entries"]
        .as_array()
        .expect("entries")
        .iter()
        .filter_map(|entry| entry["after"]["staff_note"].as_str())
        .collect();
    assert_eq!(notes, ["five", "four", "three", "two", "one"], "newest first");
    let (mut walked, mut path) = (Vec::new(), format!("{about}&limit=2"));
    loop {
        let page = good(&staff.get(&path));
        walked.extend(ids(&page));
        match page["next_cursor"].as_str() {
            Some(cursor) => path = format!("{about}&limit=2&cursor={cursor}"),
            None => break,
        }
    }
    assert_eq!(walked, ids(&all));
    let staff_id = id_of(&staff, "staff@quarry.example");
    let occurred_at = all["entries"][4]["occurred_at"].as_str().expect("a time").to_owned();
    for filter in [
        format!("&organization_id={id}"),
        format!("&actor={staff_id}"),
        "&actor=STAFF%40quarry".to_owned(),
        "&action_filter=organization.".to_owned(),
        "&action_filter=organization.settings_changed".to_owned(),
        format!("&from={occurred_at}"),
        "&from=2026-01-01".to_owned(),
        "&to=9999-01-01".to_owned(),
    ] {
        assert_eq!(ids(&good(&staff.get(&format!("{about}{filter}")))), ids(&all), "{filter}");
    }
    for filter in ["&actor=999999", "&actor=nobody%40", "&action_filter=settings", "&to=2001-01-01", "&from=9999-01-01"]
    {
        assert_eq!(good(&staff.get(&format!("{about}{filter}")))["count"], 0, "{filter}");
    }
    refused(&staff.get("/session/admin/audit?from=yesterday"), 422, "invalid_parameter");
    refused(&staff.get("/session/admin/audit?cursor=forged"), 422, "invalid_cursor");
}

#[test]
fn the_first_page_of_staff_counts_what_there_is() {
    let (server, staff) = (server(), Browser::of(server(), "staff"));
    let count = |name: &str| good(&staff.get("/session/admin/dashboard"))[name].as_i64().expect("a count");
    let (people, keys) = (count("people"), count("api_keys"));
    let email = server.new_person("Counted Once", "team");
    server.new_key("Counted Once", &email);
    assert!(count("people") > people && count("api_keys") > keys, "others may come meanwhile");
    assert!(count("people_signed_in") >= 1 && count("staff") >= 1 && count("institutions") >= 1);
}

#[test]
fn the_first_page_of_staff_is_as_old_as_what_it_counts() {
    let (server, staff) = (server(), Browser::of(server(), "staff"));
    let as_of = || -> Timestamp {
        let dashboard = good(&staff.get("/session/admin/dashboard"));
        dashboard["as_of"].as_str().and_then(|time| time.parse().ok()).expect("a time")
    };
    // Others change things meanwhile, and not at every moment.
    eventually("it is of the newest thing, and not of the clock", || {
        let asked_at = Timestamp::now();
        as_of() < asked_at
    });
    let before = Timestamp::now();
    server.new_person("Somebody Newer", "team");
    assert!(as_of() > before, "an account has come");
}
