//! Who pins, who reads, and what they are told of each other.

use super::{PATH, code, described, downloaded, held, october, pin, pinned};
use crate::data::exports::{built, number};
use crate::data::got;
use crate::organizations::house::{House, Person, add_member, execute};
use crate::spaces::refused;
use quarry::identity::Role;
use quarry::stores::result_set::Value;
use quarry_tests::browser::Browser;
use quarry_tests::server::shared;
use serde_json::{Value as Json, json};

fn listed(browser: &Browser<'_>) -> Vec<Json> {
    got(browser, PATH)["assignments"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|assignment| assignment["id"].clone())
        .collect()
}

fn teachable(browser: &Browser<'_>) -> Json {
    got(browser, PATH)["teachable_organizations"].clone()
}

#[test]
fn owners_and_admins_pin_and_nobody_else_does() {
    let (house, other) = (House::new(shared()), House::new(shared()));
    let mut owner = house.owner.browser(shared());
    pinned(&mut owner, &october(&house));
    let mut admin = house.admin.browser(shared());
    pinned(&mut admin, &october(&house));
    assert_eq!(held(shared(), &house), 2);
    assert_eq!(teachable(&admin).as_array().map(Vec::len), Some(1));
    assert_eq!(teachable(&admin)[0]["id"], json!(house.id));
    let mut member = house.member.browser(shared());
    assert_eq!(teachable(&member), json!([]), "a member cannot pin");
    for browser in [&mut member, &mut other.owner.browser(shared())] {
        refused(&pin(browser, &october(&house)), 403, "not_teachable", Some("organization_id"));
    }
    let mut own = october(&house);
    own["organization_id"] = json!(house.admin.own_organization_id);
    refused(&pin(&mut admin, &own), 403, "not_teachable", Some("organization_id"));
    own["organization_id"] = json!(999_999_999);
    refused(&pin(&mut admin, &own), 403, "not_teachable", Some("organization_id"));
    // An admin of a suspended organization pins for the other one alone.
    add_member(shared(), other.id, &house.admin, Role::Admin);
    assert_eq!(teachable(&admin).as_array().map(Vec::len), Some(2));
    let suspend = "UPDATE organizations SET status = 'suspended' WHERE id = $1";
    execute(shared(), suspend, &[Value::Int64(other.id)]);
    assert_eq!(teachable(&admin)[0]["id"], json!(house.id));
    assert_eq!(teachable(&admin).as_array().map(Vec::len), Some(1));
    refused(&pin(&mut admin, &october(&other)), 403, "not_teachable", Some("organization_id"));
    assert_eq!((held(shared(), &house), held(shared(), &other)), (2, 0));
}

#[test]
fn a_code_opens_its_assignment_to_everybody_who_is_signed_in() {
    let house = House::new(shared());
    let mut admin = house.admin.browser(shared());
    let member = house.member.browser(shared());
    let student = Person::new(shared(), "Sam").browser(shared());
    let mut named = october(&house);
    named["name_organization"] = json!(true);
    let (unnamed, named) = (pinned(&mut admin, &october(&house)), pinned(&mut admin, &named));
    let name = unnamed["organization"]["name"].as_str().expect("members are told");
    for (assignment, organization) in [(&unnamed, Json::Null), (&named, json!({ "id": house.id, "name": name }))] {
        let seen = described(&student, code(assignment));
        assert_eq!(seen.status, 200, "{}", seen.text);
        let seen = seen.json();
        assert_eq!((&seen["organization"], &seen["pinned_by"]), (&organization, &Json::Null), "{seen}");
        assert_eq!(seen["checksum_sha256"], assignment["checksum_sha256"]);
        assert_eq!(downloaded(shared(), &student, &seen), downloaded(shared(), &admin, assignment));
        assert_eq!(described(&member, code(assignment)).json(), *assignment, "a member sees what the teacher sees");
    }
    assert_eq!(unnamed["pinned_by"], json!({ "id": house.admin.id, "name": "Adam" }));
    assert_eq!(listed(&student), Vec::<Json>::new(), "a code that was told puts nothing on a list");
    assert_eq!(listed(&member), [named["id"].clone(), unnamed["id"].clone()], "the newest first");
    let nobody = Browser::new(shared());
    for path in ["", "/download"] {
        let answer = nobody.get(&format!("{PATH}/{}{path}", code(&unnamed)));
        assert_eq!((answer.status, answer.code().as_str()), (401, "sign_in_required"), "{}", answer.text);
    }
}

