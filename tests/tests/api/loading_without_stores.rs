//! A component whose statements cannot be checked waits for its store, and one that was found good does not.

use crate::lifecycle::{Place, wait_for};
use std::path::Path;
use std::process::Command;

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
