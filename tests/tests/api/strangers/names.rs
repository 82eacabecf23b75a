//! Names of others: what a stranger tells is told in its own name, and stands in no log but that of whom it is about.

use super::{Harm, deployment, settled};
use serde_json::json;

#[test]
fn an_entry_and_an_event_of_a_stranger_are_told_in_its_name() {
    let _harm = Harm::none();
    let ada = settled("Ada");
    let house = deployment().institution(&format!("House {}", ada.user_id), &ada);
    let mut owner = deployment().browser_of(&ada);
    let acted = owner.write("POST", &format!("/session/stranger/organizations/{house}/acts"), &json!({}));
    assert_eq!((&acted.json()["audit"], &acted.json()["event"]), (&json!("done"), &json!("done")), "{}", acted.text);
    let log = owner.get(&format!("/session/organizations/{house}/audit?action_filter=stranger.organization")).json();
    let of_kind = owner.get(&format!("/session/organizations/{house}/audit")).json();
    let entry = of_kind["entries"].as_array().and_then(|entries| entries.first()).cloned().unwrap_or_default();
    assert_eq!(
        (&entry["action"], &entry["component"]),
        (&json!("stranger.organization.suspended"), &json!("stranger")),
        "{of_kind} {log}"
    );
    let names = "SELECT name AS text FROM events WHERE component = 'stranger' AND organization_id = $1";
    let organization = deployment().texts(names, ada.organization_id);
    let of_house = deployment().texts(names, house);
    assert!(
        organization.iter().chain(&of_house).all(|name| name == "stranger.data_export.ready"),
        "{organization:?} {of_house:?}"
    );
}

#[test]
fn a_stranger_writes_into_no_log_of_an_organization_that_the_caller_is_not_in() {
    let _harm = Harm::none();
    let [eve, ada] = ["Eve", "Ada"].map(settled);
    let house = deployment().institution(&format!("House {}", ada.user_id), &ada);
    let mut stranger = deployment().browser_of(&eve);
    let written = stranger.write("POST", "/session/stranger/entries", &json!({ "organization_id": house }));
    let written = written.json();
    for what in ["audit", "event"] {
        let refusal = written[what].as_str().unwrap_or_default();
        assert!(refusal.contains(&format!("the organization {house} is not the caller's")), "{what}: {written}");
    }
    let entries = "SELECT COUNT(*) AS number FROM audit_entries WHERE component = 'stranger' AND organization_id = $1";
    assert_eq!(deployment().number(entries, house), 0);
}
