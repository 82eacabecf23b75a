//! The property schema: what is of one kind stays of it.

use super::{page, refused, settled, shared};
use crate::organizations::house::{execute, in_store, server, texts};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use quarry::stores::result_set::Value;
use serde_json::{Value as Json, json};

const KINDS: [&str; 6] = ["text", "number", "select", "date", "person", "relation"];

#[test]
fn a_property_has_one_of_six_kinds_and_options_are_of_a_select_alone() {
    let (_, mut owner) = settled("Olga");
    let space = shared(&mut owner, "Harbour");
    let path = format!("/session/spaces/{space}/properties");
    for kind in KINDS {
        let made = owner.write("POST", &path, &json!({ "name": kind, "kind": kind }));
        assert_eq!(made.status, 201, "{}", made.text);
        let options = if kind == "select" { json!([]) } else { json!(null) };
        let made = made.json();
        assert_eq!((&made["kind"], &made["options"]), (&json!(kind), &options), "{made}");
        let with_options = owner.write(
            "POST",
            &path,
            &json!({ "name": format!("{kind} with options"), "kind": kind, "options": ["a", "b"] }),
        );
        let change = json!({ "kind": "number", "options": ["a"] });
        let changed = owner.write("PATCH", &format!("{path}/{}", made["id"]), &change);
        match kind {
            "select" => {
                assert_eq!(with_options.json()["options"], json!(["a", "b"]), "{}", with_options.text);
                let said = (changed.status, &changed.json()["kind"], &changed.json()["options"]);
                assert_eq!(said, (200, &json!("select"), &json!(["a"])), "{}", changed.text);
            }
            _ => {
                refused(&with_options, 422, "validation_failed", Some("options"));
                refused(&changed, 422, "validation_failed", Some("options"));
            }
        }
        // A kind that is sent later says nothing.
        let ignored = owner.write("PATCH", &format!("{path}/{}", made["id"]), &json!({ "kind": "date" }));
        assert_eq!((ignored.status, &ignored.json()["kind"]), (200, &json!(kind)), "{}", ignored.text);
    }
    let named: Vec<_> = page(&owner, space)["properties"].as_array().expect("properties").clone();
    assert_eq!(named.len(), 7);
}

#[test]
fn what_is_wrong_with_a_property_is_said_by_field_and_nothing_changes() {
    let (_, mut owner) = settled("Olga");
    let space = shared(&mut owner, "Harbour");
    let path = format!("/session/spaces/{space}/properties");
    let stage = json!({ "name": "Stage", "kind": "select", "options": ["draft", "checked"] });
    let id = owner.write("POST", &path, &stage).json()["id"].clone();
    for (body, field) in [
        (json!({ "name": "", "kind": "text" }), "name"),
        (json!({ "name": "x".repeat(61), "kind": "text" }), "name"),
        (json!({ "name": "Stage", "kind": "text" }), "name"),
        (json!({ "name": "Due", "kind": "money" }), "kind"),
        (json!({ "name": "Due" }), "kind"),
        (json!({ "name": "Due", "kind": "select", "options": ["a", "a"] }), "options"),
        (json!({ "name": "Due", "kind": "select", "options": "a, b, a" }), "options"),
        (json!({ "name": "Due", "kind": "select", "options": format!("a, {}", "x".repeat(121)) }), "options"),
        (
            json!({ "name": "Due", "kind": "select", "options": (0..101).map(|n| n.to_string()).collect::<Vec<_>>().join(",") }),
            "options",
        ),
        (json!({ "name": "Due", "kind": "select", "options": 7 }), "options"),
        (json!({ "name": "Due", "kind": "date", "options": "a, b" }), "options"),
    ] {
        refused(&owner.write("POST", &path, &body), 422, "validation_failed", Some(field));
    }
    for (body, field) in [(json!({ "name": " " }), "name"), (json!({ "options": ["a", "b", "a"] }), "options")] {
        refused(&owner.write("PATCH", &format!("{path}/{id}"), &body), 422, "validation_failed", Some(field));
    }
    let expected = json!([{ "id": id, "name": "Stage", "kind": "select", "options": ["draft", "checked"] }]);
    assert_eq!(page(&owner, space)["properties"], expected);
}

