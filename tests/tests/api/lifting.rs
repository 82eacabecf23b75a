//! Whoever runs a host gives a component another chance, also one that no module covers, and every host follows.

use crate::lifecycle::{put, wait_for};
use quarry_tests::server::{Options, Server, app_store_environment, fresh_folder, installation};
use std::process::{Command, Output};

/// The environment of hosts on one app store, with a component of no module that fails on demand; one caller is enough to close
/// it, for longer than the test lasts.
fn environment(folder: &std::path::Path) -> Vec<(String, String)> {
    put(folder, "hostile", "hostile.wasm");
    let mut environment = app_store_environment("lifting").expect("a schema");
    if environment.is_empty() {
        let url = format!("sqlite://{}", folder.join("shared.sqlite3").display());
        environment.push(("QUARRY__APP_STORE__URL".to_owned(), url));
    }
    let settings = [
        ("QUARRY__COMPONENTS__FOLDER", folder.to_str().expect("text")),
        ("QUARRY__RATE_LIMITS__PUBLIC_PER_MINUTE", "0"),
        ("QUARRY__QUARANTINE__CALLERS", "1"),
        ("QUARRY__QUARANTINE__SHORTEST_MILLISECONDS", "200000"),
    ];
    environment.extend(settings.map(|(name, value)| (name.to_owned(), value.to_owned())));
    environment
}

#[test]
fn an_operation_that_no_module_covers_is_asked_again_on_every_host_once_its_quarantine_is_lifted() {
    let folder = fresh_folder("lifting").expect("a folder");
    let environment = environment(&folder);
    let start = || {
        let options = Options { no_sample: true, environment: environment.clone(), ..Options::default() };
        Server::start(&options).expect("a server")
    };
    let (here, there) = (start(), start());
    let said = |host: &Server| host.get_keyless("/hostile/panic?armed=true").detail();
    let is_closed = |host: &Server| said(host).contains("(quarantine)");
    let lift = |name: &str| -> Output {
        let program = installation().expect("an installation").join("quarry");
        let arguments = ["plugin", "lift", name, "--reason", "its store is back", "--data-dir"];
        let command = Command::new(program).args(arguments).arg(&here.data_dir).envs(environment.clone()).output();
        command.expect("the program runs")
    };
    for host in [&here, &there] {
        (0..5).for_each(|_| assert!(!is_closed(host)));
        assert!(is_closed(host), "{}", said(host));
    }

    let unknown = lift("hostille");
    let sentence = String::from_utf8_lossy(&unknown.stderr).into_owned();
    assert_eq!(unknown.status.code(), Some(1), "{sentence}");
    assert!(sentence.contains("no component of this deployment is called hostille; there are hostile"), "{sentence}");
    std::thread::sleep(std::time::Duration::from_secs(1));
    assert!(is_closed(&here) && is_closed(&there), "another name lifts nothing");

    let lifted = lift("hostile");
    assert!(lifted.status.success(), "{}", String::from_utf8_lossy(&lifted.stderr));
    for host in [&here, &there] {
        wait_for("the host asks it again", || !is_closed(host));
    }

    // Again, since it fails on.
    for host in [&here, &there] {
        wait_for("it is closed again", || is_closed(host));
    }
    assert!(lift("hostile").status.success());
    for host in [&here, &there] {
        wait_for("the host asks it again", || !is_closed(host));
    }
    std::fs::remove_dir_all(folder).expect("removed");
}
