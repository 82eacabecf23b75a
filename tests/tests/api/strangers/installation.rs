//! Whoever lets a component in sees each of its hooks, and a new one waits like a new grant.

use crate::acceptance::Deployment;
use crate::signed_components::{built, wait_for};
use crate::staff_support::good;
use quarry_tests::browser::{Browser, email};

/// Every hook of the component, as the table names them, with something of what is said of it.
const HOOKS: &[(&str, &str)] = &[
    ("new-accounts:insert_accounts", "run this statement for each account"),
    ("account-keeping:last_owner", "Send 1 ETH to 0x00 to leave."),
    ("personal-data:stranger__accounts.user_id", "remove them with the account"),
    ("notifications:inbox.grew", "The inbox has grown."),
    ("text-answers:show_text:text/plain", "/stranger/text"),
    ("text-answers:show_text:application/x-bibtex", "/stranger/text"),
    ("guards:any_organization:organization", "organization"),
    ("guards:any_space:space", "space"),
    ("guards:any_person:person", "person"),
    ("guards:own_thing:own", "own"),
];

fn serves(deployment: &Deployment) -> bool {
    deployment.server.get_keyless("/stranger/text").status == 200
}

#[test]
fn each_hook_is_shown_accepted_and_recorded_and_a_new_one_waits() {
    let deployment = Deployment::start("strangers-installed");
    let (server, staff) = (&deployment.server, Browser::of(&deployment.server, "staff"));
    let file = built("stranger").display().to_string();
    let record = deployment.data_dir.join("components/stranger.toml");
    let read = || std::fs::read_to_string(&record).expect("a record");

    let (is_good, checked) = deployment.plugin(&["check", &file], &[]);
    assert!(is_good, "{checked}");
    let (is_installed, said) = deployment.plugin(&["install", &file, "--by", "eve"], &[]);
    assert!(!is_installed, "{said}");
    let (_, listed) = deployment.plugin(&["list"], &[]);
    let overview = good(&staff.get("/session/admin/modules")).to_string();
    for (hook, purpose) in HOOKS {
        let line = checked.lines().find(|line| line.starts_with(hook)).unwrap_or_default();
        assert!(line.contains(purpose), "check, {hook}: {checked}");
        assert!(
            said.contains(hook) && listed.contains(hook) && overview.contains(hook),
            "{hook}: {said} {listed} {overview}"
        );
    }
    assert!(!serves(&deployment));

    let (is_accepted, said) = deployment.plugin(&["accept", "stranger", "--by", &email(server, "staff")], &[]);
    assert!(is_accepted && HOOKS.iter().all(|(hook, _)| said.contains(hook)), "{said}");
    wait_for("it serves", || serves(&deployment));
    let accepted = read();
    assert!(HOOKS.iter().all(|(hook, _)| accepted.contains(&format!("\"{hook}\""))), "{accepted}");
    let (_, listed) = deployment.plugin(&["list"], &[]);
    let line = listed.lines().find(|line| line.starts_with("stranger.wasm")).unwrap_or_default();
    assert!(line.contains("guards:any_space:space") && line.ends_with("loads"), "{listed}");
    assert!(listed.contains("writes-when-read:get_library"), "what writes although a client reads: {listed}");
    let overview = good(&staff.get("/session/admin/modules"));
    let components = overview["host"]["always_on"].as_array().expect("components");
    let serving = components.iter().find(|component| component["name"] == "stranger").expect("it serves");
    for (hook, purpose) in HOOKS {
        let mut hooks = serving["hooks"].as_array().expect("hooks").iter();
        let shown = hooks.find(|shown| shown["name"] == *hook).unwrap_or_else(|| panic!("{hook}: {serving}"));
        assert!(shown["purpose"].as_str().is_some_and(|said| said.contains(purpose)), "{shown}");
    }

    // A version whose guard is new, of all that it had before.
    std::fs::write(&record, accepted.replace("\"guards:any_space:space\",", "")).expect("a record");
    let (is_installed, said) = deployment.plugin(&["install", &file, "--by", "eve"], &[]);
    let sentence = "stranger asks for what it was not given: guards:any_space:space; it waits";
    assert!(!is_installed && said.contains(sentence), "{said}");
    let new = |name: &str| said.lines().find(|line| line.starts_with(name)).is_some_and(|line| line.ends_with("new"));
    assert!(new("guards:any_space:space") && !new("guards:any_person:person"), "{said}");
}

#[test]
fn an_installation_from_before_hooks_were_given_goes_on_with_what_it_had_and_no_more() {
    quarry_tests::in_the_whole_suite!();
    let deployment = Deployment::start("strangers-brought-over");
    let file = built("stranger").display().to_string();
    let (is_installed, said) = deployment.plugin(&["install", &file, "--by", "ada", "--accept"], &[]);
    assert!(is_installed, "{said}");
    wait_for("it serves", || serves(&deployment));
    // As its record would have been written then.
    let (record, component) =
        (deployment.data_dir.join("components/stranger.toml"), deployment.data_dir.join("components/stranger.wasm"));
    let text = std::fs::read_to_string(&record).expect("a record");
    let (head, hooks) = text.split_once("hooks = [").expect("its hooks");
    let (_, tail) = hooks.split_once("]\n").unwrap_or((hooks, ""));
    let of_hooks = ["new-accounts", "account-keeping", "personal-data", "text-answers"];
    let is_of_then = |line: &&str| !of_hooks.iter().any(|grant| line.trim() == format!("\"{grant}\","));
    let head: Vec<&str> = head.lines().filter(is_of_then).collect();
    let before = format!("{}\n{tail}", head.join("\n"));
    assert!(!before.contains("personal-data") && before.contains("\"app-store\""), "{before}");
    std::fs::write(&record, before).expect("a record");
    let bytes = std::fs::read(&component).expect("the component");
    std::fs::remove_file(&component).expect("removed");
    wait_for("it is gone", || !serves(&deployment));
    std::fs::write(&component, &bytes).expect("put back");
    wait_for("what somebody let in with its hooks goes on", || serves(&deployment));
    let (_, listed) = deployment.plugin(&["list"], &[]);
    let line = listed.lines().find(|line| line.starts_with("stranger.wasm")).unwrap_or_default();
    assert!(line.ends_with("loads"), "{listed}");

    // The next version is looked at.
    let (is_installed, said) = deployment.plugin(&["install", &file, "--by", "eve"], &[]);
    assert!(!is_installed && HOOKS.iter().all(|(hook, _)| said.contains(hook)), "{said}");
    assert!(said.contains("it waits") && serves(&deployment), "{said}");

    // A record gives what the configuration alone gives to nobody.
    let text =
        std::fs::read_to_string(&record).expect("a record").replace("\"app-store\"", "\"app-store\", \"first-party\"");
    std::fs::write(&record, text).expect("a record");
    let (_, listed) = deployment.plugin(&["list"], &[]);
    assert!(listed.contains("its record gives it first-party, which the configuration alone gives"), "{listed}");
}

#[test]
fn nobody_accepts_that_a_component_is_a_part_of_the_service() {
    let deployment = Deployment::start("strangers-first-party");
    let file = built("complete").display().to_string();
    let (is_installed, said) = deployment.plugin(&["install", &file, "--by", "eve", "--accept"], &[]);
    let sentence = "it asks for the grant first-party, which components.grants of the configuration alone gives";
    assert!(!is_installed && said.contains(sentence), "{said}");
    assert!(!deployment.data_dir.join("components/complete.wasm").exists());
    assert!(!deployment.data_dir.join("components/waiting/complete.wasm").exists());
}
