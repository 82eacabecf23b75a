//! Members and their roles: an organization that nobody owns, or that somebody keeps seeing.

use super::house::{House, Person, add_member, execute, server, texts};
use quarry::identity::Role;
use quarry::stores::result_set::Value;
use quarry_tests::browser::Browser;
use serde_json::json;
use std::time::Duration;

fn role_of(house: &House, person: &Person) -> Vec<String> {
    let sql = "SELECT role AS text FROM memberships WHERE organization_id = $1 AND user_id = $2";
    texts(server(), sql, &[Value::Int64(house.id), Value::Int64(person.id)])
}

#[test]
fn the_only_owner_stays() {
    let (server, house) = (server(), House::new(server()));
    let mut owner = house.owner.browser(server);
    let path = house.membership(&house.owner);
    for refused in [owner.write("DELETE", &path, &json!({})), owner.write("PATCH", &path, &json!({ "role": "member" }))]
    {
        assert_eq!((refused.status, refused.code().as_str()), (422, "last_owner"), "{}", refused.text);
    }
    let promoted = owner.write("PATCH", &house.membership(&house.admin), &json!({ "role": "owner" }));
    assert_eq!((promoted.status, &promoted.json()["role"]), (200, &json!("owner")), "{}", promoted.text);
    assert_eq!(owner.write("DELETE", &path, &json!({})).status, 204, "now there is another one");
    assert_eq!(role_of(&house, &house.owner), Vec::<String>::new());
    let mut last = house.admin.browser(server);
    assert_eq!(last.write("DELETE", &house.membership(&house.admin), &json!({})).code(), "last_owner");
    let personal = format!("/session/organizations/{}", house.owner.own_organization_id);
    let path = format!("{personal}/memberships/{}", house.owner.id);
    assert_eq!(house.owner.browser(server).write("DELETE", &path, &json!({})).code(), "last_owner");
}

#[test]
fn two_owners_who_leave_at_once_do_not_leave_nobody() {
    let (server, house) = (server(), House::new(server()));
    let second = Person::new(server, "Otto");
    add_member(server, house.id, &second, Role::Owner);
    let mut browsers = [(&house.owner, house.owner.browser(server)), (&second, second.browser(server))];
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let leaving = browsers.iter_mut().map(|(person, browser)| {
            let path = house.membership(person);
            scope.spawn(move || browser.write("DELETE", &path, &json!({})).status)
        });
        let leaving: Vec<_> = leaving.collect();
        leaving.into_iter().map(|thread| thread.join().expect("an answer")).collect()
    });
    assert_eq!(statuses.iter().filter(|status| **status == 204).count(), 1, "{statuses:?}");
    assert_eq!(statuses.iter().filter(|status| **status == 422).count(), 1, "{statuses:?}");
}

#[test]
fn owners_are_the_owners_matter() {
    let (server, house) = (server(), House::new(server()));
    let mut admin = house.admin.browser(server);
    for refused in [
        admin.write("PATCH", &house.membership(&house.owner), &json!({ "role": "member" })),
        admin.write("PATCH", &house.membership(&house.admin), &json!({ "role": "owner" })),
        admin.write("DELETE", &house.membership(&house.owner), &json!({})),
    ] {
        assert_eq!((refused.status, refused.code().as_str()), (403, "forbidden"), "{}", refused.text);
    }
    let promoted = admin.write("PATCH", &house.membership(&house.member), &json!({ "role": "admin" }));
    assert_eq!(promoted.status, 200, "{}", promoted.text);
    assert_eq!(role_of(&house, &house.member), ["admin"]);
    let nobody = admin.write("PATCH", &house.path("/memberships/999999999"), &json!({ "role": "admin" }));
    assert_eq!(nobody.status, 404, "{}", nobody.text);
    let unknown_role = admin.write("PATCH", &house.membership(&house.member), &json!({ "role": "king" }));
    assert_eq!((unknown_role.status, unknown_role.code().as_str()), (422, "validation_failed"));
}

#[test]
fn a_removed_member_sees_nothing_of_it_within_a_second() {
    let (server, house) = (server(), House::new(server()));
    let member = house.member.browser(server);
    assert_eq!(member.get(&house.path("")).status, 200);
    assert_eq!(member.get("/session").json()["organization"]["id"], house.id);
    let removed = house.owner.browser(server).write("DELETE", &house.membership(&house.member), &json!({}));
    assert_eq!(removed.status, 204, "{}", removed.text);
    std::thread::sleep(Duration::from_millis(1010));
    assert_eq!(member.get(&house.path("")).status, 404);
    assert_eq!(member.get("/session").json()["organization"]["id"], house.member.own_organization_id);
    let listed = member.get("/session/organizations").json();
    let ids: Vec<_> = listed["organizations"].as_array().expect("a list").iter().map(|one| &one["id"]).collect();
    assert_eq!(ids, [&json!(house.member.own_organization_id)]);
}

#[test]
fn everybody_may_leave() {
    let (server, house) = (server(), House::new(server()));
    let mut member = house.member.browser(server);
    let other = member.write("DELETE", &house.membership(&house.admin), &json!({}));
    assert_eq!((other.status, other.code().as_str()), (403, "forbidden"), "{}", other.text);
    let left = member.write("DELETE", &house.membership(&house.member), &json!({}));
    assert_eq!(left.status, 204, "{}", left.text);
    assert_eq!(role_of(&house, &house.member), Vec::<String>::new());
}

