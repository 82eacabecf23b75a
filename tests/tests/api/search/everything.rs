//! The search over everything: its groups, and what is left out while a module is off.

use crate::account_support::eventually;
use crate::organizations::house::{self, Person};
use crate::research::support::Desk;
use quarry::stores::result_set::Value;
use quarry_tests::browser::Browser;
use quarry_tests::server::{Options, Server, app_store_environment, shared};
use serde_json::{Value as Json, json};

fn keys(group: &Json) -> Vec<String> {
    let group = group.as_array().expect("a group").iter();
    group.map(|found| found["key"].as_str().expect("a key").to_owned()).collect()
}

#[test]
fn pages_datasets_and_commands_are_found_together() {
    let mut desk = Desk::new();
    let project = desk.project("Lending");
    let new = json!({ "title": "Liquidations of the desk" });
    let made = desk.editor.does("POST", &format!("/session/research/projects/{project}/pages"), &new);
    let found = desk.viewer.read("/session/search?q=liquidat");
    assert_eq!((&found["q"], &found["min_length"]), (&json!("liquidat"), &json!(2)));
    assert_eq!(found["pages"][0]["id"], made["id"]);
    assert_eq!(keys(&found["datasets"])[0], "liquidations");
    assert!(found["commands"].as_array().expect("commands").is_empty());
    let short = desk.viewer.read("/session/search?q=l");
    assert_eq!((&short["pages"], &short["datasets"], &short["commands"]), (&json!([]), &json!([]), &json!([])));
    assert!(desk.outsider.read("/session/search?q=liquidations+desk")["pages"].as_array().expect("pages").is_empty());
}

#[test]
fn every_dataset_of_the_catalogue_is_found_by_its_key() {
    let desk = Desk::new();
    let of_category = |category| keys(&desk.viewer.read(&format!("/session/data/categories/{category}"))["datasets"]);
    let datasets: Vec<String> = ["raw", "dex", "lending", "events"].into_iter().flat_map(of_category).collect();
    assert!(datasets.len() >= 12, "{datasets:?}");
    for key in datasets {
        let found = desk.viewer.read(&format!("/session/search?q={key}"));
        assert!(keys(&found["datasets"]).contains(&key), "{key}: {found}");
    }
}

#[test]
fn a_command_is_found_by_whoever_may_use_it() {
    let mut desk = Desk::new();
    let space = desk.space;
    let commands = |found: Json| keys(&found["commands"]);
    let of = |seat: &crate::research::support::Seat| commands(seat.read("/session/search?q=new+project"));
    assert_eq!(of(&desk.viewer), ["research.create_project"]);
    desk.viewer.works_in(space);
    desk.editor.works_in(space);
    let both = [of(&desk.viewer), of(&desk.editor)];
    assert_eq!(both, [["research.create_project"], ["research.create_project"]], "every member starts projects");
    assert_eq!(commands(desk.viewer.read("/session/search?q=trash")), ["research.open_trash"]);
}

#[test]
fn every_command_leads_to_a_page_of_the_web_application() {
    let routes: Json = serde_json::from_str(include_str!("../../../../web/routes.json")).expect("routes");
    let is_page = |path: &str| routes.as_array().expect("a list").iter().any(|route| route["path"] == path);
    let desk = Desk::new();
    let found = ["open", "new"].map(|word| desk.owner.read(&format!("/session/search?q={word}"))["commands"].clone());
    let commands: Vec<&Json> = found.iter().flat_map(|group| group.as_array().expect("commands")).collect();
    assert_eq!(commands.len(), 11, "{commands:?}");
    for command in commands {
        let path = command["path"].as_str().expect("a path");
        // The one page that begins something by its address.
        let page = path.strip_suffix("?new=project").filter(|page| *page == "/research").unwrap_or(path);
        assert!(is_page(page), "{command}");
    }
}

#[test]
fn groups_of_modules_that_are_off_are_left_out_and_the_search_stays() {
    let environment = app_store_environment("search_modules").expect("a store");
    let server = Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a server");
    let browser = Person::new(&server, "Ada").browser(&server);
    for module in ["research", "data_downloads"] {
        let sql = "UPDATE modules SET enabled = FALSE, version = version + 1 WHERE key = $1";
        house::execute(&server, sql, &[Value::Text(module.to_owned())]);
    }
    eventually("the modules are off", || browser.get("/session/research/search?q=ab").code() == "module_disabled");
    let answer = browser.get("/session/search?q=open");
    let found = answer.json();
    assert_eq!(answer.status, 200, "{}", answer.text);
    assert!(found.get("pages").is_none() && found.get("datasets").is_none(), "{found}");
    let commands = keys(&found["commands"]);
    assert!(commands.contains(&"spaces.open".to_owned()), "{commands:?}");
    assert!(!commands.iter().any(|key| key.starts_with("research") || key.starts_with("data")), "{commands:?}");
}

#[test]
fn the_sample_has_something_to_find() {
    let people = ["member", "admin", "staff"].map(|user| Browser::of(shared(), user));
    eventually("the sample's page is indexed", || {
        let found = people.iter().map(|browser| browser.get("/session/search?q=look+largest").json());
        found.into_iter().any(|found| found["pages"][0]["title"] == "Liquidations of October")
    });
    let found = people[0].get("/session/search?q=look+largest").json();
    assert_eq!(
        found["pages"][0]["snippet"],
        "- <mark>Look</mark> at the <mark>largest</mark> first. - Compare with the health factors of the hour before."
    );
    assert!(found["pages"][0]["block_id"].is_i64(), "{found}");
}