#[test]
fn options_are_a_list_or_one_text_and_a_longer_name_of_before_stays() {
    let (_, mut owner) = settled("Olga");
    let space = shared(&mut owner, "Harbour");
    let path = format!("/session/spaces/{space}/properties");
    let name = "é".repeat(60);
    let made =
        owner.write("POST", &path, &json!({ "name": name, "kind": "select", "options": " draft,checked ,, final" }));
    assert_eq!(made.status, 201, "{}", made.text);
    let made = made.json();
    assert_eq!((&made["name"], &made["options"]), (&json!(name), &json!(["draft", "checked", "final"])));
    // In a list a comma is a character of an option.
    let path_of = format!("{path}/{}", made["id"]);
    let listed = json!(["draft", "checked, twice"]);
    for (sent, kept) in [
        (json!("checked,draft"), json!(["checked", "draft"])),
        (json!(""), json!([])),
        (listed.clone(), listed),
        (Json::Null, json!(["draft", "checked, twice"])),
    ] {
        let changed = owner.write("PATCH", &path_of, &json!({ "options": sent }));
        assert_eq!((changed.status, &changed.json()["options"]), (200, &kept), "{sent}: {}", changed.text);
    }
    let longer = "x".repeat(120);
    let values = [Value::Text(longer.clone()), Value::Int64(made["id"].as_i64().expect("a number"))];
    execute(server(), "UPDATE space_properties SET name = $1 WHERE id = $2", &values);
    let changed = owner.write("PATCH", &path_of, &json!({ "options": "a" }));
    assert_eq!((changed.status, &changed.json()["name"]), (200, &json!(longer)), "{}", changed.text);
    assert_eq!(page(&owner, space)["properties"][0]["name"], json!(longer));
    let again = owner.write("PATCH", &path_of, &json!({ "name": longer }));
    refused(&again, 422, "validation_failed", Some("name"));
}

#[test]
fn an_option_that_pages_have_stays_and_a_removed_property_takes_its_values() {
    let (_, mut owner) = settled("Olga");
    let space = shared(&mut owner, "Harbour");
    let path = format!("/session/spaces/{space}/properties");
    let stage = json!({ "name": "Stage", "kind": "select", "options": ["draft", "checked", "final"] });
    let id = owner.write("POST", &path, &stage).json()["id"].as_i64().expect("a number");
    let set = "INSERT INTO space_property_values (property_id, page_id, space_id, kind, option_value)
               VALUES ($1, $2, $3, 'select', $4)";
    for (page, option) in [(1, "draft"), (2, "draft"), (3, "checked")] {
        let values = [Value::Int64(id), Value::Int64(page), Value::Int64(space), Value::Text(option.to_owned())];
        execute(server(), set, &values);
    }
    let taken = owner.write("PATCH", &format!("{path}/{id}"), &json!({ "options": ["checked", "new"] }));
    refused(&taken, 422, "option_in_use", Some("options"));
    assert_eq!(taken.json()["used"], json!(2), "{}", taken.text);
    let fine = owner.write("PATCH", &format!("{path}/{id}"), &json!({ "options": ["checked", "draft", "new"] }));
    assert_eq!(fine.status, 200, "{}", fine.text);
    assert_eq!(owner.write("DELETE", &format!("{path}/{id}"), &json!({})).status, 204);
    let left = "SELECT option_value AS text FROM space_property_values WHERE space_id = $1";
    assert_eq!(texts(server(), left, &[Value::Int64(space)]), Vec::<String>::new());
    refused(&owner.write("DELETE", &format!("{path}/{id}"), &json!({})), 404, "not_found", None);
}

/// Whatever is tried: the table takes of each property values of its kind alone.
#[test]
fn a_value_is_of_its_propertys_kind() {
    let (_, mut owner) = settled("Olga");
    let space = shared(&mut owner, "Harbour");
    let path = format!("/session/spaces/{space}/properties");
    let columns = [
        ("text", "text_value", "'a'"),
        ("number", "number_value", "1.5"),
        ("select", "option_value", "'a'"),
        ("date", "date_value", "'2026-11-24'"),
        ("person", "person_user_id", "(SELECT MIN(id) FROM users)"),
        ("relation", "related_page_id", "7"),
    ];
    for (kind, ..) in columns {
        let made = owner.write("POST", &path, &json!({ "name": kind, "kind": kind }));
        let id = made.json()["id"].as_i64().expect("a number");
        for (said, column, value) in columns {
            for claimed in [kind, said] {
                let sql = format!(
                    "INSERT INTO space_property_values (property_id, page_id, space_id, kind, {column})
                     VALUES ({id}, 1, {space}, '{claimed}', {value})"
                );
                let is_taken = in_store(server(), async |store| {
                    let taken = store.execute(&sql, &[]).await.is_ok();
                    store.execute(&format!("DELETE FROM space_property_values WHERE property_id = {id}"), &[]).await?;
                    Ok(taken)
                });
                assert_eq!(is_taken, kind == said, "a {said} as a {claimed} of a {kind}");
            }
        }
    }
}

