//! The same answer in the form that a client accepts.

use crate::response_cache::support::{Response, counting_with, json, kept_route, registration, start};
use flate2::read::GzDecoder;
use quarry::contract::{Access, CacheRule, Route, Scope, keyless_get};
use std::io::Read;

const KEY: (&str, &str) = ("authorization", "Bearer qk_test");

/// A list as the API gives them, of about `bytes`.
fn large(bytes: usize) -> String {
    let row = |number: usize| format!("{{\"block_number\":{number},\"price\":\"{}.{}\"}}", number * 7919, number * 31);
    let rows: Vec<String> = (0..bytes / 40).map(row).collect();
    format!("[{}]", rows.join(","))
}

fn decoded(response: &Response) -> Vec<u8> {
    let body = &response.body[..];
    let mut plain = Vec::new();
    match response.header("content-encoding") {
        "gzip" => drop(GzDecoder::new(body).read_to_end(&mut plain).unwrap()),
        "zstd" => plain = zstd::decode_all(body).unwrap(),
        "br" => drop(brotli::Decompressor::new(body, 4096).read_to_end(&mut plain).unwrap()),
        "" => plain = body.to_vec(),
        other => panic!("{other} was not asked for"),
    }
    plain
}

#[tokio::test]
async fn every_form_has_its_tag_and_the_same_content() {
    for length in [2_000, 200_000] {
        let body = large(length);
        let content = body.clone();
        let (count, handler) = counting_with(move |_, _| json(content.clone()));
        let private =
            Route { access: Access::Key(Scope::Read), cache: CacheRule::Private, ..keyless_get("p", "/private", "") };
        let routes = vec![registration(kept_route(), &handler), registration(private, &handler)];
        let server = start(routes).await;
        for path in ["/kept", "/private"] {
            let plain = server.send("GET", path, &[KEY]).await;
            let tag = plain.header("etag").to_owned();
            for coding in ["gzip", "br", "zstd"] {
                let headers = [KEY, ("accept-encoding", coding)];
                let encoded = server.send("GET", path, &headers).await;
                assert_eq!(encoded.header("content-encoding"), coding);
                assert_eq!(encoded.header("etag"), format!("{}-{coding}\"", &tag[..33]));
                assert_eq!(encoded.header("content-length"), encoded.body.len().to_string());
                assert!(encoded.body.len() < body.len() / 2, "{} of {}", encoded.body.len(), body.len());
                assert_eq!(decoded(&encoded), body.as_bytes());
                assert!(encoded.header("vary").ends_with("Accept-Encoding"));
                let head = server.send("HEAD", path, &headers).await;
                assert_eq!((head.header("content-length"), head.body.len()), (encoded.header("content-length"), 0));
                // Any form's tag is this answer's, whatever form would be sent now.
                let known = [KEY, ("if-none-match", encoded.header("etag"))];
                let unchanged = server.send("GET", path, &known).await;
                assert_eq!((unchanged.status.as_u16(), unchanged.header("etag")), (304, tag.as_str()));
            }
        }
        assert!(count.get() > 1, "the private route is asked each time");
    }
}

#[tokio::test]
async fn a_small_answer_is_sent_plain_unless_plain_is_refused() {
    let (_, handler) = counting_with(|_, _| json("{\"small\":true,\"small_too\":true,\"and\":\"small small small\"}"));
    let server = start(vec![registration(kept_route(), &handler)]).await;
    let usual = server.send("GET", "/kept", &[("accept-encoding", "gzip, deflate, br, zstd")]).await;
    assert_eq!((usual.header("content-encoding"), usual.status.as_u16()), ("", 200));
    assert_eq!(usual.header("vary"), "Accept-Encoding");
    let refused = server.send("GET", "/kept", &[("accept-encoding", "identity;q=0, gzip")]).await;
    assert_eq!(refused.status, 200);
}

#[tokio::test]
async fn the_forms_are_made_once() {
    let body = large(100_000);
    let (count, handler) = counting_with(move |_, _| json(body.clone()));
    let server = start(vec![registration(kept_route(), &handler)]).await;
    let headers = [("accept-encoding", "gzip")];
    let first = server.send("GET", "/kept", &headers).await;
    for _ in 0..3 {
        let again = server.send("GET", "/kept", &headers).await;
        assert_eq!((again.body.as_ref(), again.header("etag")), (first.body.as_ref(), first.header("etag")));
    }
    assert_eq!(count.get(), 1);
}

#[tokio::test]
async fn an_error_is_told_in_plain_words() {
    let (_, handler) = counting_with(|_, _| Err(quarry::contract::Problem::not_found("x".repeat(5000))));
    let server = start(vec![registration(kept_route(), &handler)]).await;
    let error = server.send("GET", "/kept", &[("accept-encoding", "gzip, br, zstd")]).await;
    assert_eq!((error.status.as_u16(), error.header("content-encoding")), (404, ""));
}
