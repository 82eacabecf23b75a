//! A version that asks for more than its component was given: what serves goes on, staff see what waits, and only a member of staff
//! with the permission lets it take its place.

use crate::signed_components::{built, wait_for};
use crate::staff_support::{good, last_entry};
use quarry_tests::bounded;
use quarry_tests::browser::{Browser, email};
use quarry_tests::server::{Options, Server, app_store_environment, fresh_folder, installation};
use std::path::PathBuf;
use std::process::Command;

pub(crate) struct Deployment {
    pub(crate) server: Server,
    pub(crate) data_dir: PathBuf,
    environment: Vec<(String, String)>,
}

impl Deployment {
    pub(crate) fn start(name: &str) -> Deployment {
        let mut environment = app_store_environment(name).expect("an application store");
        environment.push(("QUARRY__SETTINGS__VERSION__GREETING".to_owned(), "hello".to_owned()));
        let data_dir = fresh_folder(name).expect("a folder").join("data");
        let options = Options {
            no_sample: true,
            data_dir: Some(data_dir.clone()),
            environment: environment.clone(),
            ..Options::default()
        };
        Deployment { server: Server::start(&options).expect("a server"), data_dir, environment }
    }

    /// Runs a command; tells that it went well, and gives its output.
    pub(crate) fn plugin(&self, words: &[&str], further: &[(&str, &str)]) -> (bool, String) {
        let mut command = Command::new(installation().expect("an installation").join("quarry"));
        command.arg("plugin").args(words).arg("--data-dir").arg(&self.data_dir);
        command.envs(self.environment.iter().cloned()).envs(further.iter().copied());
        let output = bounded::output(&mut command, bounded::SHORT).expect("it runs");
        let (out, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        (output.status.success(), format!("{out}{errors}"))
    }

    fn version(&self) -> u64 {
        self.server.get_keyless("/version").json()["version"].as_u64().unwrap_or_default()
    }

    fn record(&self) -> String {
        std::fs::read_to_string(self.data_dir.join("components/version.toml")).expect("a record")
    }
}

/// The place of a file, as its record says it.
fn at(name: &str) -> String {
    built(name).canonicalize().expect("run `just test`").display().to_string()
}

fn file(name: &str) -> String {
    built(name).display().to_string()
}

/// The words of the wider version's author on its GET, which those who decide read.
const WRITES: &str = "It counts how often it was asked.";

#[test]
fn a_version_that_asks_for_more_waits_until_staff_accept_it() {
    quarry_tests::on_one_engine!();
    let deployment = Deployment::start("acceptance");
    let (server, staff) = (&deployment.server, Browser::of(&deployment.server, "staff"));
    let (is_installed, said) = deployment.plugin(&["install", &file("version_one"), "--by", "ada"], &[]);
    assert!(is_installed, "what asks for nothing needs nobody who accepts: {said}");
    wait_for("the first version serves", || deployment.version() == 1);
    assert!(!deployment.record().contains("accepted_by"), "{}", deployment.record());

    // It is shown before anybody decides, and it does not serve.
    let wider = file("version_wider");
    let (is_good, checked) = deployment.plugin(&["check", &wider], &[]);
    let line = |text: &str, name: &str| text.lines().find(|line| line.starts_with(name)).unwrap_or_default().to_owned();
    assert!(is_good && checked.contains("in the place of 1.0.0"), "{checked}");
    for name in ["key-value", "outbound-http", "api.example.org", "settings:version"] {
        assert!(line(&checked, name).ends_with("new"), "{name}: {checked}");
    }
    assert!(checked.contains(WRITES), "{checked}");
    let words = ["install", wider.as_str(), "--by", "grace"];
    let (is_installed, said) = deployment.plugin(&words, &[]);
    let names = "key-value, outbound-http, api.example.org, settings:version";
    let sentence = format!("version asks for what it was not given: {names}; ");
    assert!(!is_installed && said.contains(&sentence) && said.contains(WRITES), "{said}");
    // Nothing tells either who made a file that no key has signed.
    let author = |file: &str| format!("{}, signed by no key of components.signing_keys", at(file));
    let by =
        format!("it is from {}, and the version before it from {}", author("version_wider"), author("version_one"));
    for told in [&by, "it waits, and what serves now goes on"] {
        assert!(said.contains(told), "{told}: {said}");
    }
    assert!(checked.contains(&by), "{checked}");
    let only_staff = [("QUARRY__COMPONENTS__STAFF_ACCEPT_GRANTS", "true")];
    let (is_installed, said) = deployment.plugin(&[&words[..], &["--accept"]].concat(), &only_staff);
    assert!(!is_installed && said.contains(&sentence), "where staff accept, whoever installs does not: {said}");

    // Everybody who looks is told.
    let waits =
        format!("version 4.0.0 of it, installed by grace, waits until a member of staff accepts that it gets {names}");
    let (_, listed) = deployment.plugin(&["list"], &[]);
    let overview = good(&staff.get("/session/admin/modules")).to_string();
    for told in [&waits, &by] {
        assert!(line(&listed, "waiting/version.wasm").contains(told), "{told}: {listed}");
        assert!(overview.contains(told), "{told}: {overview}");
    }
    assert_eq!(deployment.version(), 1, "what served goes on");

    // Not everybody may.
    let accept = |by: &str| deployment.plugin(&["accept", "version", "--by", by], &[]);
    let (is_accepted, said) = accept(&email(server, "member"));
    assert!(!is_accepted && said.contains("does not have the staff permission modules_manage"), "{said}");
    let (is_accepted, said) = accept("nobody@example.org");
    assert!(!is_accepted && said.contains("there is no user with the email nobody@example.org"), "{said}");
    assert_eq!(deployment.version(), 1);
    // Nor something else than what was looked at.
    let waiting = deployment.data_dir.join("components/waiting/version.wasm");
    let good_bytes = std::fs::read(&waiting).expect("it lies there");
    std::fs::copy(built("version_two"), &waiting).expect("exchanged");
    let (is_accepted, said) = accept(&email(server, "staff"));
    assert!(!is_accepted && said.contains("it is not the file that was installed"), "{said}");
    std::fs::write(&waiting, good_bytes).expect("as it was");

    let (is_accepted, said) = accept(&email(server, "staff"));
    assert!(is_accepted && said.contains(WRITES), "{said}");
    wait_for("the version that asks for more serves", || deployment.version() == 4);
    let record = deployment.record();
    for told in [&format!("accepted_by = \"{}\"", email(server, "staff")), "accepted_at = \"20", "\"key-value\""] {
        assert!(record.contains(told), "{told}: {record}");
    }
    assert!(record.contains("installed_by = \"grace\"") && !record.contains("waits_for"), "{record}");
    let entry = last_entry(&staff, "component", "version");
    assert_eq!(entry["action"], "component.accepted", "{entry}");
    assert_eq!(
        (&entry["before"]["version"], &entry["after"]["version"]),
        (&"1.0.0".into(), &"4.0.0".into()),
        "{entry}"
    );
    let (is_accepted, said) = accept(&email(server, "staff"));
    assert!(!is_accepted && said.contains("no version of version waits"), "{said}");

    // One that asks for less says so; whoever installs it says that it is by the same author.
    let (is_installed, said) = deployment.plugin(&["install", &file("version_two")], &[]);
    assert!(!is_installed && said.contains("version may be by another author: it is from "), "{said}");
    assert_eq!(deployment.version(), 4, "what served goes on");
    let (is_installed, said) = deployment.plugin(&["install", &file("version_two"), "--accept"], &[]);
    assert!(
        is_installed && said.contains(&format!("It no longer asks for 4 things of what it had: {names}.")),
        "{said}"
    );
    wait_for("the version that asks for less serves", || deployment.version() == 2);
    let (is_installed, _) = deployment.plugin(&words, &[]);
    assert!(!is_installed, "what it gave up it has to be given again");
    let (_, said) = deployment.plugin(&["uninstall", "version"], &[]);
    assert!(!deployment.data_dir.join("components/waiting/version.wasm").exists(), "{said}");
    wait_for("nothing of it is left", || server.get_keyless("/version").status == 404);
    // Its tables are there still, so its name goes on being its author's.
    let (is_installed, said) = deployment.plugin(&["install", &file("version_one")], &[]);
    assert!(!is_installed && said.contains("version may be by another author"), "{said}");
    let (is_installed, said) = deployment.plugin(&["install", &file("version_two")], &[]);
    assert!(is_installed, "the file that was uninstalled is nobody else's: {said}");
    let folder = deployment.data_dir.parent().expect("a folder").to_owned();
    drop(staff);
    drop(deployment);
    let _ = std::fs::remove_dir_all(folder);
}
