//! A component's work with every account, the rows that keep an account, the people who are told of something, and the work of
//! staff who act as somebody.

use crate::account_support::{Deployment, PASSWORD, Person, deployment, eventually};
use crate::capabilities::{call, outcome};
use quarry::stores::result_set::Value;
use quarry_tests::browser::Browser;
use quarry_tests::cable::{Cable, Heard};
use serde_json::json;
use std::time::Duration;

/// The number of a person's own shelf, without the person's.
pub(crate) const OWN_SHELF: i64 = 1_000_000_000;

fn own_shelf(person: &Person) -> i64 {
    OWN_SHELF + person.user_id
}

fn members_of(deployment: &Deployment, shelf: i64) -> i64 {
    deployment.number("SELECT COUNT(*) AS number FROM complete__shelf_members WHERE shelf_id = $1", shelf)
}

/// Somebody whose shelf has come.
fn settled(deployment: &Deployment, name: &str) -> Person {
    let person = deployment.person(name);
    eventually("every account has a shelf", || members_of(deployment, own_shelf(&person)) == 1);
    person
}

fn join(deployment: &Deployment, shelf: i64, person: &Person, rank: &str) {
    let sql = "INSERT INTO complete__shelf_members (shelf_id, user_id, rank) VALUES ($1, $2, $3)";
    deployment.execute(sql, &[Value::Int64(shelf), Value::Int64(person.user_id), Value::Text(rank.to_owned())]);
}

fn sam(deployment: &Deployment, permission: &str) -> Person {
    let staff = settled(deployment, "Sam");
    let sql = "INSERT INTO user_permissions (user_id, permission) VALUES ($1, $2)";
    deployment.execute(sql, &[Value::Int64(staff.user_id), Value::Text(permission.to_owned())]);
    staff
}

#[test]
fn an_account_has_its_shelf_with_its_first_answer() {
    let deployment = deployment();
    let host = settled(deployment, "Host");
    let institution = deployment.institution("Readers", &host);
    let email = format!("guest-{}@guests.example", host.user_id);
    let arguments = json!({ "organization_id": institution, "text": email });
    outcome(&call(&mut deployment.browser_of(&host), "complete", "invitations.invite", &arguments));
    eventually("the letter comes", || !deployment.letters_to(&email).is_empty());
    let letter = deployment.letters_to(&email).remove(0);
    let mut words = letter.split_whitespace().map(|word| word.rsplit('=').next().unwrap_or_default());
    let token = words.rfind(|word| word.len() == 43).unwrap_or_else(|| panic!("{letter}"));
    let body = json!({ "grant_type": "invitation", "token": token, "name": "Guest", "password": PASSWORD });
    let mut guest = Browser::new(&deployment.server);
    let taken = guest.exchange(&body);
    assert_eq!(taken.status, 200, "{}", taken.text);
    let user_id = taken.json()["viewer"]["user"]["id"].as_i64().expect("a number");
    assert_eq!(members_of(deployment, OWN_SHELF + user_id), 1, "in the transaction that made the account");
}

#[test]
fn an_account_that_was_made_elsewhere_gets_its_shelf_once() {
    let deployment = deployment();
    let person = settled(deployment, "Ada");
    // The host looks every second.
    std::thread::sleep(Duration::from_millis(2_500));
    assert_eq!(members_of(deployment, own_shelf(&person)), 1);
    let marked = "SELECT COUNT(*) AS number FROM prepared_accounts WHERE user_id = $1 AND component = 'complete'";
    assert_eq!(deployment.number(marked, person.user_id), 1);
}

#[test]
fn nobody_leaves_shelves_that_others_read_without_an_owner() {
    let deployment = deployment();
    let (ada, ben) = (settled(deployment, "Ada"), settled(deployment, "Ben"));
    join(deployment, own_shelf(&ada), &ben, "reader");
    let mut browser = deployment.browser_of(&ada);
    let shown = browser.get("/session/account").json();
    assert!(shown.to_string().contains("owns_shelves"), "it is said beforehand: {shown}");
    let refused = browser.write("DELETE", "/session/account", &json!({}));
    assert_eq!((refused.status, refused.code().as_str()), (422, "owns_shelves"), "{}", refused.text);
    assert_eq!(refused.json()["shelves"], json!([{ "id": own_shelf(&ada) }]), "{}", refused.text);
    assert_eq!(browser.get("/session/account").status, 200, "nothing was deleted");
    let hand_over = "UPDATE complete__shelf_members SET rank = 'owner' WHERE shelf_id = $1 AND user_id = $2";
    deployment.execute(hand_over, &[Value::Int64(own_shelf(&ada)), Value::Int64(ben.user_id)]);
    let deleted = browser.write("DELETE", "/session/account", &json!({}));
    assert_eq!(deleted.status, 200, "{}", deleted.text);
    assert_eq!(members_of(deployment, own_shelf(&ada)), 1, "the new owner keeps it");
}

