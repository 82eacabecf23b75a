//! Paths into snapshots of any form: a path leads to the value that walking it by hand gives, or to nothing.

use super::{annotate, view};
use crate::organizations::house::server;
use crate::saved_items::store;
use crate::spaces::{refused, settled, shared};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Map, Value as Json, json};

/// Objects within objects, texts and nulls; texts that look like JSON too.
fn snapshot() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        3 => "[ -~é\"{}\\[\\]]{0,12}".prop_map(Json::from),
        1 => Just(Json::Null),
    ];
    let name = "[a-z_$0-9-]{1,4}";
    let object = leaf.prop_recursive(4, 24, 4, move |inner| {
        prop::collection::vec((name, inner), 1..4)
            .prop_map(|members| Json::Object(members.into_iter().collect::<Map<_, _>>()))
    });
    prop::collection::vec((name, object), 1..4).prop_map(|members| Json::Object(members.into_iter().collect()))
}

/// Every path, with the text there; nothing where it leads to an object or a null.
fn paths(place: &Json, before: &str, found: &mut Vec<(String, Option<String>)>) {
    for (name, value) in place.as_object().into_iter().flatten() {
        let path = if before.is_empty() { name.clone() } else { format!("{before}.{name}") };
        found.push((path.clone(), value.as_str().map(str::to_owned)));
        found.push((format!("{path}.no-such"), None));
        paths(value, &path, found);
    }
}

#[test]
fn a_path_leads_to_what_walking_the_snapshot_by_hand_gives() {
    let (_, owner) = settled("Olga");
    let owner = std::cell::RefCell::new(owner);
    let space = shared(&mut owner.borrow_mut(), "Harbour");
    let mut runner = TestRunner::new(Config { cases: 24, failure_persistence: None, ..Config::default() });
    let page_of = |snapshot: &Json| {
        let page = store::page(server(), space, "Paths");
        (page, store::item(server(), space, page, 1, snapshot))
    };
    let property = |snapshot: Json| {
        let mut owner = owner.borrow_mut();
        let (page, item) = page_of(&snapshot);
        let (mut found, mut expected) = (Vec::new(), Vec::new());
        paths(&snapshot, "", &mut found);
        for (path, value) in found.into_iter().filter(|(path, _)| path.split('.').count() <= 5).take(12) {
            let answer = annotate(&mut owner, ("saved_transaction", item), &path, &json!({}));
            match value {
                Some(value) => {
                    assert_eq!(answer.status, 201, "{path} of {snapshot}: {}", answer.text);
                    expected.push((json!(path), json!(value)));
                }
                None => refused(&answer, 422, "unresolvable_value", Some("target_field")),
            }
        }
        let shown = view(&owner, page);
        let annotations = shown["holders"][0]["annotations"].as_array().cloned().unwrap_or_default();
        let shown: Vec<_> = annotations.iter().map(|one| (one["target_field"].clone(), one["value"].clone())).collect();
        assert_eq!(shown, expected, "{snapshot}");
        Ok(())
    };
    runner.run(&snapshot(), property).expect("paths lead where they should");
}
