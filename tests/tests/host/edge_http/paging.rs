//! Lists: a walk along the links gives each row once, and a cursor belongs to its list.

use crate::edge_http::support::{Response, Server, assert_problem, parameter, register, start_with};
use quarry::contract::{
    Answer, Body, CursorColumn, Fragment, Handler, ParameterKind, ParameterPlace, Problem, Request, Route, keyless_get,
    native,
};
use quarry::edge::{ListenerLimits, RequestLimits};
use quarry::stores::result_set::{Column, ColumnData, ResultSet, Value};
use serde_json::json;
use std::sync::Arc;

/// A list of the numbers from 1 to `count`, that pins what its first page saw.
fn numbers(count: i64) -> Arc<dyn Handler> {
    native(move |request: Request| async move {
        let page = request.page.ok_or_else(|| Problem::not_found("This list was asked for without a page."))?;
        let start = match &page.cursor {
            None => 1,
            Some(cursor) => {
                assert_eq!(cursor.pinned, [("hour".to_owned(), Value::Timestamp(3_600_000_000))]);
                match cursor.after[..] {
                    [Value::Int64(last)] => last + 1,
                    _ => return Err(Problem::not_found("This cursor is not of this list.")),
                }
            }
        };
        let values: Vec<i64> = (start..=count).take(page.limit as usize + 1).collect();
        let pinned = match page.cursor {
            None => vec![("hour".to_owned(), Value::Timestamp(3_600_000_000))],
            Some(_) => Vec::new(),
        };
        let column =
            |name: &str| Column { name: name.to_owned(), validity: None, data: ColumnData::Int64(values.clone()) };
        let rows = ResultSet::new(values.len(), vec![column("number"), column("_order")]);
        let fragments = vec![
            Fragment::Text("{".to_owned()),
            Fragment::PageMembers,
            Fragment::Text(",\"numbers\":".to_owned()),
            Fragment::PageRows {
                rows,
                after: vec![CursorColumn { name: "_order".to_owned(), is_nullable: false }],
                order: None,
            },
            Fragment::Text("}".to_owned()),
        ];
        Ok(Answer { status: 200, body: Body::Json(fragments), pinned, headers: Vec::new(), version: None })
    })
}

async fn start_list(public_origin: Option<&str>) -> Server {
    let list = |operation_id, path| Route {
        default_limit: Some(50),
        parameters: vec![parameter("q", ParameterPlace::Query, ParameterKind::Text { max_length: 9 })],
        ..keyless_get(operation_id, path, "")
    };
    let registrations =
        vec![register(list("numbers", "/numbers"), numbers(1201)), register(list("others", "/others"), numbers(9))];
    start_with(registrations, RequestLimits::default(), ListenerLimits::default(), public_origin).await
}

fn next_link(response: &Response) -> Option<&str> {
    response.header("link").strip_prefix('<')?.strip_suffix(">; rel=\"next\"")
}

#[tokio::test]
async fn following_the_links_gives_each_row_once() {
    let server = start_list(None).await;
    for limit in [1200_usize, 499, 100] {
        let mut path = format!("/api/v1/numbers?q=a%26%20b&limit={limit}&other=%3E{{x}}");
        let mut seen = Vec::new();
        loop {
            let response = server.get(&path).await;
            let body = response.json();
            let rows = body["numbers"].as_array().unwrap();
            assert_eq!((&body["count"], &body["limit"]), (&json!(rows.len()), &json!(limit.min(500))));
            assert_eq!(body["max_rows"], 500);
            assert_eq!(rows[0].as_object().unwrap().len(), 1);
            seen.extend(rows.iter().map(|row| row["number"].as_i64().unwrap()));
            let Some(next) = next_link(&response) else {
                assert_eq!(body["next_cursor"], json!(null));
                break;
            };
            let cursor = body["next_cursor"].as_str().unwrap();
            assert_eq!(next, format!("/api/v1/numbers?q=a%26%20b&limit={limit}&other=%3E%7Bx%7D&cursor={cursor}"));
            path = next.to_owned();
        }
        assert_eq!(seen, (1..=1201).collect::<Vec<_>>());
    }
}