#[test]
fn those_who_have_to_do_with_it_are_told_and_whoever_tells_is_not() {
    let deployment = deployment();
    let [ada, ben, eve] = ["Ada", "Ben", "Eve"].map(|name| settled(deployment, name));
    let shelf = own_shelf(&ada);
    join(deployment, shelf, &ben, "reader");
    let browsers = [&ada, &ben, &eve].map(|person| deployment.browser_of(person));
    let [mut own, mut theirs, mut nobodys] = [0, 1, 2].map(|place| Cable::of(&deployment.server, &browsers[place]));
    let [mut asks, ..] = browsers;
    let path = format!("/session/shelves/{shelf}/announcements");
    let told = asks.write("POST", &path, &json!({}));
    assert_eq!((told.status, &told.json()["told"]), (200, &json!(1)), "{}", told.text);
    let heard = theirs.message();
    assert_eq!((&heard["name"], &heard["data"]), (&json!("sheet.shown"), &json!({ "shelf_id": shelf })), "{heard}");
    for cable in [&mut own, &mut nobodys] {
        assert_eq!(cable.next(Duration::from_millis(1_200)), Heard::Nothing);
    }
    let stranger = deployment.browser_of(&eve).write("POST", &path, &json!({}));
    assert_eq!(stranger.status, 404, "{}", stranger.text);
}

#[test]
fn staff_pass_where_they_have_no_rank_and_are_what_it_says_where_they_have_one() {
    let deployment = deployment();
    let (ada, staff) = (settled(deployment, "Ada"), sam(deployment, "orgs_manage"));
    let shelf = own_shelf(&ada);
    let path = format!("/session/shelves/{shelf}");
    let (eve, other_staff) = (settled(deployment, "Eve"), sam(deployment, "audit_view"));
    for stranger in [&eve, &other_staff] {
        let refused = deployment.browser_of(stranger).write("DELETE", &path, &json!({}));
        assert_eq!((refused.status, refused.code().as_str()), (404, "not_found"), "{}", refused.text);
    }
    join(deployment, shelf, &staff, "reader");
    let mut staffs = deployment.browser_of(&staff);
    let as_reader = staffs.write("DELETE", &path, &json!({}));
    assert_eq!((as_reader.status, members_of(deployment, shelf)), (403, 2), "{}", as_reader.text);
    let leave = "DELETE FROM complete__shelf_members WHERE shelf_id = $1 AND user_id = $2";
    deployment.execute(leave, &[Value::Int64(shelf), Value::Int64(staff.user_id)]);
    let as_staff = staffs.write("DELETE", &path, &json!({}));
    assert_eq!(as_staff.status, 200, "{}", as_staff.text);
    assert_eq!(as_staff.json(), json!({ "rank": null, "shelf_id": shelf }));
    assert_eq!(members_of(deployment, shelf), 0);
    let unknown = staffs.write("DELETE", "/session/shelves/4711", &json!({}));
    assert_eq!(unknown.status, 404, "{}", unknown.text);
}

#[test]
fn who_acts_as_somebody_reads_and_writes_what_the_route_says() {
    let deployment = deployment();
    let (ada, staff) = (settled(deployment, "Ada"), sam(deployment, "users_manage"));
    let shelf = own_shelf(&ada);
    let looks = format!("/session/shelves/{shelf}/looks");
    let mut acting = deployment.browser_of(&staff);
    let begin = json!({ "id": ada.user_id, "text": "to look" });
    outcome(&call(&mut acting, "complete", "people.begin-acting", &begin));
    acting.csrf_token = acting.get("/session").json()["csrf_token"].as_str().expect("a token").to_owned();
    let allowed = acting.write("POST", &looks, &json!({}));
    assert_eq!((allowed.status, allowed.json()["rank"].as_str()), (200, Some("owner")), "{}", allowed.text);
    let secret = acting.get(&looks);
    assert_eq!((secret.status, secret.code().as_str()), (403, "forbidden"), "{}", secret.text);
    let write = acting.write("DELETE", &format!("/session/shelves/{shelf}"), &json!({}));
    assert_eq!((write.status, write.code().as_str()), (403, "forbidden"), "{}", write.text);
    assert_eq!(members_of(deployment, shelf), 1);
    let own = deployment.browser_of(&ada).get(&looks);
    assert_eq!(own.status, 200, "{}", own.text);
}
