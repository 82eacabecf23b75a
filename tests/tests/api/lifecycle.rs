//! Components come, go and are replaced while the host serves: nobody who asks meanwhile gets an error for it.

use quarry_tests::server::{Options, Server, fresh_folder, installation, quarry};
use quarry_tests::steady_load::{Now, SteadyLoad, Tally};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::runtime::Runtime;

/// Longer than two looks at the folder and one compilation, on a busy machine.
const WITHIN: Duration = Duration::from_secs(60);

/// A server with a folder of components of its own.
pub(crate) struct Place {
    pub(crate) server: Server,
    pub(crate) folder: PathBuf,
}

impl Place {
    pub(crate) fn new(name: &str, further: &str) -> Place {
        let folder = fresh_folder(name).expect("a folder");
        let components = folder.join("components");
        std::fs::create_dir(&components).expect("a folder");
        let config = folder.join("quarry.toml");
        let text = format!(
            "[server]\nlisten = \"127.0.0.1:0\"\nenvironment = \"sandbox\"\n[paths]\ndata_dir = \"{0}/data\"\n\
             [components]\nfolder = \"{0}/components\"\n[rate_limits]\npublic_per_minute = 0\n{further}",
            folder.display()
        );
        std::fs::write(&config, text).expect("a file");
        put(&components, "version_one", "version.wasm");
        let server = Server::start(&Options { config: Some(config), ..Options::default() }).expect("a server");
        Place { server, folder: components }
    }

    pub(crate) fn put(&self, component: &str, name: &str) {
        put(&self.folder, component, name);
    }

    /// Gives the version that answers; `None` where none does.
    pub(crate) fn version(&self) -> Option<u64> {
        let answer = self.server.get_keyless("/version");
        (answer.status == 200).then(|| answer.json()["version"].as_u64().expect("a number"))
    }

    pub(crate) fn config(&self) -> String {
        self.folder.parent().expect("a folder").join("quarry.toml").display().to_string()
    }

    /// Clients that ask all the time, and what they run on.
    fn load(&self) -> (Runtime, SteadyLoad) {
        let runtime = Runtime::new().expect("a runtime");
        let host = self.server.base_url.trim_start_matches("http://").split('/').next().expect("an address");
        let address = host.parse().expect("an address");
        let load = runtime.block_on(async { SteadyLoad::begin(address, "/api/v1/version", 4) });
        (runtime, load)
    }

