//! The people who are told of a change: the other members, wherever they work, and nobody else.

use super::{add, settled, shared};
use crate::organizations::house::{House, Person, server};
use quarry_tests::cable::{Cable, Heard};
use serde_json::json;
use std::time::Duration;

#[test]
fn a_change_reaches_the_members_without_a_common_organization_and_no_colleague_outside_the_space() {
    let house = House::new(server());
    let (ben, theirs) = settled("Ben");
    let mut owner = house.owner.browser(server());
    let space = shared(&mut owner, "Harbour");
    add(&mut owner, space, &ben, "viewer");
    let colleague = house.admin.browser(server());
    let mut heard = Cable::of(server(), &theirs);
    let mut nobodys = [Cable::of(server(), &colleague), Cable::of(server(), &owner)];
    let renamed = owner.write("PATCH", &format!("/session/spaces/{space}"), &json!({ "name": "Quay" }));
    assert_eq!(renamed.status, 200, "{}", renamed.text);
    let told = heard.message();
    assert_eq!((&told["name"], &told["data"]), (&json!("space.changed"), &json!({ "space_id": space })), "{told}");
    let value = format!("0x{:040x}", 77);
    let note = json!({ "value": value.to_uppercase().replace("0X", "0x"), "content": "here", "space_id": space });
    assert_eq!(owner.write("POST", "/session/value_notes", &note).status, 201);
    let told = heard.message();
    let expected = json!({ "space_id": space, "value": value });
    assert_eq!((&told["name"], &told["data"]), (&json!("notes.changed"), &expected), "{told}");
    for cable in &mut nobodys {
        assert_eq!(cable.next(Duration::from_millis(1_200)), Heard::Nothing);
    }
    let stranger = Person::new(server(), "Eve");
    assert_eq!(stranger.browser(server()).get(&format!("/session/spaces/{space}")).status, 404);
}
