//! Values that a client may write into `Accept-Encoding` and `If-None-Match`, and the answers to them.

use http::header::{ACCEPT_ENCODING, IF_NONE_MATCH};
use http::{HeaderMap, HeaderValue};
use proptest::prelude::*;
use quarry::edge::EntityTag;
use quarry::edge::content_encoding::{AcceptedCodings, ContentCoding};

fn headers(name: http::HeaderName, lines: &[&str]) -> HeaderMap {
    let mut headers = HeaderMap::new();
    for line in lines {
        headers.append(&name, HeaderValue::from_bytes(line.as_bytes()).expect("a header value"));
    }
    headers
}

fn chosen(lines: &[&str]) -> &'static str {
    AcceptedCodings::of(&headers(ACCEPT_ENCODING, lines)).choose(true).name()
}

#[test]
fn the_form_is_the_one_that_was_liked_best() {
    for (accepted, expected) in [
        ("gzip, deflate, br, zstd", "zstd"),
        ("gzip, deflate, br", "br"),
        ("gzip, deflate", "gzip"),
        ("GZip", "gzip"),
        ("x-gzip", "gzip"),
        ("gzip;q=1.0, br;q=0.5, zstd;q=0.1", "gzip"),
        ("gzip ; q=0.5 ,\tbr ; Q=0.51", "br"),
        ("br;q=0, gzip", "gzip"),
        ("gzip;q=0", "identity"),
        ("deflate, compress", "identity"),
        ("", "identity"),
        ("identity", "identity"),
        ("identity;q=0.5, gzip;q=0.2", "identity"),
        ("identity;q=0.5, gzip;q=0.5", "gzip"),
        ("identity, gzip", "gzip"),
        ("gzip;q=0.001", "gzip"),
        ("*", "zstd"),
        ("*;q=0.5, zstd;q=0", "br"),
        ("*;q=0", "identity"),
        ("gzip, *;q=0", "gzip"),
        ("identity;q=0, *", "zstd"),
        ("identity;q=0", "identity"),
        // What is not well formed says nothing.
        ("gzip;q=2, br", "br"),
        ("gzip;q=0.1234", "identity"),
        ("gzip;q=-1", "identity"),
        ("gzip;level=9", "identity"),
        ("gzip;q", "identity"),
        ("gzip;q=1.001", "identity"),
        (",,;q=1,", "identity"),
    ] {
        assert_eq!(chosen(&[accepted]), expected, "{accepted:?}");
    }
    assert_eq!(chosen(&[]), "identity", "nothing was asked for");
    assert_eq!(chosen(&["gzip", "br;q=0.9"]), "gzip", "several lines are one list");
}

#[test]
fn a_small_body_stays_plain_unless_plain_is_refused() {
    let choose = |line: &str| AcceptedCodings::of(&headers(ACCEPT_ENCODING, &[line])).choose(false);
    assert_eq!(choose("gzip, br"), ContentCoding::Identity);
    assert_eq!(choose("gzip, identity;q=0"), ContentCoding::Gzip);
    assert_eq!(choose("gzip, *;q=0"), ContentCoding::Gzip);
}

/// One item of a list: name, and weight in thousandths where one is said.
fn item() -> impl Strategy<Value = (&'static str, Option<u16>)> {
    let name = prop::sample::select(vec!["gzip", "br", "zstd", "identity", "*", "deflate", "x-other"]);
    (name, prop::option::of(0_u16..=1000))
}

fn written(items: &[(&str, Option<u16>)]) -> String {
    let item = |(name, weight): &(&str, Option<u16>)| match weight {
        Some(1000) => format!("{name};q=1"),
        Some(weight) => format!("{name};q=0.{weight:03}"),
        None => (*name).to_owned(),
    };
    items.iter().map(item).collect::<Vec<_>>().join(", ")
}

/// The weight that a list gives to a form, read off plainly.
fn weight(items: &[(&str, Option<u16>)], name: &str) -> Option<u16> {
    let last = |wanted: &str| items.iter().rev().find(|(name, _)| *name == wanted);
    last(name).or_else(|| last("*")).map(|(_, weight)| weight.unwrap_or(1000))
}