    pub(crate) fn switch(&self, state: &str) {
        let config = self.config();
        let output = quarry(&["module", state, "partners", "--config", &config]).expect("runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    /// Tells that machine code of a component is mapped into the host.
    fn has_code_mapped(&self) -> bool {
        let maps = std::fs::read_to_string(format!("/proc/{}/maps", self.server.pid)).expect("the host lives");
        maps.contains(".cwasm")
    }
}

/// Copied beside and moved: what is there is whole.
pub(crate) fn put(folder: &Path, component: &str, name: &str) {
    let built = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(format!("../target/wasm32-wasip2/component/quarry_test_{component}.wasm"));
    let beside = folder.join("beside.part");
    std::fs::copy(&built, &beside).unwrap_or_else(|error| panic!("{}: {error}; run `just test`", built.display()));
    std::fs::rename(beside, folder.join(name)).expect("moved");
}

pub(crate) fn wait_for(what: &str, is_so: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < WITHIN, "not within {} s: {what}", WITHIN.as_secs());
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn nobody_was_failed(tally: &Tally) {
    assert!(tally.requests > 100, "{} requests were made", tally.requests);
    assert_eq!(tally.failed, 0, "of {}: {:?}", tally.requests, tally.first_failure);
}

#[test]
fn a_new_file_replaces_the_running_one_and_no_request_fails() {
    quarry_tests::on_one_engine!();
    let place = Place::new("replace", "");
    assert_eq!(place.version(), Some(1));
    assert_eq!(place.server.get_keyless("/versions").json()["version"], 1);
    let (runtime, load) = place.load();
    for round in 0..3 {
        place.put(if round % 2 == 0 { "version_two" } else { "version_one" }, "version.wasm");
        let expected = if round % 2 == 0 { 2 } else { 1 };
        wait_for("the new version answers", || place.version() == Some(expected));
    }
    nobody_was_failed(&runtime.block_on(load.end()).expect("the clients end"));
    assert_eq!(place.server.get_keyless("/versions").json()["version"], 2, "what was kept of the old one is gone");
    let document = place.server.get_keyless("/openapi.json").json();
    assert!(document["paths"]["/version"].is_object());
}

#[test]
fn a_switch_is_noticed_only_by_those_who_ask_while_it_is_off() {
    quarry_tests::on_one_engine!();
    let place = Place::new("switched", "");
    let (runtime, load) = place.load();
    for _ in 0..4 {
        load.changes();
        place.switch("off");
        wait_for("it is off", || place.server.get_keyless("/version").code() == "module_disabled");
        load.is_settled(Now::IsOff);
        std::thread::sleep(Duration::from_millis(100));
        load.changes();
        place.switch("on");
        wait_for("it is on", || place.version().is_some());
        load.is_settled(Now::Serves);
        std::thread::sleep(Duration::from_millis(100));
    }
    let tally = runtime.block_on(load.end()).expect("the clients end");
    nobody_was_failed(&tally);
    assert!(tally.switched_off > 0, "it was asked while it was off");
}

#[test]
fn a_file_that_does_not_load_leaves_the_old_one_serving_and_says_why() {
    quarry_tests::on_one_engine!();
    let place = Place::new("refused", "");
    std::fs::write(place.folder.join("version.wasm"), "not WebAssembly").expect("a file");
    wait_for("the log says why", || place.server.log().contains("it carries no contract version"));
    assert_eq!(place.version(), Some(1), "the old one serves");
    // The name of a component that is there already.
    place.put("version_two", "other.wasm");
    wait_for("the log says why", || place.server.log().contains("the component version is the one of "));
    assert_eq!(place.version(), Some(1));
    place.put("version_two", "version.wasm");
    wait_for("a mended file is taken", || place.version() == Some(2));
}

#[test]
fn a_file_that_is_removed_is_unloaded_and_one_that_is_added_is_loaded() {
    quarry_tests::on_one_engine!();
    let place = Place::new("removed", "");
    std::fs::remove_file(place.folder.join("version.wasm")).expect("removed");
    wait_for("the operation is gone", || place.server.get_keyless("/version").status == 404);
    assert_eq!(place.server.get_keyless("/version").code(), "not_found", "no module hides it: it is not there");
    assert!(place.server.get_keyless("/openapi.json").json()["paths"]["/version"].is_null());
    place.put("version_two", "another-name.wasm");
    wait_for("it is served again", || place.version() == Some(2));
}

#[test]
fn a_component_whose_modules_are_off_gives_its_memory_back() {
    quarry_tests::on_one_engine!();
    let place = Place::new("unloaded", "");
    // The first time it was compiled; from the cache it is mapped.
    place.switch("off");
    wait_for("it is off", || place.server.get_keyless("/version").code() == "module_disabled");
    wait_for("it is gone", || place.server.log().contains("a component has drained and is gone"));
    place.switch("on");
    wait_for("it is back", || place.version() == Some(1));
    assert!(place.has_code_mapped());
    place.switch("off");
    wait_for("its code is unmapped", || !place.has_code_mapped());
    let refusal = place.server.get_keyless("/version");
    assert_eq!((refusal.status, refusal.json()["module"].as_str()), (404, Some("partners")));
    place.switch("on");
    wait_for("it is back again", || place.version() == Some(1));
}

#[test]
fn a_version_that_fails_in_its_first_minutes_is_taken_back() {
    quarry_tests::on_one_engine!();
    let quarantine = "[quarantine]\nfaults = 5\npercent = 20\ncallers = 1\nshortest_milliseconds = 60000\n";
    let place = Place::new("taken-back", quarantine);
    place.put("version_two", "version.wasm");
    wait_for("the new version answers", || place.version() == Some(2));
    for _ in 0..5 {
        assert_eq!(place.server.get_keyless("/version?fails=true").status, 503);
    }
    wait_for("the old version answers", || place.version() == Some(1));
    assert!(
        place.server.log().contains("its version 2.0.0 failed too often in its first minutes, so 1.0.0 serves again")
    );
    // The file that failed is left alone until it is another one.
    std::thread::sleep(Duration::from_secs(2));
    assert_eq!(place.version(), Some(1));
    // Its own file is gone, and yet it comes back with its module.
    place.switch("off");
    wait_for("it is off", || place.server.get_keyless("/version").code() == "module_disabled");
    place.switch("on");
    wait_for("the version that was taken back to answers", || place.version() == Some(1));
}

#[test]
fn the_switches_are_followed_while_a_component_compiles() {
    quarry_tests::on_one_engine!();
    let place = Place::new("busy", "");
    let compiled = || std::fs::read_dir(place.folder.join("../data/cache/components")).expect("a folder").count();
    let before = compiled();
    // A big one that is given nothing, with a section that makes it one that nobody has compiled.
    let mut big = std::fs::read(installation().expect("built").join("components/organizations.wasm")).expect("built");
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("a clock").as_nanos().to_be_bytes();
    big.extend([&[0, 21, 4][..], b"made", &now].concat());
    std::fs::write(place.folder.join("beside.part"), big).expect("written");
    std::fs::rename(place.folder.join("beside.part"), place.folder.join("organizations.wasm")).expect("moved");
    for _ in 0..3 {
        place.switch("off");
        wait_for("it is off", || place.server.get_keyless("/version").code() == "module_disabled");
        place.switch("on");
        wait_for("it is back", || place.version() == Some(1));
    }
    wait_for("the big one is there", || place.server.log().contains("organizations"));
    assert!(compiled() > before, "it was compiled on this server");
}

#[test]
fn an_operation_that_fails_for_several_is_closed_and_its_neighbours_serve() {
    quarry_tests::on_one_engine!();
    let place = Place::new("quarantined", "[quarantine]\ncallers = 1\nshortest_milliseconds = 1000\n");
    for _ in 0..5 {
        let refusal = place.server.get_keyless("/version?fails=true");
        assert!(refusal.detail().contains("The component version failed."), "{}", refusal.text);
    }
    let refusal = place.server.get_keyless("/version");
    assert_eq!((refusal.status, refusal.code().as_str()), (503, "plugin_failed"), "{}", refusal.text);
    assert!(refusal.detail().contains("(quarantine); try again in 1 s"), "{}", refusal.detail());
    assert!(refusal.header("retry-after").parse::<u32>().is_ok());
    assert_eq!(place.server.get_keyless("/versions").status, 200, "the neighbour route serves");
    wait_for("a probe opens it", || place.version() == Some(1));
}
