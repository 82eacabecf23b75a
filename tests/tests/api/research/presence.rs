//! Who else is on a page.

use super::support::{Desk, Seat};
use crate::organizations::house::{Person, execute, server};
use crate::spaces::refused;
use quarry::stores::result_set::Value;
use quarry_tests::browser::Browser;
use quarry_tests::server::{Options, Server, app_store_environment};
use serde_json::{Value as Json, json};

fn path(page: i64) -> String {
    format!("/session/research/pages/{page}/presence")
}

/// The names of those that a beat tells of.
fn names(answer: &Json) -> Vec<String> {
    let people = answer["people"].as_array().expect("people").iter();
    people.map(|person| person["name"].as_str().expect("a name").to_owned()).collect()
}

fn beat(seat: &mut Seat, page: i64) -> Json {
    seat.does("POST", &path(page), &json!({}))
}

/// As if that person's last beat was so many seconds earlier.
fn set_back(server: &Server, person: &Person, seconds: i64) {
    let sql = "UPDATE research_presence SET seen_at = seen_at - $2, since = since - $2 WHERE user_id = $1";
    assert_eq!(execute(server, sql, &[Value::Int64(person.id), Value::Int64(seconds * 1_000_000)]), 1);
}

#[test]
fn people_on_a_page_see_each_other_until_they_are_gone() {
    let mut desk = Desk::new();
    let page = desk.page(desk.project("Lending"), "A page");
    let first = beat(&mut desk.viewer, page);
    assert_eq!(
        (&first["page_id"], &first["beat_seconds"], &first["gone_after_seconds"]),
        (&json!(page), &json!(15), &json!(45))
    );
    assert!(names(&first).is_empty(), "oneself is not told of");
    let seen = beat(&mut desk.commenter, page);
    let viewer = desk.viewer.person.id;
    assert_eq!((seen["people"][0]["id"].as_i64(), names(&seen).len()), (Some(viewer), 1));
    let since = seen["people"][0]["since"].clone();
    set_back(server(), &desk.viewer.person, 30);
    beat(&mut desk.viewer, page);
    let earlier = beat(&mut desk.commenter, page)["people"][0]["since"].clone();
    assert!(earlier.as_str() < since.as_str(), "a beat goes on: {earlier} is the first one's time, set back");
    set_back(server(), &desk.viewer.person, 46);
    assert!(names(&beat(&mut desk.commenter, page)).is_empty(), "gone");
    beat(&mut desk.viewer, page);
    let anew = beat(&mut desk.commenter, page)["people"][0]["since"].clone();
    assert!(anew.as_str() > since.as_str(), "come anew at {anew}, and before at {since}");
    refused(&desk.outsider.write("POST", &path(page), &json!({})), 404, "not_found", None);
    let sql = "DELETE FROM space_members WHERE user_id = $1 AND space_id = $2";
    execute(server(), sql, &[Value::Int64(viewer), Value::Int64(desk.space)]);
    assert!(names(&beat(&mut desk.commenter, page)).is_empty(), "no longer in the space");
}

#[test]
fn people_on_two_hosts_see_each_other_and_who_left_is_forgotten() {
    quarry_tests::on_postgres!();
    let environment = app_store_environment("two_hosts_presence").expect("a store");
    let start = || {
        let options = Options { no_sample: true, environment: environment.clone(), ..Options::default() };
        Server::start(&options).expect("a server")
    };
    let (here, there) = (start(), start());
    let (ada, ben) = (Person::new(&here, "Ada"), Person::new(&here, "Ben"));
    let number = super::document_support::number;
    let space =
        number(&here, "INSERT INTO spaces (name, created_at) VALUES ('Harbour', 1) RETURNING id AS number", &[]);
    for person in [&ada, &ben] {
        let sql = "INSERT INTO space_members (space_id, user_id, role, created_at) VALUES ($1, $2, 'viewer', 1)";
        execute(&here, sql, &[Value::Int64(space), Value::Int64(person.id)]);
    }
    let page = super::page_in(&here, space);
    let beat = |browser: &mut Browser<'_>| {
        let answer = browser.write("POST", &path(page), &json!({}));
        assert_eq!(answer.status, 200, "{}", answer.text);
        names(&answer.json())
    };
    let (mut on_here, mut on_there) = (ada.browser(&here), ben.browser(&there));
    assert!(beat(&mut on_here).is_empty());
    assert_eq!(beat(&mut on_there).len(), 1);
    assert_eq!(beat(&mut on_here).len(), 1);
    set_back(&here, &ben, 46);
    assert!(beat(&mut on_here).is_empty());
    let sql = "INSERT INTO jobs (component, name, arguments, state, run_at, attempts, max_attempts, is_cancel_asked, progress_done,
                   created_at) VALUES ('research', 'forget_presence', '{}', 'queued', 0, 0, 3, FALSE, 0, 0)";
    execute(&here, sql, &[]);
    crate::account_support::eventually("who left is forgotten", || {
        number(&here, "SELECT count(*) AS number FROM research_presence", &[]) == 1
    });
}