#[test]
fn an_organization_that_is_full_has_room_again_once_an_admin_removes_something() {
    let (house, other) = (House::new(shared()), House::new(shared()));
    let mut admin = house.admin.browser(shared());
    let assignment = pinned(&mut admin, &october(&house));
    let full = "UPDATE classroom_assignments SET size_bytes = 1073741824 WHERE id = $1";
    execute(shared(), full, &[Value::Int64(assignment["id"].as_i64().expect("a number"))]);
    refused(&pin(&mut admin, &october(&house)), 422, "too_many_assignments", None);
    let path = format!("{PATH}/{}", code(&assignment));
    for person in [&house.member, &other.owner] {
        refused(&person.browser(shared()).write("DELETE", &path, &Json::Null), 404, "not_found", None);
    }
    assert_eq!(admin.write("DELETE", &path, &Json::Null).status, 204);
    assert_eq!((described(&admin, code(&assignment)).status, held(shared(), &house)), (404, 0));
    let objects = "SELECT count(*) AS number FROM objects WHERE component = 'classroom' AND key LIKE $1";
    let key = Value::Text(format!("assignments/{}/%", code(&assignment)));
    assert_eq!(number(shared(), objects, &[key]), 0, "its bytes are gone");
    pinned(&mut admin, &october(&house));
}

#[test]
fn a_teacher_who_left_still_finds_what_they_pinned() {
    let house = House::new(shared());
    let mut admin = house.admin.browser(shared());
    let assignment = pinned(&mut admin, &october(&house));
    let leave = "DELETE FROM memberships WHERE organization_id = $1 AND user_id = $2";
    execute(shared(), leave, &[Value::Int64(house.id), Value::Int64(house.admin.id)]);
    assert_eq!(listed(&admin), [assignment["id"].clone()]);
    assert_eq!(teachable(&admin), json!([]));
    refused(&pin(&mut admin, &october(&house)), 403, "not_teachable", Some("organization_id"));
    assert_eq!(described(&admin, code(&assignment)).json()["organization"], Json::Null, "no member any more");
}

#[test]
fn lists_are_read_page_by_page() {
    let house = House::new(shared());
    let mut admin = house.admin.browser(shared());
    let id = built(&mut admin, "pools", &json!({}));
    let body = json!({ "organization_id": house.id, "data_request_id": id });
    let mut ids: Vec<Json> = (0..3).map(|_| pinned(&mut admin, &body)["id"].clone()).collect();
    ids.reverse();
    assert_eq!(listed(&admin), ids);
    let first = got(&admin, &format!("{PATH}?limit=2"));
    assert_eq!(first["count"], 2);
    let cursor = first["next_cursor"].as_str().expect("a second page");
    let second = got(&admin, &format!("{PATH}?limit=2&cursor={cursor}"));
    assert_eq!((second["count"].as_u64(), &second["next_cursor"]), (Some(1), &Json::Null), "{second}");
}

#[test]
fn another_persons_data_request_is_not_there() {
    let house = House::new(shared());
    let (mut admin, mut member) = (house.admin.browser(shared()), house.member.browser(shared()));
    let id = built(&mut member, "pools", &json!({}));
    let answer = pin(&mut admin, &json!({ "organization_id": house.id, "data_request_id": id }));
    refused(&answer, 404, "not_found", None);
    assert_eq!(held(shared(), &house), 0);
}
