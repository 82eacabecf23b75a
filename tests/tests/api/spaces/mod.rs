//! Spaces as people use them: one's own, shared ones, who is in them, and what their pages have beside text.

mod interleavings;
mod live;
mod members;
mod properties;
mod space;

use crate::account_support::eventually;
use crate::organizations::house::{Person, execute, server};
use quarry::stores::result_set::Value;
use quarry_tests::browser::Browser;
use quarry_tests::http::Answer;
use quarry_tests::sentences::faults_of_refusal;
use serde_json::{Value as Json, json};

/// Somebody whose personal space has come, signed in. Their plan allows further ones.
pub(crate) fn settled(name: &str) -> (Person, Browser<'static>) {
    let person = Person::new(server(), name);
    let plan = "UPDATE organizations SET plan_key = 'researcher' WHERE id = $1";
    execute(server(), plan, &[Value::Int64(person.own_organization_id)]);
    let browser = person.browser(server());
    eventually("every account has a space of its own", || own_space(&browser).is_some());
    (person, browser)
}

/// The personal space in the person's list.
fn own_space(browser: &Browser<'_>) -> Option<i64> {
    let listed = browser.get("/session/spaces").json();
    let spaces = listed["spaces"].as_array().unwrap_or_else(|| panic!("{listed}"));
    spaces.iter().find(|space| space["personal"] == true)?["id"].as_i64()
}

/// A new shared space of somebody.
pub(crate) fn shared(owner: &mut Browser<'_>, name: &str) -> i64 {
    let made = owner.write("POST", "/session/spaces", &json!({ "name": name }));
    assert_eq!(made.status, 201, "{}", made.text);
    made.json()["id"].as_i64().expect("a number")
}

/// Adds a member; the membership's number.
pub(crate) fn add(owner: &mut Browser<'_>, space: i64, person: &Person, role: &str) -> i64 {
    let path = format!("/session/spaces/{space}/memberships");
    let added = owner.write("POST", &path, &json!({ "email": person.email, "role": role }));
    assert_eq!(added.status, 201, "{}", added.text);
    assert_eq!((&added.json()["role"], &added.json()["user_id"]), (&json!(role), &json!(person.id)));
    added.json()["id"].as_i64().expect("a number")
}

/// Asserts status, code and the field that is named, and that a body is refused in words for people.
#[track_caller]
pub(crate) fn refused(answer: &Answer, status: u16, code: &str, field: Option<&str>) {
    assert_eq!((answer.status, answer.code().as_str()), (status, code), "{}", answer.text);
    if status == 422 {
        assert_eq!(faults_of_refusal(&answer.json()), Vec::<String>::new(), "{}", answer.text);
    }
    let fields: Vec<String> = match answer.json()["fields"].as_object() {
        Some(fields) => fields.keys().cloned().collect(),
        None => Vec::new(),
    };
    assert_eq!(fields, field.map(str::to_owned).into_iter().collect::<Vec<_>>(), "{}", answer.text);
}

/// A space's page.
pub(crate) fn page(browser: &Browser<'_>, space: i64) -> Json {
    let answer = browser.get(&format!("/session/spaces/{space}"));
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()
}
