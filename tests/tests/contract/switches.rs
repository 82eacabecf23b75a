//! A module that is switched off is in no document, so that nobody is told of what is not served.

use quarry_tests::bounded::beside_others;
use quarry_tests::server::{Options, Server, quarry};
use std::time::{Duration, Instant};

#[test]
fn a_switched_off_module_is_in_no_document() {
    let server = Server::start(&Options { no_sample: true, ..Options::default() }).unwrap();
    let listed = || {
        let texts = [
            server.get_keyless("/openapi.json").text,
            server.get_keyless("/public/api_reference").text,
            server.send_to_root("GET", "/llms.txt", &[]).text,
        ];
        texts.map(|text| text.contains("/pools/{address}/prices"))
    };
    assert_eq!(listed(), [true; 3]);
    let data_dir = server.data_dir.display().to_string();
    let off = quarry(&["module", "off", "prices", "--reason", "a test", "--data-dir", &data_dir]).unwrap();
    assert!(off.status.success(), "{}", String::from_utf8_lossy(&off.stderr));
    let started = Instant::now();
    while listed() != [false; 3] {
        assert!(started.elapsed() < beside_others(Duration::from_secs(2)), "a document still lists it: {:?}", listed());
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(server.get_keyless("/openapi.json").text.contains("\"/me\""), "what belongs to no module stays");
}
