//! The operator of a host gives a component another chance, also one that no module covers, and every host follows.

use crate::lifecycle::{put, wait_for};
use quarry_tests::server::{Options, Server, empty_app_store_environment, fresh_folder, quarry};
use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::Duration;

/// The configuration of a host on the app store that all have, with a component of no module that fails on demand; one caller is
/// enough to close it, for longer than the test lasts.
fn configuration(folder: &Path, name: &str, app_store_url: &str) -> PathBuf {
    let (config, data) = (folder.join(format!("{name}.toml")), folder.join(name));
    std::fs::create_dir(&data).expect("a folder");
    let text = format!(
        "[server]\nlisten = \"127.0.0.1:0\"\nenvironment = \"sandbox\"\n\
         [app_store]\nurl = \"{app_store_url}\"\n\
         [paths]\ndata_dir = \"{}\"\n\
         [components]\nfolder = \"{}\"\n\
         [components.grants]\nhostile = [\"warehouse\"]\n\
         [rate_limits]\npublic_per_minute = 0\n\
         [quarantine]\ncallers = 1\nshortest_milliseconds = 200000\n",
        data.display(),
        folder.display()
    );
    std::fs::write(&config, text).expect("a file");
    config
}

fn lift(config: &Path, component: &str) -> Output {
    let config = config.display().to_string();
    quarry(&["plugin", "lift", component, "--reason", "its store is back", "--config", &config]).expect("runs")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn is_closed(host: &Server) -> bool {
    host.get_keyless("/hostile/panic?armed=true").detail().contains("(quarantine)")
}

#[test]
fn an_operation_that_no_module_covers_is_asked_again_on_every_host_once_its_quarantine_is_lifted() {
    quarry_tests::in_the_whole_suite!();
    let folder = fresh_folder("lifting").expect("a folder");
    put(&folder, "hostile", "hostile.wasm");
    let environment = empty_app_store_environment("lifting").expect("an application store");
    let shared = environment.into_iter().find(|(name, _)| name == "QUARRY__APP_STORE__URL").map(|(_, url)| url);
    let url = shared.unwrap_or_else(|| format!("sqlite://{}/shared.sqlite3", folder.display()));
    let configs = ["here", "there"].map(|name| configuration(&folder, name, &url));
    let hosts = configs
        .clone()
        .map(|config| Server::start(&Options { config: Some(config), ..Options::default() }).expect("a server"));
    for host in &hosts {
        (0..5).for_each(|_| assert!(!is_closed(host), "it is asked, and fails"));
        assert!(is_closed(host), "it failed too often");
    }

    let unknown = lift(&configs[0], "hostille");
    assert_eq!(unknown.status.code(), Some(1), "{}", said(&unknown));
    let sentence = "no component of this deployment is called hostille; there are hostile";
    assert!(said(&unknown).contains(sentence), "{}", said(&unknown));
    std::thread::sleep(Duration::from_secs(1));
    assert!(hosts.iter().all(is_closed), "another name lifts nothing");

    // Twice, since it fails on: each time counts.
    for _ in 0..2 {
        let lifted = lift(&configs[0], "hostile");
        assert!(lifted.status.success(), "{}", said(&lifted));
        hosts.iter().for_each(|host| wait_for("the host asks it again", || !is_closed(host)));
        hosts.iter().for_each(|host| wait_for("it is closed again", || is_closed(host)));
    }
    drop(hosts);
    std::fs::remove_dir_all(folder).expect("removed");
}
