//! Cursors: a client gets back the place it was at, and can make no place of its own.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails where it stands")]

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use proptest::collection::vec;
use proptest::prelude::*;
use quarry::contract::PageCursor;
use quarry::edge::cursor::{CursorBinding, CursorKey, CursorKeys, CursorTooLong, open, seal};
use quarry::stores::result_set::Value;

fn keys(secret: u8) -> CursorKeys {
    CursorKeys { current: CursorKey::new(&[secret; 32]), previous: Vec::new() }
}

fn value() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Boolean),
        any::<i64>().prop_map(Value::Int64),
        any::<u64>().prop_map(Value::UInt64),
        // NaN is not equal to itself; every other bit pattern is.
        any::<f64>().prop_map(Value::Float64),
        ".{0,20}".prop_map(Value::Text),
        vec(any::<u8>(), 0..40).prop_map(Value::Bytes),
        any::<i64>().prop_map(Value::Timestamp),
        vec(".{0,5}", 0..4).prop_map(Value::TextList),
        vec(any::<i64>(), 0..4).prop_map(Value::Int64List),
        vec(any::<u64>(), 0..4).prop_map(Value::UInt64List),
        vec(vec(any::<u8>(), 0..8), 0..4).prop_map(Value::BytesList),
    ]
}

fn cursor() -> impl Strategy<Value = PageCursor> {
    let order = proptest::option::of("[a-z_]{1,10}");
    (vec(value(), 0..6), order, vec(("[a-z_]{1,10}", value()), 0..3)).prop_map(|(after, order, pinned)| PageCursor {
        after,
        order,
        pinned,
    })
}

#[track_caller]
fn assert_refused(keys: &CursorKeys, operation_id: &str, filters: &[Value], text: &str) {
    let problem = open(keys, CursorBinding { operation_id, filters }, text).expect_err(text);
    assert_eq!((problem.status, problem.code.as_str()), (422, "invalid_cursor"));
    assert_eq!(problem.members["parameter"], "cursor");
}

proptest! {
    #[test]
    fn a_cursor_gives_back_what_was_put_in(cursor in cursor(), filters in vec(value(), 0..5)) {
        let binding = CursorBinding { operation_id: "list_tokens", filters: &filters };
        let text = seal(&keys(1), binding, &cursor).unwrap();
        prop_assert!(text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_'));
        prop_assert_eq!(open(&keys(1), binding, &text), Ok(cursor));
    }

    #[test]
    fn a_changed_bit_is_refused(cursor in cursor(), position in any::<prop::sample::Index>(), bit in 0..8_u8) {
        let binding = CursorBinding { operation_id: "list_tokens", filters: &[] };
        let mut sealed = URL_SAFE_NO_PAD.decode(seal(&keys(1), binding, &cursor).unwrap()).unwrap();
        let position = position.index(sealed.len());
        sealed[position] ^= 1 << bit;
        assert_refused(&keys(1), "list_tokens", &[], &URL_SAFE_NO_PAD.encode(sealed));
    }

    #[test]
    fn a_shortened_or_lengthened_cursor_is_refused(cursor in cursor(), cut in any::<prop::sample::Index>(), tail in "[A-Za-z0-9=]{1,4}") {
        let binding = CursorBinding { operation_id: "list_tokens", filters: &[] };
        let text = seal(&keys(1), binding, &cursor).unwrap();
        assert_refused(&keys(1), "list_tokens", &[], &text[..cut.index(text.len())]);
        let longer = format!("{text}{tail}");
        assert_refused(&keys(1), "list_tokens", &[], &longer);
    }

    #[test]
    fn a_cursor_of_another_list_or_other_filters_is_refused(cursor in cursor(), filters in vec(value(), 1..4), other in vec(value(), 0..4)) {
        prop_assume!(filters != other);
        let text = seal(&keys(1), CursorBinding { operation_id: "list_tokens", filters: &filters }, &cursor).unwrap();
        assert_refused(&keys(1), "list_tokens", &other, &text);
        assert_refused(&keys(1), "list_pairs", &filters, &text);
        assert_refused(&keys(2), "list_tokens", &filters, &text);
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "\\PC{0,100}|[A-Za-z0-9_-]{0,200}") {
        assert_refused(&keys(1), "list_tokens", &[], &text);
    }
}

#[test]
fn filters_cannot_be_shifted_from_one_to_the_next() {
    let text = |part: &str| Value::Text(part.to_owned());
    let cursor = PageCursor { after: vec![Value::Int64(1)], order: None, pinned: Vec::new() };
    let filters = [text("ab"), text("c")];
    let sealed = seal(&keys(1), CursorBinding { operation_id: "list_tokens", filters: &filters }, &cursor).unwrap();
    assert_refused(&keys(1), "list_tokens", &[text("a"), text("bc")], &sealed);
    assert_refused(&keys(1), "list_tokens", &[text("ab"), text("c"), Value::Null], &sealed);
    assert_refused(&keys(1), "list_tokens", &[text("ab"), Value::Bytes(b"c".to_vec())], &sealed);
}

#[test]
fn a_walk_goes_on_while_the_key_is_rotated_and_ends_with_its_key() {
    let binding = CursorBinding { operation_id: "list_tokens", filters: &[] };
    let cursor = PageCursor {
        after: vec![Value::UInt64(7)],
        order: None,
        pinned: vec![("hour".to_owned(), Value::Timestamp(0))],
    };
    let text = seal(&keys(1), binding, &cursor).unwrap();
    let rotated = CursorKeys { previous: vec![CursorKey::new(&[1; 32])], ..keys(2) };
    assert_eq!(open(&rotated, binding, &text), Ok(cursor.clone()));
    let renewed = seal(&rotated, binding, &cursor).unwrap();
    assert_eq!(open(&keys(2), binding, &renewed), Ok(cursor));
    assert_refused(&keys(2), "list_tokens", &[], &text);
}

#[test]
fn a_cursor_has_a_bounded_length() {
    let binding = CursorBinding { operation_id: "list_tokens", filters: &[] };
    let of_length = |length| PageCursor { after: vec![Value::Bytes(vec![7; length])], order: None, pinned: Vec::new() };
    let longest = seal(&keys(1), binding, &of_length(4090)).unwrap();
    assert_eq!(open(&keys(1), binding, &longest), Ok(of_length(4090)));
    assert_eq!(seal(&keys(1), binding, &of_length(4091)), Err(CursorTooLong { length: 4097 }));
    assert_refused(&keys(1), "list_tokens", &[], &"A".repeat(1_000_000));
}

#[test]
fn a_key_does_not_show_its_secret() {
    assert_eq!(format!("{:?}", CursorKey::new(&[42; 32])), "CursorKey(…)");
}
