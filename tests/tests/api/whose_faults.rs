//! Faults belong to whoever meets them and to the tenant whose things they are about: one person, or one owner of many spaces,
//! closes nothing for others; what fails for several tenants is closed for all.

use crate::account_support::eventually;
use crate::lifecycle::put;
use crate::staff_support::{good, signed_in};
use quarry_tests::browser::Browser;
use quarry_tests::http::Answer;
use quarry_tests::server::{Options, Server, app_store_environment, fresh_folder, installation};
use serde_json::{Value as Json, json};

/// Faults that close an operation.
const FAULTS: usize = 5;

/// All families, and a component that breaks down for whoever asks it to. What is closed stays closed for longer than a test lasts.
fn server(name: &str) -> Server {
    let folder = fresh_folder(name).expect("a folder");
    let families = installation().expect("an installation").join("components");
    for entry in std::fs::read_dir(families).expect("families").flatten() {
        std::fs::copy(entry.path(), folder.join(entry.file_name())).expect("copied");
    }
    put(&folder, "breakable", "breakable.wasm");
    let mut environment = app_store_environment(name).expect("an application store");
    let further = [
        ("QUARRY__COMPONENTS__FOLDER", folder.display().to_string()),
        ("QUARRY__COMPONENTS__GRANTS__BREAKABLE", "app-store".to_owned()),
        ("QUARRY__COMPONENTS__TABLES__BREAKABLE", "app_store.space_members".to_owned()),
        ("QUARRY__RATE_LIMITS__PUBLIC_PER_MINUTE", "0".to_owned()),
        ("QUARRY__QUARANTINE__SHORTEST_MILLISECONDS", "200000".to_owned()),
    ];
    environment.extend(further.map(|(name, value)| (name.to_owned(), value)));
    Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a server")
}

/// Somebody with a plan that allows further spaces and keys, signed in.
struct Person<'a> {
    name: &'static str,
    email: String,
    browser: Browser<'a>,
}

impl<'a> Person<'a> {
    fn new(server: &'a Server, name: &'static str) -> Person<'a> {
        let email = server.new_person(name, "institution");
        let browser = signed_in(server, &email);
        Person { name, email, browser }
    }

    fn key(&self, server: &Server) -> String {
        server.new_key(self.name, &self.email)
    }

    /// A new space of theirs, with these members.
    fn space(&mut self, name: &str, members: &[&Person<'_>]) -> i64 {
        let made = self.browser.write("POST", "/session/spaces", &json!({ "name": name }));
        assert_eq!(made.status, 201, "{}", made.text);
        let space = made.json()["id"].as_i64().expect("a number");
        for member in members {
            let body = json!({ "email": member.email, "role": "viewer" });
            let added = self.browser.write("POST", &format!("/session/spaces/{space}/memberships"), &body);
            assert_eq!(added.status, 201, "{}", added.text);
        }
        space
    }

    fn ask(&self, space: i64) -> Answer {
        self.browser.get(&format!("/session/breakable/spaces/{space}"))
    }

    fn breaks(&self, space: i64) {
        faulted(&self.browser.get(&format!("/session/breakable/spaces/{space}?breaks=true")));
    }
}

/// It was asked, and broke down.
#[track_caller]
fn faulted(answer: &Answer) {
    assert_eq!((answer.status, answer.code().as_str()), (503, "plugin_failed"), "{}", answer.text);
    assert!(!answer.detail().contains("(quarantine)"), "it is asked: {}", answer.text);
}

/// It was not asked, and the refusal says for whom, and when to come again.
#[track_caller]
fn closed_for(answer: &Answer, whom: &str, words: &str) {
    assert_eq!((answer.status, answer.code().as_str()), (503, "plugin_failed"), "{}", answer.text);
    assert!(answer.detail().contains("(quarantine)") && answer.detail().contains(words), "{}", answer.text);
    let refusal = answer.json();
    assert_eq!(
        (&refusal["quarantined"], &refusal["quarantined_for"]),
        (&json!("operation"), &json!(whom)),
        "{refusal}"
    );
    assert!(answer.header("retry-after").parse::<u32>().is_ok_and(|seconds| seconds > 100), "{}", answer.text);
}

/// The component as staff see it.
fn component(staff: &Browser<'_>) -> Json {
    let overview = good(&staff.get("/session/admin/modules"));
    let modules = overview["modules"].as_array().expect("modules");
    let partners = modules.iter().find(|module| module["id"] == "partners").expect("the module");
    partners["components"][0].clone()
}

