//! The parts that the tests of rows as objects share, whatever store the objects lie in: asking for a file, waiting for it and
//! reading it.

use quarry_tests::bounded;
use quarry_tests::http::Answer;
use quarry_tests::server::Server;
use serde_json::{Value as Json, json};
use std::io::Read;
use std::time::{Duration, Instant};

/// The longest that a job may take on a busy machine.
const WITHIN: Duration = Duration::from_secs(100);

pub(crate) fn file(key: &str, format: &str, compression: &str, count: u64) -> Json {
    json!({ "key": key, "format": format, "compression": compression, "count": count })
}

pub(crate) fn with(mut file: Json, name: &str, value: impl Into<Json>) -> Json {
    file[name] = value.into();
    file
}

pub(crate) fn post(server: &Server, path: &str, body: &Json) -> Answer {
    server.send_body("POST", path, &[("content-type", "application/json")], body.to_string().as_bytes())
}

/// Writes a file in a job, which has the time that it takes; gives the path of the job.
pub(crate) fn start_job(server: &Server, file: &Json) -> String {
    let started = post(server, "/archive/later_row_files", file);
    assert_eq!(started.status, 200, "{}", started.text);
    format!("/archive/later_row_files/{}", started.json()["id"])
}

/// The job as it was when `is_so`.
pub(crate) fn wait_for(server: &Server, what: &str, path: &str, is_so: impl Fn(&Json) -> bool) -> Json {
    let began = Instant::now();
    loop {
        let seen = server.get_keyless(path).json();
        if is_so(&seen) {
            return seen;
        }
        assert!(began.elapsed() < WITHIN, "{what}: {seen}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

pub(crate) fn load(server: &Server, key: &str) -> (u16, Vec<u8>) {
    let url = format!("{}/api/v1/archive/object?key={key}", server.base_url);
    let mut answer = bounded::agent().get(url).call().expect("an answer");
    let bytes = answer.body_mut().with_config().limit(1 << 30).read_to_vec().expect("a whole body");
    (answer.status().as_u16(), bytes)
}

pub(crate) fn unpacked(compression: &str, bytes: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    match compression {
        "gzip" => flate2::read::GzDecoder::new(bytes).read_to_end(&mut plain).expect("gzip"),
        "zstd" => zstd::Decoder::new(bytes).expect("zstd").read_to_end(&mut plain).expect("zstd"),
        _ => (&*bytes).read_to_end(&mut plain).expect("bytes"),
    };
    plain
}