proptest! {
    #[test]
    fn what_is_chosen_was_accepted_and_nothing_was_liked_better(items in prop::collection::vec(item(), 0..8)) {
        let list = written(&items);
        let name = chosen(&[&list]);
        let of = |name: &str| weight(&items, name);
        let encoded = ["gzip", "br", "zstd"];
        match name {
            "identity" => {
                let plain = of("identity").unwrap_or(0);
                for other in encoded {
                    let refused_or_less = of(other).unwrap_or(0) == 0 || of(other).unwrap_or(0) < plain;
                    prop_assert!(refused_or_less, "{other} of {list:?}");
                }
            }
            name => {
                let chosen = of(name).unwrap_or(0);
                prop_assert!(chosen > 0, "{name} of {list:?}");
                for other in encoded.into_iter().chain(["identity"]) {
                    prop_assert!(of(other).unwrap_or(0) <= chosen, "{other} over {name} of {list:?}");
                }
            }
        }
    }

    #[test]
    fn no_header_breaks_the_parsers(line in "[ -~\t\u{80}-\u{ff}]{0,200}", body in prop::collection::vec(any::<u8>(), 0..64)) {
        if let Ok(value) = HeaderValue::from_bytes(line.as_bytes()) {
            let mut sent = HeaderMap::new();
            sent.insert(ACCEPT_ENCODING, value.clone());
            sent.insert(IF_NONE_MATCH, value);
            AcceptedCodings::of(&sent).choose(true);
            EntityTag::of(&body, None).is_named_by(&sent);
        }
    }

    #[test]
    fn a_tag_is_found_wherever_it_stands_in_a_list(
        body in prop::collection::vec(any::<u8>(), 0..64),
        before in prop::collection::vec("(W/)?\"[!#-~]{0,20}\"", 0..4),
        after in prop::collection::vec("(W/)?\"[!#-~]{0,20}\"", 0..4),
        is_weak in any::<bool>(),
        form in prop::sample::select(ContentCoding::ALL.to_vec()),
    ) {
        let tag = EntityTag::of(&body, None);
        let others: Vec<&str> = before.iter().chain(&after).map(String::as_str).collect();
        let own = tag.header(form).to_str().expect("ASCII").to_owned();
        prop_assume!(!others.iter().any(|other| other.contains(own.trim_matches('"'))));
        let own = if is_weak { format!("W/{own}") } else { own };
        let list: Vec<&str> =
            before.iter().map(String::as_str).chain([own.as_str()]).chain(after.iter().map(String::as_str)).collect();
        prop_assert!(tag.is_named_by(&headers(IF_NONE_MATCH, &[&list.join(", ")])));
        prop_assert!(tag.is_named_by(&headers(IF_NONE_MATCH, &list)));
        prop_assert!(!tag.is_named_by(&headers(IF_NONE_MATCH, &[&others.join(",")])));
    }

    #[test]
    fn other_bodies_have_other_tags(one in prop::collection::vec(any::<u8>(), 0..64), other in prop::collection::vec(any::<u8>(), 0..64)) {
        let header = |body: &[u8]| EntityTag::of(body, None).header(ContentCoding::Identity);
        prop_assert_eq!(one == other, header(&one) == header(&other));
    }
}

#[test]
fn a_tag_says_its_form_and_only_known_forms_are_named() {
    let tag = EntityTag::of(b"body", None);
    let plain = tag.header(ContentCoding::Identity).to_str().expect("ASCII").to_owned();
    assert_eq!(plain.len(), 34);
    let digits = plain.trim_matches('"');
    for coding in ContentCoding::ENCODED {
        assert_eq!(tag.header(coding), format!("\"{digits}-{}\"", coding.name()).as_str());
    }
    let names = |list: &str| tag.is_named_by(&headers(IF_NONE_MATCH, &[list]));
    assert!(names("*") && names(" * ") && names(&format!("W/\"{digits}-gzip\"")));
    for other in ["-deflate", "-", "x", "-gzip-gzip", "-GZIP"] {
        assert!(!names(&format!("\"{digits}{other}\"")), "{other}");
    }
    for malformed in ["", "**", "W/", digits, &format!("\"{digits}"), "\"*\""] {
        assert!(!names(malformed), "{malformed}");
    }
}
