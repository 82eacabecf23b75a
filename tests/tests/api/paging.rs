//! Reading a list through: each row once, in one order, with any page size.

use quarry_tests::http::Answer;
use quarry_tests::server::shared;
use serde_json::Value as Json;

const V3_POOL: &str = "0x8ad599c3a0ff1de082011efddc58f1908eb6e6d8";

/// Path and the name of its list.
fn lists() -> [(String, &'static str); 5] {
    [
        ("/events?from=2026-01-01".to_owned(), "events"),
        ("/tokens?chain=ethereum".to_owned(), "tokens"),
        ("/pairs?base=WETH".to_owned(), "pools"),
        ("/public/prices?source=v3".to_owned(), "pools"),
        (format!("/pools/{V3_POOL}/prices?period=hourly&from=2026-10-20"), "bars"),
    ]
}

fn page(path: &str) -> Answer {
    let answer = shared().get(path);
    assert_eq!(answer.status, 200, "{path}: {}", answer.text);
    answer
}

/// Follows the cursors to the end.
fn walk(path: &str, list: &str, limit: usize) -> Vec<Json> {
    let mut rows = Vec::new();
    let mut next = format!("{path}&limit={limit}");
    loop {
        let body = page(&next).json();
        let shown = body[list].as_array().expect("the list").clone();
        assert_eq!(body["count"], shown.len());
        assert_eq!(body["limit"], limit);
        assert_eq!(body["max_rows"], 500);
        assert!(shown.len() <= limit);
        rows.extend(shown);
        match body["next_cursor"].as_str() {
            Some(cursor) => next = format!("{path}&limit={limit}&cursor={cursor}"),
            None => return rows,
        }
    }
}

#[test]
fn a_walk_gives_each_row_once_whatever_the_page_size() {
    for (path, list) in lists() {
        let whole = walk(&path, list, 500);
        assert!(whole.len() > 5, "{path} has {} rows", whole.len());
        for limit in [1, 7, whole.len()] {
            if limit == 1 && whole.len() > 60 {
                continue;
            }
            assert_eq!(walk(&path, list, limit), whole, "{path} by {limit}");
        }
    }
}

#[test]
fn the_link_header_repeats_the_request_with_the_next_cursor() {
    let answer = page("/tokens?q=e&limit=2");
    let cursor = answer.json()["next_cursor"].as_str().expect("a further page").to_owned();
    let expected = format!("</api/v1/tokens?q=e&limit=2&cursor={cursor}>; rel=\"next\"");
    assert_eq!(answer.header("link"), expected);
    let last = page("/tokens?q=WBTC&chain=ethereum");
    assert_eq!((last.header("link"), &last.json()["next_cursor"]), ("", &Json::Null));
}

#[test]
fn a_cursor_works_only_where_and_as_it_was_given() {
    let cursor = page("/tokens?limit=2").json()["next_cursor"].as_str().expect("a cursor").to_owned();
    let mut forged = cursor.clone().into_bytes();
    let middle = forged.len() / 2;
    forged[middle] = if forged[middle] == b'A' { b'B' } else { b'A' };
    let forged = String::from_utf8(forged).expect("ASCII");
    for path in [
        format!("/tokens?limit=2&cursor={forged}"),
        format!("/tokens?limit=2&cursor={}", &cursor[..cursor.len() - 3]),
        format!("/tokens?limit=2&q=usd&cursor={cursor}"),
        format!("/pairs?limit=2&cursor={cursor}"),
        "/tokens?cursor=".to_owned(),
        "/tokens?cursor=%00".to_owned(),
    ] {
        let refusal = shared().get(&path);
        assert_eq!((refusal.status, refusal.code().as_str()), (422, "invalid_cursor"), "{path}: {}", refusal.text);
        assert_eq!(refusal.json()["parameter"], "cursor", "{path}");
    }
    assert_eq!(page(&format!("/tokens?limit=7&cursor={cursor}")).json()["limit"], 7, "another page size is welcome");
}

#[test]
fn the_page_size_is_50_and_never_over_500() {
    assert_eq!(page("/tokens").json()["limit"], 50);
    assert_eq!(page("/tokens?limit=9999").json()["limit"], 500);
    assert_eq!(page(&format!("/pools/{V3_POOL}/prices")).json()["limit"], 500, "a series is shown whole");
}