/// A step with the schema, and the values that a page then has.
#[derive(Debug, Clone)]
enum Step {
    Make(usize),
    /// The property that is changed, and the kind that is sent with it.
    Change(usize, usize),
    Remove(usize),
    /// The property, and the kind of the value that a page is given.
    Set(usize, usize),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => (0..6_usize).prop_map(Step::Make),
        2 => (0..8_usize, 0..6_usize).prop_map(|(which, kind)| Step::Change(which, kind)),
        1 => (0..8_usize).prop_map(Step::Remove),
        4 => (0..8_usize, 0..6_usize).prop_map(|(which, kind)| Step::Set(which, kind)),
    ]
}

#[test]
fn no_sequence_of_changes_leaves_a_value_of_another_kind() {
    let columns = ["text_value", "number_value", "option_value", "date_value", "person_user_id", "related_page_id"];
    let values = ["'a'", "1.5", "'a'", "'2026-11-24'", "(SELECT MIN(id) FROM users)", "7"];
    let (_, owner) = settled("Olga");
    let owner = std::cell::RefCell::new(owner);
    let space = shared(&mut owner.borrow_mut(), "Harbour");
    let path = format!("/session/spaces/{space}/properties");
    let mut runner = TestRunner::new(Config { cases: 6, failure_persistence: None, ..Config::default() });
    let run = |steps: Vec<Step>| {
        let mut owner = owner.borrow_mut();
        let mut made: Vec<i64> = Vec::new();
        for (number, step) in steps.iter().enumerate() {
            let which = |which: usize| made.get(which % made.len().max(1)).copied();
            match *step {
                Step::Make(kind) => {
                    let body = json!({ "name": format!("{kind} {number}"), "kind": KINDS[kind] });
                    let id = owner.write("POST", &path, &body).json()["id"].as_i64();
                    made.push(id.expect("a number"));
                }
                Step::Change(property, kind) => {
                    let Some(id) = which(property) else { continue };
                    let body = json!({ "name": format!("changed {number}"), "kind": KINDS[kind] });
                    prop_assert_eq!(owner.write("PATCH", &format!("{path}/{id}"), &body).status, 200);
                }
                Step::Remove(property) => {
                    let Some(id) = which(property) else { continue };
                    prop_assert_eq!(owner.write("DELETE", &format!("{path}/{id}"), &json!({})).status, 204);
                    made.retain(|kept| *kept != id);
                }
                Step::Set(property, kind) => {
                    let Some(id) = which(property) else { continue };
                    let sql = format!(
                        "INSERT INTO space_property_values (property_id, page_id, space_id, kind, {})
                         VALUES ({id}, {number}, {space}, '{}', {})",
                        columns[kind], KINDS[kind], values[kind]
                    );
                    in_store(server(), async |store| Ok(store.execute(&sql, &[]).await.is_ok()));
                }
            }
        }
        let wrong = "SELECT value.kind AS text FROM space_property_values AS value
                     LEFT JOIN space_properties AS property ON property.id = value.property_id
                     WHERE value.space_id = $1 AND (property.id IS NULL OR property.kind <> value.kind)";
        prop_assert_eq!(texts(server(), wrong, &[Value::Int64(space)]), Vec::<String>::new(), "{:?}", steps);
        for id in made.drain(..) {
            prop_assert_eq!(owner.write("DELETE", &format!("{path}/{id}"), &json!({})).status, 204);
        }
        let left = "SELECT kind AS text FROM space_property_values WHERE space_id = $1";
        prop_assert_eq!(texts(server(), left, &[Value::Int64(space)]), Vec::<String>::new(), "{:?}", steps);
        Ok(())
    };
    let steps = proptest::collection::vec(step(), 16);
    runner.run(&steps, run).unwrap_or_else(|failure| panic!("{failure}"));
}
