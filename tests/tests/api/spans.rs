//! The trace of a request: the component within it, and within that each call of the host.

use crate::isolation::server;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener};
use std::sync::{Arc, Mutex};

/// A span, as far as it is looked at.
#[derive(Debug, Clone, Default)]
pub(crate) struct Span {
    pub(crate) name: String,
    pub(crate) id: Vec<u8>,
    pub(crate) parent: Vec<u8>,
    pub(crate) attributes: BTreeMap<String, String>,
}

pub(crate) type Received = Arc<Mutex<Vec<Span>>>;

/// A collector of OTLP over HTTP.
pub(crate) fn collector() -> (SocketAddr, Received) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    let received = Received::default();
    let kept = Arc::clone(&received);
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let kept = Arc::clone(&kept);
            std::thread::spawn(move || {
                let mut reader = BufReader::new(stream);
                while let Some(body) = read_request(&mut reader) {
                    kept.lock().expect("kept").extend(spans(&body));
                    let answered = reader.get_mut().write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
                    if answered.is_err() {
                        break;
                    }
                }
            });
        }
    });
    (address, received)
}

fn read_request(reader: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if line == "\r\n" {
            break;
        }
        if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().ok()?;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some(body)
}

/// The fields of a protobuf message that have bytes.
fn fields(mut message: &[u8]) -> Vec<(u64, &[u8])> {
    fn number(bytes: &mut &[u8]) -> Option<u64> {
        let (mut value, mut shift) = (0, 0);
        loop {
            let (byte, rest) = bytes.split_first()?;
            *bytes = rest;
            value |= u64::from(byte & 0x7f) << shift;
            shift += 7;
            if byte & 0x80 == 0 {
                return Some(value);
            }
        }
    }
    let mut found = Vec::new();
    while let Some(key) = number(&mut message) {
        let skipped = match key & 7 {
            0 => {
                number(&mut message);
                0
            }
            1 => 8,
            5 => 4,
            _ => {
                let length = number(&mut message).unwrap_or_default() as usize;
                found.push((key >> 3, &message[..length]));
                length
            }
        };
        message = &message[skipped..];
    }
    found
}

fn within(messages: Vec<&[u8]>, field: u64) -> Vec<&[u8]> {
    let inner = messages.into_iter().flat_map(fields);
    inner.filter(|(number, _)| *number == field).map(|(_, bytes)| bytes).collect()
}

/// Resource spans (1), scope spans (2), spans (2).
fn spans(body: &[u8]) -> Vec<Span> {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let read = |message: &[u8]| {
        let mut span = Span::default();
        for (field, bytes) in fields(message) {
            match field {
                2 => span.id = bytes.to_vec(),
                4 => span.parent = bytes.to_vec(),
                5 => span.name = text(bytes),
                9 => {
                    let value = within(within(vec![bytes], 2), 1);
                    let key = within(vec![bytes], 1);
                    if let (Some(key), Some(value)) = (key.first(), value.first()) {
                        span.attributes.insert(text(key), text(value));
                    }
                }
                _ => {}
            }
        }
        span
    };
    within(within(within(vec![body], 1), 2), 2).into_iter().map(read).collect()
}

#[test]
fn the_component_and_each_call_of_the_host_are_spans_of_their_request() {
    quarry_tests::on_one_engine!();
    let (collector, received) = collector();
    let telemetry = format!("[telemetry]\notlp_endpoint = \"http://{collector}\"\n");
    let server = server("spans", &["hostile", "complete"], &telemetry);
    assert_eq!(server.get_keyless("/hostile/retired").status, 200);
    assert_eq!(server.get_keyless("/hostile/deferred/page").status, 200);
    assert_eq!(server.get_keyless("/archive/list?prefix=a&count=1").status, 200);
    for (route, component, call, attribute) in [
        ("GET /hostile/retired", "hostile", "statement", ("statement", "numbers")),
        ("GET /archive/list", "complete", "host_call", ("call", "objects")),
    ] {
        let chain = || {
            let spans = received.lock().expect("received").clone();
            let request = spans.iter().find(|span| span.name == route)?;
            let guest = spans.iter().find(|span| span.name == "component" && span.parent == request.id)?;
            let call = spans.iter().find(|span| span.name == call && span.parent == guest.id)?;
            Some((guest.attributes.clone(), call.attributes.clone()))
        };
        crate::lifecycle::wait_for(route, || chain().is_some());
        let (guest, call) = chain().expect("just found");
        assert_eq!(guest.get("component").map(String::as_str), Some(component));
        assert_eq!(call.get(attribute.0).map(String::as_str), Some(attribute.1));
    }
    // What the component left to the host is no part of it.
    crate::lifecycle::wait_for("a deferred statement", || {
        let spans = received.lock().expect("received").clone();
        let request = spans.iter().find(|span| span.name == "GET /hostile/deferred/page");
        let of_request = |span: &&Span| request.is_some_and(|request| span.parent == request.id);
        let names: Vec<&str> = spans.iter().filter(of_request).map(|span| span.name.as_str()).collect();
        names.contains(&"component") && names.contains(&"statement")
    });
}
