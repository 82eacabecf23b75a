//! A component whose statements cannot be checked waits for its store, and one that was found good does not.

use crate::lifecycle::{Place, wait_for};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

impl Place {
    /// The component that asks the warehouse, as a file of its own: `mark` stands in a section that means nothing.
    fn put_marked(&self, mark: u8) {
        let file = "../target/wasm32-wasip2/component/quarry_test_hostile.wasm";
        let mut bytes = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).expect("run `just test`");
        bytes.extend([0, 6, 4, b'm', b'a', b'd', b'e', mark]);
        self.put_bytes(&bytes, "hostile.wasm");
    }

    fn signal_warehouse(&self, signal: &str) {
        let warehouse = self.server.warehouse_pid().expect("a warehouse").to_string();
        assert!(Command::new("kill").args([signal, &warehouse]).status().expect("kill runs").success());
    }
}

#[test]
fn what_cannot_be_checked_waits_for_its_store_while_the_old_one_serves() {
    quarry_tests::on_one_engine!();
    let place = Place::new(
        "without-stores",
        "[components.grants]\nhostile = [\"warehouse\"]\n[components.limits]\nhostile = { request_seconds = 2 }\n",
    );
    let is_served = || place.server.get_keyless("/hostile/remember").status == 200;
    let loaded = || place.server.log().matches("a component was loaded component=\"hostile\"").count();
    place.put_marked(1);
    wait_for("it serves", is_served);
    assert_eq!(loaded(), 1, "{}", place.server.log());

    place.signal_warehouse("-STOP");
    place.put_marked(2);
    wait_for("the log says what it waits for", || {
        assert!(is_served(), "the old one serves");
        place.server.log().contains("the warehouse did not answer, so its statements could not be checked")
    });
    assert_eq!(loaded(), 1);
    place.signal_warehouse("-CONT");
    wait_for("the same file is tried again by itself", || {
        assert!(is_served(), "the old one serves until then");
        loaded() == 2
    });

    // Both were found good: they come and go while nobody can be asked.
    place.signal_warehouse("-STOP");
    std::fs::remove_file(place.folder.join("hostile.wasm")).expect("removed");
    wait_for("it is gone", || !is_served());
    place.put_marked(1);
    wait_for("it serves again", is_served);
    assert_eq!(loaded(), 3);
    let refusal = place.server.get_keyless("/hostile/retired?limit=1");
    assert_eq!((refusal.status, refusal.code().as_str()), (503, "data_source_unavailable"), "{}", refusal.text);
    place.signal_warehouse("-CONT");
    wait_for("it asks once somebody answers", || place.server.get_keyless("/hostile/retired?limit=2").status == 200);
}

/// A warehouse over TCP that explains every statement and, while it `dawdles`, keeps the rows of the component's waiting.
struct SlowWarehouse {
    url: String,
    dawdles: Arc<AtomicBool>,
}

impl SlowWarehouse {
    fn in_front_of(socket: PathBuf) -> SlowWarehouse {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let dawdles = Arc::new(AtomicBool::new(false));
        let dawdling = Arc::clone(&dawdles);
        std::thread::spawn(move || {
            for outside in listener.incoming() {
                let (outside, inside) =
                    (outside.expect("a client"), UnixStream::connect(&socket).expect("a warehouse"));
                let back = (inside.try_clone().expect("a socket"), outside.try_clone().expect("a socket"));
                let dawdling = Arc::clone(&dawdling);
                std::thread::spawn(move || pass_on(outside, inside, &dawdling));
                std::thread::spawn(move || pass_back(back.0, back.1));
            }
        });
        SlowWarehouse { url, dawdles }
    }

    fn dawdle(&self, dawdles: bool) {
        self.dawdles.store(dawdles, Ordering::Relaxed);
    }
}

fn pass_on(mut outside: TcpStream, mut inside: UnixStream, dawdles: &AtomicBool) {
    let mut buffer = vec![0; 64 << 10];
    while let Ok(read @ 1..) = outside.read(&mut buffer) {
        let text = String::from_utf8_lossy(&buffer[..read]);
        while dawdles.load(Ordering::Relaxed) && text.contains("numbers(") && !text.contains("EXPLAIN") {
            std::thread::sleep(Duration::from_millis(20));
        }
        if inside.write_all(&buffer[..read]).is_err() {
            break;
        }
    }
    let _ = inside.shutdown(std::net::Shutdown::Both);
}

fn pass_back(mut inside: UnixStream, mut outside: TcpStream) {
    let _ = std::io::copy(&mut inside, &mut outside);
    let _ = outside.shutdown(std::net::Shutdown::Both);
}

#[test]
fn a_self_test_that_a_slow_store_kept_from_its_end_leaves_no_verdict() {
    quarry_tests::on_one_engine!();
    quarry_tests::in_the_whole_suite!();
    let behind = Place::new("slow-store-behind", "");
    let warehouse = SlowWarehouse::in_front_of(behind.folder.join("../data/warehouse.sock"));
    let place = Place::new(
        "slow-store",
        &format!(
            "[warehouse]\nurl = \"{}\"\n[components.grants]\nhostile = [\"warehouse\"]\n\
             [components.limits]\nhostile = {{ cpu_milliseconds = 200 }}\n[telemetry]\nlog = \"quarry=debug\"\n",
            warehouse.url
        ),
    );
    let is_served = || place.server.get_keyless("/hostile/remember").status == 200;
    let said = |words: &str| {
        let log = place.server.log();
        log.lines().filter(|line| line.contains(words) && line.contains("component=\"hostile\"")).count()
    };
    let passed = || said("a component passed its self-test");
    let load_again = || {
        std::fs::remove_file(place.folder.join("hostile.wasm")).expect("removed");
        wait_for("it is gone", || !is_served());
        place.put_marked(3);
        wait_for("it serves", is_served);
    };
    warehouse.dawdle(true);
    place.put_marked(3);
    wait_for("it serves: nothing is known against it", is_served);
    assert_eq!((said("is tried again when it is loaded again"), passed()), (1, 0), "{}", place.server.log());
    warehouse.dawdle(false);
    load_again();
    assert_eq!(passed(), 1, "no verdict was kept: {}", place.server.log());
    load_again();
    assert_eq!(passed(), 1, "now there is one");
}