#[tokio::test]
async fn a_page_is_bounded_and_its_cursor_belongs_to_its_list() {
    let server = start_list(Some("https://api.example.org")).await;
    let first = server.get("/numbers").await;
    assert_eq!((&first.json()["count"], &first.json()["limit"]), (&json!(50), &json!(50)));
    let next = next_link(&first).unwrap();
    assert!(next.starts_with("https://api.example.org/api/v1/numbers?cursor="), "{next}");
    let cursor = first.json()["next_cursor"].as_str().unwrap().to_owned();
    let more = server.get(&format!("/numbers?limit=9999&cursor={cursor}")).await;
    assert_eq!((&more.json()["count"], &more.json()["numbers"][0]["number"]), (&json!(500), &json!(51)));
    let shortened = &cursor[..cursor.len() - 1];
    for path in [
        format!("/numbers?cursor={shortened}"),
        format!("/numbers?q=a&cursor={cursor}"),
        format!("/others?cursor={cursor}"),
        "/numbers?cursor=".to_owned(),
        "/numbers?cursor=%00".to_owned(),
    ] {
        let response = server.get(&path).await;
        assert_problem(&response, 422, "invalid_cursor");
        assert_eq!(response.json()["parameter"], "cursor");
    }
    for limit in ["0", "-1", "ten", ""] {
        let response = server.get(&format!("/numbers?limit={limit}")).await;
        assert_problem(&response, 422, "invalid_parameter");
        assert_eq!(response.json()["parameter"], "limit");
    }
}

/// A list whose place the handler keeps: the numbers from 1 to 5, and where `is_broken` another page beside it.
fn own_place(is_broken: bool) -> Arc<dyn Handler> {
    native(move |request: Request| async move {
        let page = request.page;
        let start = match page.as_ref().and_then(|page| page.cursor.as_ref()).map(|cursor| &cursor.after[..]) {
            Some([Value::Int64(last), Value::Null]) => last + 1,
            _ => 1,
        };
        let shown: Vec<i64> = (start..=5).take(page.map_or(2, |page| page.limit as usize)).collect();
        let place = shown.last().filter(|last| **last < 5).map(|last| vec![Value::Int64(*last), Value::Null]);
        let mut fragments = vec![
            Fragment::Text(format!("{{\"limit\":\"of the plan\",\"numbers\":{shown:?},\"next_cursor\":")),
            Fragment::NextCursor(place),
            Fragment::Text("}".to_owned()),
        ];
        if is_broken {
            fragments.push(Fragment::PageMembers);
        }
        let body = Body::Json(fragments);
        Ok(Answer { status: 200, body, pinned: Vec::new(), headers: Vec::new(), version: None })
    })
}

#[tokio::test]
async fn a_list_whose_handler_keeps_its_place_is_read_on_by_the_same_links() {
    let list = |operation_id, path| Route { default_limit: Some(2), ..keyless_get(operation_id, path, "") };
    let unpaged = Route { default_limit: None, ..keyless_get("unpaged", "/unpaged", "") };
    let registrations = vec![
        register(list("own", "/own"), own_place(false)),
        register(list("broken", "/broken"), own_place(true)),
        register(unpaged, own_place(false)),
    ];
    let server = start_with(registrations, RequestLimits::default(), ListenerLimits::default(), None).await;
    let (mut path, mut seen) = ("/own".to_owned(), Vec::new());
    loop {
        let response = server.get(&path).await;
        let body = response.json();
        seen.push(body["numbers"].clone());
        assert_eq!(body["limit"], "of the plan", "what the handler says stays");
        let Some(next) = next_link(&response) else {
            assert_eq!(body["next_cursor"], json!(null));
            break;
        };
        let cursor = body["next_cursor"].as_str().unwrap();
        assert_eq!(next, format!("/api/v1/own?cursor={cursor}"));
        path = next.to_owned();
    }
    assert_eq!(seen, [json!([1, 2]), json!([3, 4]), json!([5])]);
    assert_problem(&server.get("/own?cursor=AQMGBFVTREMB").await, 422, "invalid_cursor");
    for path in ["/broken", "/unpaged"] {
        assert_problem(&server.get(path).await, 503, "plugin_failed");
    }
}

