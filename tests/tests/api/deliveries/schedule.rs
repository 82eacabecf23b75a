//! The times of attempts, and what is read of an answer.

use super::stage::{Endpoint, eventually, server};
use http::HeaderMap;
use http::header::RETRY_AFTER;
use jiff::Timestamp;
use quarry::deliveries::schedule::{asked_pause, pause_after};
use quarry_tests::outside::Outside;
use serde_json::json;
use std::io::Write;
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

#[test]
fn pauses_grow_from_five_seconds_to_twelve_hours_each_a_tenth_longer_or_shorter() {
    const PAUSES: [u64; 11] = [5, 30, 120, 600, 1_800, 3_600, 10_800, 21_600, 43_200, 43_200, 43_200];
    for (failures, seconds) in (1..).zip(PAUSES) {
        let pauses: Vec<Duration> = (0..200).map(|_| pause_after(failures)).collect();
        let whole = Duration::from_secs(seconds);
        let (least, most) = (whole.mul_f64(0.9), whole.mul_f64(1.1));
        assert!(pauses.iter().all(|pause| (least..=most).contains(pause)), "{failures}: {pauses:?}");
        let spread = pauses.iter().max().zip(pauses.iter().min()).map(|(longest, shortest)| *longest - *shortest);
        assert!(spread > Some(whole / 10), "receivers of one event are not asked again at one time: {spread:?}");
    }
}

#[test]
fn a_receiver_asks_for_a_pause_in_seconds_or_until_a_date_and_for_a_day_at_most() {
    let now: Timestamp = "2026-11-01T12:00:00Z".parse().expect("a time");
    for (text, seconds) in [
        ("120", Some(120)),
        (" 0 ", Some(0)),
        ("86401", Some(86_400)),
        ("18446744073709551615", Some(86_400)),
        ("Sun, 01 Nov 2026 12:30:00 GMT", Some(1_800)),
        ("Sun, 01 Nov 2026 11:30:00 GMT", Some(0)),
        ("Tue, 03 Nov 2026 12:00:00 GMT", Some(86_400)),
        ("soon", None),
        ("-5", None),
        ("", None),
    ] {
        let headers = HeaderMap::from_iter([(RETRY_AFTER, text.parse().expect("a value"))]);
        assert_eq!(asked_pause(&headers, now), seconds.map(Duration::from_secs), "{text}");
    }
    assert_eq!(asked_pause(&HeaderMap::new(), now), None);
}

#[test]
fn an_answer_without_an_end_is_cut_and_its_beginning_is_shown() {
    let written = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&written);
    let receiver = Outside::start(move |_: &str, stream: &mut TcpStream| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 1000000000\r\n\r\n\0taken ");
        while stream.write_all(&[b'x'; 64 << 10]).is_ok() {
            count.fetch_add(64 << 10, Ordering::SeqCst);
        }
    })
    .expect("a receiver");
    let endpoint = Endpoint::of(server(), &receiver);
    endpoint.emit("data_export.ready", &json!({ "export_id": 1 }));
    eventually("it is taken", || endpoint.deliveries()[0]["state"] == "delivered");
    let delivery = endpoint.deliveries()[0].clone();
    let answer = delivery["answer"].as_str().expect("an answer");
    assert!(answer.starts_with("\u{fffd}taken x") && answer.chars().count() == 1 << 10, "{answer}");
    assert!(delivery["duration_ms"].as_i64().is_some_and(|time| time < 5_000), "its end is not waited for: {delivery}");
    // What lies in the buffers of the connection was sent, and no more.
    assert!(written.load(Ordering::SeqCst) < 100 << 20, "{} bytes were taken", written.load(Ordering::SeqCst));
}
