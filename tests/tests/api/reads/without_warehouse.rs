//! The warehouse hangs: what needs it says so in time, with when to come again; all else goes on; and everything is well
//! again by itself once it answers.

use super::table::{Read, Without, reads};
use quarry_tests::server::{Options, Server};
use serde_json::Value as Json;
use std::process::Command;
use std::time::{Duration, Instant};

/// Requests at once: more would wait for each other's instances.
const AT_ONCE: usize = 6;

fn start() -> Server {
    let environment = [
        ("QUARRY__LIMITS__REQUEST_SECONDS", "4"),
        ("QUARRY__CACHE__MEMORY_BYTES", "0"),
        ("QUARRY__RATE_LIMITS__PUBLIC_PER_MINUTE", "0"),
        ("QUARRY__RATE_LIMITS__PUBLIC_STATUS_PER_MINUTE", "0"),
        ("QUARRY__RATE_LIMITS__EXPLORER_LENS_PER_MINUTE", "0"),
    ];
    let environment = environment.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
    Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a server")
}

fn says_what_it_should(server: &Server, read: &Read) {
    let (path, answer) = (&read.path, server.get(&read.path));
    match read.without_warehouse {
        Without::Refused => {
            let refusal = (answer.status, answer.code());
            assert_eq!(refusal, (503, "data_source_unavailable".to_owned()), "{path}: {}", answer.text);
            assert!(answer.header("retry-after").parse::<u32>().is_ok_and(|seconds| seconds > 0), "{path}");
        }
        // Of an empty store: what is not there is a 404.
        Without::Served => assert!(matches!(answer.status, 200 | 404), "{path}: {}", answer.text),
        Without::SaysSo => {
            assert_eq!(answer.status, 200, "{path}: {}", answer.text);
            assert_eq!(answer.json()["warehouse"]["reachable"], Json::Bool(false), "{path}");
        }
    }
}

#[test]
fn without_the_warehouse_every_read_says_so_or_goes_on_and_is_well_again_by_itself() {
    quarry_tests::on_one_engine!();
    let (server, reads) = (start(), reads());
    let warehouse = server.warehouse_pid().expect("a warehouse").to_string();
    let signal = |signal: &str| {
        assert!(Command::new("kill").args([signal, &warehouse]).status().expect("kill runs").success());
    };
    // Each has run once then: it is the warehouse that is waited for, and not machine code that is read from the disk.
    for read in &reads {
        server.get(&read.path);
    }
    signal("-STOP");
    for some in reads.chunks(AT_ONCE) {
        std::thread::scope(|scope| {
            for read in some {
                scope.spawn(|| says_what_it_should(&server, read));
            }
        });
    }
    signal("-CONT");
    let began = Instant::now();
    for read in &reads {
        // An empty warehouse has lists without rows, and nothing at a number, an address or a slug.
        while !matches!(server.get(&read.path).status, 200 | 404) {
            assert!(
                began.elapsed() < quarry_tests::bounded::beside_others(Duration::from_secs(60)),
                "{} is not well again by itself",
                read.path
            );
            std::thread::sleep(Duration::from_millis(100));
        }
    }
    assert_eq!(server.get("/status").json()["warehouse"]["reachable"], Json::Bool(true));
    assert_eq!(server.warehouse_pid().expect("a warehouse").to_string(), warehouse, "nothing was started again");
}