/// A list of `count` rows with a text each, `bytes(row)` long.
fn texts(count: i64, bytes: fn(i64) -> usize) -> Arc<dyn Handler> {
    native(move |request: Request| async move {
        let page = request.page.ok_or_else(|| Problem::not_found("This list was asked for without a page."))?;
        let start = match page.cursor.map(|cursor| cursor.after) {
            Some(after) if let [Value::Int64(last)] = after[..] => last + 1,
            _ => 1,
        };
        let rows: Vec<i64> = (start..=count).take(page.limit as usize + 1).collect();
        let (mut offsets, mut data) = (vec![0], String::new());
        for row in &rows {
            data.push_str(&"x".repeat(bytes(*row)));
            offsets.push(data.len() as u32);
        }
        let column = |name: &str, data| Column { name: name.to_owned(), validity: None, data };
        let set = ResultSet::new(
            rows.len(),
            vec![column("number", ColumnData::Int64(rows)), column("text", ColumnData::Text { offsets, data })],
        );
        let fragments = vec![
            Fragment::Text("{".to_owned()),
            Fragment::PageMembers,
            Fragment::Text(",\"rows\":".to_owned()),
            Fragment::PageRows {
                rows: set,
                after: vec![CursorColumn { name: "number".to_owned(), is_nullable: false }],
                order: None,
            },
            Fragment::Text("}".to_owned()),
        ];
        Ok(Answer { status: 200, body: Body::Json(fragments), pinned: Vec::new(), headers: Vec::new(), version: None })
    })
}

#[tokio::test]
async fn a_page_that_does_not_fit_into_an_answer_is_shorter_and_its_walk_goes_on() {
    const MAX_BYTES: usize = 4_000;
    let list = |id, path| Route { default_limit: Some(50), ..keyless_get(id, path, "") };
    let registrations = vec![
        register(list("texts", "/texts"), texts(60, |row| 50 + (row as usize % 7) * 300)),
        register(list("giant", "/giant"), texts(9, |row| if row == 4 { 5_000 } else { 10 })),
    ];
    let limits = RequestLimits { max_response_bytes: MAX_BYTES, ..RequestLimits::default() };
    let server = start_with(registrations, limits, ListenerLimits::default(), None).await;
    let (mut numbers, mut path, mut pages) = (Vec::new(), "/texts?limit=40".to_owned(), 0);
    loop {
        let page = server.get(&path).await;
        assert!(page.status == 200 && page.text.len() <= MAX_BYTES, "{page:?}");
        let rows = page.json()["rows"].as_array().unwrap().clone();
        assert_eq!((&page.json()["count"], &page.json()["limit"]), (&json!(rows.len()), &json!(40)));
        numbers.extend(rows.iter().map(|row| row["number"].as_i64().unwrap()));
        pages += 1;
        match next_link(&page) {
            Some(link) => path = link.to_owned(),
            None => break,
        }
    }
    assert_eq!(numbers, (1..=60).collect::<Vec<_>>(), "each once, on {pages} pages");
    assert!(pages > 5, "{pages}");
    // Up to the row that is too large; the page of that row alone is refused.
    let first = server.get("/giant?limit=40").await;
    let shown = first.json()["rows"].as_array().map_or(0, Vec::len);
    assert!((1..=3).contains(&shown), "{}", first.text);
    let mut page = first;
    while page.status == 200 {
        page = server.get(next_link(&page).expect("the giant is still to come")).await;
    }
    assert_problem(&page, 422, "answer_too_large");
    assert_eq!(page.json()["max_bytes"], MAX_BYTES);
}

#[tokio::test]
async fn a_page_that_would_lose_the_rows_behind_a_null_is_refused() {
    let list = |is_nullable: bool| {
        native(move |_: Request| async move {
            let column = Column {
                name: "read_at".to_owned(),
                validity: Some(vec![0b101]),
                data: ColumnData::Int64(vec![1, 0, 3]),
            };
            let rows = ResultSet::new(3, vec![column]);
            let after = vec![CursorColumn { name: "read_at".to_owned(), is_nullable }];
            let fragments = vec![
                Fragment::Text("{".to_owned()),
                Fragment::PageMembers,
                Fragment::Text(",\"rows\":".to_owned()),
                Fragment::PageRows { rows, after, order: None },
                Fragment::Text("}".to_owned()),
            ];
            Ok(Answer {
                status: 200,
                body: Body::Json(fragments),
                pinned: Vec::new(),
                headers: Vec::new(),
                version: None,
            })
        })
    };
    let route = |id, path| Route { default_limit: Some(50), ..keyless_get(id, path, "") };
    let registrations = vec![
        register(route("undeclared", "/undeclared"), list(false)),
        register(route("declared", "/declared"), list(true)),
    ];
    let server = start_with(registrations, RequestLimits::default(), ListenerLimits::default(), None).await;
    assert_problem(&server.get("/undeclared?limit=2").await, 503, "plugin_failed");
    assert_eq!(server.get("/undeclared?limit=1").await.status, 200, "its last row has a value");
    let page = server.get("/declared?limit=2").await;
    assert!(page.status == 200 && next_link(&page).is_some(), "{}", page.text);
}
