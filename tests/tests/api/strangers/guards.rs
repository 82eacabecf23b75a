//! Guards that name tenants of others.

use super::{Harm, deployment, settled};
use crate::account_support::eventually;
use quarry::identity::Role;
use quarry::stores::result_set::Value;
use quarry_tests::cable::{Cable, Heard};
use serde_json::json;
use std::time::Duration;

/// What stands in an organization's log and among its events, by the component.
fn written(organization_id: i64) -> i64 {
    let entries = "SELECT COUNT(*) AS number FROM audit_entries WHERE component = 'stranger' AND organization_id = $1";
    let events = "SELECT COUNT(*) AS number FROM events WHERE component = 'stranger' AND organization_id = $1";
    deployment().number(entries, organization_id) + deployment().number(events, organization_id)
}

fn space_of(user_id: i64) -> i64 {
    let spaces = "SELECT COUNT(*) AS number FROM spaces WHERE personal_user_id = $1";
    eventually("everybody has a space", || deployment().number(spaces, user_id) == 1);
    deployment().number("SELECT id AS number FROM spaces WHERE personal_user_id = $1", user_id)
}

#[test]
fn a_guard_that_names_a_tenant_of_others_lets_nobody_pass() {
    let _harm = Harm::none();
    let [eve, ada] = ["Eve", "Ada"].map(settled);
    let house = deployment().institution(&format!("House {}", ada.user_id), &ada);
    let mut stranger = deployment().browser_of(&eve);
    let attacks = [
        ("another organization", format!("organizations/{house}")),
        ("another's own organization", format!("organizations/{}", ada.organization_id)),
        ("an organization that is not", "organizations/987654321".to_owned()),
        ("another's space", format!("spaces/{}", space_of(ada.user_id))),
        ("a space that is not", "spaces/987654321".to_owned()),
        ("another person", format!("people/{}", ada.user_id)),
        ("nobody", "people/987654321".to_owned()),
    ];
    for (what, path) in &attacks {
        let answer = stranger.write("POST", &format!("/session/stranger/{path}/acts"), &json!({}));
        assert_eq!((answer.status, answer.code().as_str()), (404, "not_found"), "{what}: {}", answer.text);
    }
    assert_eq!(written(house) + written(ada.organization_id), 0, "nothing stands in others' logs");
    let own = [
        format!("organizations/{}", eve.organization_id),
        format!("spaces/{}", space_of(eve.user_id)),
        format!("people/{}", eve.user_id),
        "things/7".to_owned(),
    ];
    for path in &own {
        let answer = stranger.write("POST", &format!("/session/stranger/{path}/acts"), &json!({}));
        assert_eq!(answer.status, 200, "{path}: what is one's own passes: {}", answer.text);
        assert_eq!(answer.json()["told"], 0, "{path}: nobody else is told");
    }
}

#[test]
fn who_was_removed_passes_no_guard_that_still_names_the_organization() {
    let _harm = Harm::none();
    let [ada, ben] = ["Ada", "Ben"].map(settled);
    let house = deployment().institution(&format!("House {}", ada.user_id), &ada);
    deployment().add_member(house, &ben, Role::Member);
    let mut member = deployment().browser_of(&ben);
    let path = format!("/session/stranger/organizations/{house}/acts");
    assert_eq!(member.write("POST", &path, &json!({})).status, 200);
    let values = [Value::Int64(house), Value::Int64(ben.user_id)];
    deployment().execute("DELETE FROM memberships WHERE organization_id = $1 AND user_id = $2", &values);
    let refused = member.write("POST", &path, &json!({}));
    assert_eq!(refused.status, 404, "{}", refused.text);
}

#[test]
fn only_members_of_the_tenant_are_told_whomever_a_statement_gives() {
    let _harm = Harm::none();
    let [ada, ben, eve] = ["Ada", "Ben", "Eve"].map(settled);
    let house = deployment().institution(&format!("House {}", ada.user_id), &ada);
    deployment().add_member(house, &ben, Role::Member);
    let browsers = [&ada, &ben, &eve].map(|person| deployment().browser_of(person));
    let [mut asks, member, outsider] = browsers;
    let mut of_member = Cable::of(&deployment().server, &member);
    let mut of_outsider = Cable::of(&deployment().server, &outsider);
    // Its statement gives everybody who has an account.
    let told = asks.write("POST", &format!("/session/stranger/organizations/{house}/acts"), &json!({}));
    assert_eq!((told.status, &told.json()["told"]), (200, &json!(1)), "{}", told.text);
    let heard = of_member.message();
    assert_eq!((&heard["component"], &heard["name"]), (&json!("stranger"), &json!("stranger.inbox.grew")), "{heard}");
    assert_eq!(of_outsider.next(Duration::from_millis(1_200)), Heard::Nothing);
    // A thing of its own has no members that the host knows: those are told who share something with the caller.
    let told = asks.write("POST", "/session/stranger/things/1/acts", &json!({}));
    assert_eq!((told.status, &told.json()["told"]), (200, &json!(1)), "{}", told.text);
    assert_eq!(of_member.message()["name"], "stranger.inbox.grew");
    assert_eq!(of_outsider.next(Duration::from_millis(1_200)), Heard::Nothing);
}