#[test]
fn one_person_with_three_keys_closes_nothing_for_others() {
    let server = server("three-keys");
    let (eve, ben) = (Person::new(&server, "Eve"), Person::new(&server, "Ben"));
    let (keys, bens) = ([(); 3].map(|()| eve.key(&server)), ben.key(&server));
    for fault in 0..FAULTS {
        faulted(&server.get_with_key("/breakable/own?breaks=true", &keys[fault % keys.len()]));
    }
    assert_eq!(server.get_with_key("/breakable/own", &bens).status, 200, "others are served");
    for key in &keys {
        closed_for(&server.get_with_key("/breakable/own", key), "you", "for you");
    }
    closed_for(&server.get_with_key("/breakable/own", &eve.key(&server)), "you", "for you");
}

#[test]
fn members_of_a_space_close_an_operation_for_their_space_alone_and_staff_see_it_and_lift_it() {
    let server = server("own-space");
    let [mut ada, ben, cleo, dan] = ["Ada", "Ben", "Cleo", "Dan"].map(|name| Person::new(&server, name));
    let broken = ada.space("Broken desk", &[&ben, &cleo, &dan]);
    let whole = ada.space("Whole desk", &[&ben, &cleo, &dan]);
    for person in [&ada, &ben, &cleo, &ada, &ben] {
        person.breaks(broken);
    }
    closed_for(&dan.ask(broken), "space", "for this space");
    for person in [&ada, &ben, &cleo, &dan] {
        assert_eq!(person.ask(whole).status, 200, "{} is served in another space", person.name);
    }

    let mut staff = Browser::of(&server, "staff");
    let seen = component(&staff);
    assert_eq!((&seen["state"], &seen["quarantined"]), (&json!("serving"), &json!([])), "{seen}");
    let tenant = json!({
        "operation_id": "show_session_breakable", "tenant": "space", "tenant_id": broken, "name": "Broken desk",
        "for_all_callers": true,
    });
    assert_eq!(seen["quarantined_for"], json!([tenant]), "{seen}");
    let lift = json!({ "enabled": true, "reason": "the page is mended" });
    good(&staff.write("PATCH", "/session/admin/modules/partners/toggle", &lift));
    assert_eq!(dan.ask(broken).status, 200, "at once on the host that answered");
    assert_eq!(component(&staff)["quarantined_for"], json!([]));
}

#[test]
fn a_member_alone_closes_an_operation_of_their_space_for_nobody_else() {
    let server = server("one-member");
    let [mut ada, eve] = ["Ada", "Eve"].map(|name| Person::new(&server, name));
    let space = ada.space("Harbour desk", &[&eve]);
    (0..FAULTS).for_each(|_| eve.breaks(space));
    closed_for(&eve.ask(space), "you", "for you with this space");
    assert_eq!(ada.ask(space).status, 200, "the owner works on");
    let seen = component(&Browser::of(&server, "staff"));
    let listed = &seen["quarantined_for"][0];
    assert_eq!((&listed["tenant_id"], &listed["for_all_callers"]), (&json!(space), &json!(false)), "{seen}");
}

#[test]
fn three_spaces_of_one_owner_are_not_three_tenants() {
    let server = server("one-owner");
    let [mut eve, ben, cleo, mut dan] = ["Eve", "Ben", "Cleo", "Dan"].map(|name| Person::new(&server, name));
    let spaces = [eve.space("One", &[]), eve.space("Two", &[&ben]), eve.space("Three", &[&cleo])];
    let own = dan.space("Own desk", &[]);
    for (person, space) in [(&eve, spaces[0]), (&ben, spaces[1]), (&cleo, spaces[2])] {
        (0..2).for_each(|_| person.breaks(space));
    }
    assert_eq!(dan.ask(own).status, 200, "six faults of three people were about things of one owner");
    assert_eq!(component(&Browser::of(&server, "staff"))["state"], "serving");
}

#[test]
fn what_breaks_down_for_three_tenants_is_closed_for_all() {
    let server = server("three-tenants");
    let mut people = ["Ada", "Ben", "Cleo", "Dan"].map(|name| Person::new(&server, name));
    let spaces: Vec<i64> = people.iter_mut().map(|person| person.space("Desk", &[])).collect();
    for tenant in [0, 1, 2, 0, 1] {
        people[tenant].breaks(spaces[tenant]);
    }
    closed_for(&people[3].ask(spaces[3]), "everybody", "This operation of the component breakable failed too often,");
    let staff = Browser::of(&server, "staff");
    let seen = component(&staff);
    assert_eq!(
        (&seen["state"], &seen["quarantined"]),
        (&json!("quarantined"), &json!(["show_session_breakable"])),
        "{seen}"
    );
    eventually("the neighbour operation is open", || server.get_keyless("/breakable").status == 200);
}