#[test]
fn staff_with_orgs_manage_change_roles_and_nothing_else_of_it() {
    let (server, house) = (server(), House::new(server()));
    let mut staff = Browser::of(server, "staff");
    let owner = json!({ "role": "owner" });
    let changed = staff.write("PATCH", &house.membership(&house.admin), &owner);
    assert_eq!((changed.status, &changed.json()["role"]), (200, &json!("owner")), "{}", changed.text);
    assert_eq!(staff.write("DELETE", &house.membership(&house.member), &json!({})).status, 404);
    assert_eq!(staff.get(&house.path("/api_keys")).status, 404);
    let nowhere = staff.write("PATCH", "/session/organizations/999999999/memberships/1", &owner);
    assert_eq!(nowhere.status, 404, "{}", nowhere.text);
    let sql = "SELECT action AS text FROM audit_entries WHERE organization_id = $1 ORDER BY id";
    assert_eq!(texts(server, sql, &[Value::Int64(house.id)]), ["member.role_changed"], "it stands in its log");
}

#[test]
fn staff_with_orgs_manage_give_themselves_no_role() {
    let server = server();
    let staff_id = || Browser::of(server, "staff").get("/session").json()["user"]["id"].as_i64().expect("a number");
    for (role, name) in [(Role::Member, "member"), (Role::Admin, "admin")] {
        let house = House::new(server);
        let own = Person { id: staff_id(), email: String::new(), own_organization_id: 0 };
        add_member(server, house.id, &own, role);
        let mut staff = Browser::of(server, "staff");
        for wanted in ["owner", "admin"].into_iter().filter(|wanted| *wanted != name) {
            let refused = staff.write("PATCH", &house.membership(&own), &json!({ "role": wanted }));
            assert_eq!((refused.status, refused.code().as_str()), (403, "forbidden"), "{wanted}: {}", refused.text);
        }
        // Nor do they take the owner away, or make an owner of somebody who would do it for them.
        for (other, wanted) in [(&house.owner, "member"), (&house.admin, "owner")] {
            let refused = staff.write("PATCH", &house.membership(other), &json!({ "role": wanted }));
            assert_eq!((refused.status, refused.code().as_str()), (403, "forbidden"), "{wanted}: {}", refused.text);
        }
        let roles = [&own, &house.owner, &house.admin].map(|person| role_of(&house, person));
        assert_eq!(roles, [[name], ["owner"], ["admin"]]);
    }
}

#[test]
fn who_acts_as_an_owner_or_signed_in_long_ago_changes_no_domain() {
    let (server, house) = (server(), House::new(server()));
    let domain = format!("house-{}.example", house.id);
    let set = house.owner.browser(server).write("PATCH", &house.path(""), &json!({ "email_domain": domain }));
    assert_eq!(set.status, 200, "{}", set.text);
    let held = || {
        let sql = "SELECT email_domain || ' ' || domain_token AS text FROM organizations WHERE id = $1";
        texts(server, sql, &[Value::Int64(house.id)])
    };
    let before = held();
    let mut acting = Browser::of(server, "staff");
    let body = json!({ "user_id": house.owner.id, "reason": "to look", "minutes": 5 });
    let begun = acting.write("POST", "/session/admin/impersonations", &body);
    assert_eq!(begun.status, 201, "{}", begun.text);
    acting.csrf_token = acting.get("/session").json()["csrf_token"].as_str().expect("a token").to_owned();
    let long_ago = house.owner.browser_without_sudo(server);
    for (mut browser, code) in [(acting, "forbidden"), (long_ago, "sudo_required")] {
        for (method, path, body) in [
            ("PATCH", "", json!({ "email_domain": "evil.example" })),
            ("PATCH", "", json!({ "email_domain": "" })),
            ("POST", "/rotate_domain_token", json!({})),
            ("POST", "/verify_domain", json!({})),
            ("POST", "/invitations", json!({ "email": "accomplice@evil.example", "role": "admin" })),
        ] {
            let refused = browser.write(method, &house.path(path), &body);
            assert_eq!((refused.status, refused.code().as_str()), (403, code), "{path}: {}", refused.text);
        }
    }
    assert_eq!(held(), before);
}

#[test]
fn a_list_that_leaves_members_out_says_so() {
    let (server, house) = (server(), House::new(server()));
    let admin = house.admin.browser(server);
    let page = admin.get(&house.path("")).json();
    assert_eq!((&page["members_truncated"], &page["invitations_truncated"]), (&json!(false), &json!(false)));
    let people = "INSERT INTO users (email, email_key, name, created_at)
                  WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 498)
                  SELECT 'crowd-' || $1 || '-' || number, 'crowd-' || $1 || '-' || number, 'Crowd', 1 FROM numbers";
    let crowd = Value::Text(house.id.to_string());
    assert_eq!(execute(server, people, std::slice::from_ref(&crowd)), 498);
    let join = "INSERT INTO memberships (organization_id, user_id, role, created_at)
                SELECT CAST($2 AS BIGINT), id, 'member', 1 FROM users WHERE email_key LIKE 'crowd-' || $1 || '-%'";
    assert_eq!(execute(server, join, &[crowd, Value::Int64(house.id)]), 498);
    let page = admin.get(&house.path("")).json();
    assert_eq!((&page["member_count"], &page["members_truncated"]), (&json!(501), &json!(true)));
    assert_eq!(page["members"].as_array().map(Vec::len), Some(500));
    let path = format!("/session/admin/organizations/{}", house.id);
    let seen = Browser::of(server, "staff").get(&path).json();
    assert_eq!((seen["members"].as_array().map(Vec::len), &seen["members_truncated"]), (Some(500), &json!(true)));
    assert_eq!(seen["api_keys_truncated"], false);
}
