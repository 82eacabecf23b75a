//! A file that would break down, or that is made to keep the host busy, never serves and never costs those who are served.

use crate::lifecycle::{Place, wait_for};
use quarry_tests::hostile_wasm::{hard_to_compile, with_endless_start};
use quarry_tests::server::{Options, Server, fresh_folder, quarry};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

impl Place {
    /// Puts a file beside and moves it to its place.
    pub(crate) fn put_bytes(&self, bytes: &[u8], name: &str) {
        let beside = self.folder.join("beside.part");
        std::fs::write(&beside, bytes).expect("written");
        std::fs::rename(beside, self.folder.join(name)).expect("moved");
    }

    /// The old version serves until the log has `sentence`, and after it.
    fn serves_until_refused(&self, sentence: &str) {
        wait_for(sentence, || {
            assert_eq!(self.version(), Some(1), "the old one serves");
            self.server.log().contains(sentence)
        });
        assert_eq!(self.version(), Some(1), "the old one still serves");
    }

    /// The memory of the host, in bytes.
    fn resident_bytes(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.server.pid)).expect("the host lives");
        let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("its highest memory");
        line.split_whitespace().nth(1).and_then(|number| number.parse::<u64>().ok()).expect("a number") * 1024
    }
}

fn built(component: &str) -> Vec<u8> {
    let path = format!("../target/wasm32-wasip2/component/quarry_test_{component}.wasm");
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("built")
}

#[test]
fn a_version_that_breaks_down_on_its_first_call_is_refused_and_the_old_one_serves() {
    quarry_tests::on_one_engine!();
    let place = Place::new("self-test", "");
    place.put("version_three", "version.wasm");
    place.serves_until_refused("its self-test failed: GET /version failed");
    let sentence = place.server.log();
    let sentence = sentence.lines().find(|line| line.contains("its self-test failed")).expect("a line");
    assert!(sentence.contains("on purpose"), "what the component said stands with it: {sentence}");
    let output = quarry(&["plugin", "list", "--config", &place.config()]).expect("runs");
    let list = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(list.contains("its self-test failed: GET /version failed"), "{list}");
    place.put("version_two", "version.wasm");
    wait_for("a mended one is taken", || place.version() == Some(2));
}

#[test]
fn what_was_found_good_is_not_tried_again() {
    quarry_tests::on_one_engine!();
    let place = Place::new("verdict", "[telemetry]\nlog = \"quarry=debug\"\n");
    let tried = || place.server.log().matches("a component passed its self-test").count();
    assert_eq!(tried(), 1);
    // Away and back: loaded anew, from the cache and by its verdict.
    std::fs::remove_file(place.folder.join("version.wasm")).expect("removed");
    wait_for("it is gone", || place.version().is_none());
    place.put("version_one", "version.wasm");
    wait_for("it is back", || place.version() == Some(1));
    assert_eq!(tried(), 1);
    place.put("version_two", "version.wasm");
    wait_for("another one is there", || place.version() == Some(2));
    assert_eq!(tried(), 2);
}

#[test]
fn a_file_that_keeps_the_compiler_busy_is_given_up() {
    quarry_tests::on_one_engine!();
    quarry_tests::in_the_whole_suite!();
    let place = Place::new("compile-time", "[limits]\ncompile_seconds = 3\n");
    let before = place.resident_bytes();
    // Long functions: a fast machine compiles as many bytes of short ones within the limit.
    place.put_bytes(&hard_to_compile(12, 200_000), "version.wasm");
    // By CPU time, or by the clock where the machine has little of that to give.
    place.serves_until_refused("(compile_seconds)");
    let more = place.resident_bytes().saturating_sub(before);
    assert!(more < 128 << 20, "compiling cost the host {more} bytes");
    place.put("version_two", "version.wasm");
    wait_for("another file compiles", || place.version() == Some(2));
}

#[test]
fn a_file_whose_compilation_eats_memory_is_given_up() {
    quarry_tests::on_one_engine!();
    let place = Place::new("compile-memory", "[limits]\ncompile_memory_bytes = 402653184\n");
    // One function that is nearly as large as one may be.
    place.put_bytes(&hard_to_compile(1, 900_000), "version.wasm");
    place.serves_until_refused("compiling it takes more than 402653184 bytes of memory (compile_memory_bytes)");
    place.put("version_two", "version.wasm");
    wait_for("another file compiles", || place.version() == Some(2));
}

#[test]
fn a_file_that_loops_before_it_can_be_called_is_given_up() {
    quarry_tests::on_one_engine!();
    let place = Place::new("start", "[limits]\ncpu_milliseconds = 300\n");
    place.put_bytes(&with_endless_start(&built("version_two")).expect("a component"), "version.wasm");
    place.serves_until_refused("its describe used more than 300 ms of CPU time (cpu)");
}

#[test]
fn a_file_that_is_too_large_is_not_read() {
    quarry_tests::on_one_engine!();
    let place = Place::new("too-large", "");
    // Moved in whole: what grows is left alone.
    let beside = place.folder.join("beside.part");
    File::create(&beside).and_then(|file| file.set_len(1 << 40)).expect("a file with a hole");
    std::fs::rename(beside, place.folder.join("version.wasm")).expect("moved");
    place.serves_until_refused("its file is larger than the 67108864 bytes that a component may have");
}

#[test]
fn a_file_that_the_compiler_refuses_says_why() {
    quarry_tests::on_one_engine!();
    let place = Place::new("invalid", "");
    let mut bytes = built("version_two");
    // Its stamp stays readable, and a function of it ends in the middle of nowhere.
    let middle = bytes.len() / 2;
    bytes[middle..middle + 64].fill(0xff);
    place.put_bytes(&bytes, "version.wasm");
    wait_for("the log says why", || place.server.log().contains("the component is left out: "));
    assert_eq!(place.version(), Some(1));
}

/// The question takes seconds, and is not asked again for another app store over the same tables.
#[test]
fn what_the_warehouse_was_asked_once_it_is_not_asked_again() {
    quarry_tests::on_one_engine!();
    let data_dir = fresh_folder("examined").expect("a folder").join("data");
    let options = Options { no_sample: true, data_dir: Some(data_dir.clone()), ..Options::default() };
    let start = || Server::start(&options).expect("it serves");
    assert_eq!(start().stop("TERM").expect("it stops"), 0);
    for file in ["app.sqlite3", "app.sqlite3-wal", "app.sqlite3-shm"] {
        let _ = std::fs::remove_file(data_dir.join(file));
    }
    let began = SystemTime::now();
    let server = start();
    let entries = std::fs::read_dir(data_dir.join("cache/components")).expect("the cache").flatten();
    let noted: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "examined"))
        .collect();
    let modified = |path: &PathBuf| path.metadata().and_then(|file| file.modified()).expect("a time");
    assert!(!noted.is_empty(), "examinations are noted");
    let anew: Vec<&PathBuf> = noted.iter().filter(|path| modified(path) > began).collect();
    assert!(anew.is_empty(), "asked again: {anew:?}\n{}", server.log());
}
