//! Lists that are read page by page while others add pages: each page that was there is met once.

use super::shelf::{Shelf, ids};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;

/// Each of the pages that were there stands once among those that were met, and no page twice.
#[track_caller]
fn met_once(before: &[i64], met: &[i64], what: &str) {
    let distinct: BTreeSet<i64> = met.iter().copied().collect();
    assert_eq!(distinct.len(), met.len(), "{what} shows a page twice: {met:?}");
    let lost: Vec<&i64> = before.iter().filter(|id| !distinct.contains(id)).collect();
    assert_eq!(lost, Vec::<&i64>::new(), "{what} loses pages");
}

#[test]
fn a_table_shows_each_page_once_while_pages_are_added() {
    let mut shelf = Shelf::new(9);
    for key in shelf.keys() {
        for sort in [key.clone(), format!("-{key}")] {
            let before: Vec<i64> = shelf.pages.iter().map(|page| page.id).collect();
            let (path, mut met) = (format!("{}?sort={sort}&limit=7", shelf.path("table")), Vec::new());
            let mut next = path.clone();
            for turn in 0.. {
                assert!(turn < 100, "{path} does not end");
                let seen = shelf.desk.viewer.read(&next);
                met.extend(ids(&seen["rows"]));
                let Some(cursor) = seen["next_cursor"].as_str() else { break };
                next = format!("{path}&cursor={cursor}");
                if turn == 0 {
                    shelf.add(shelf.pages.len() as i64);
                }
            }
            met_once(&before, &met, &sort);
        }
    }
}

#[test]
fn a_column_shows_each_of_its_pages_once_while_pages_are_added() {
    let mut shelf = Shelf::new(10);
    let keys = shelf.keys();
    for (place, group) in keys.iter().enumerate() {
        let sort = &keys[(place * 5 + 1) % keys.len()];
        for sort in [sort.clone(), format!("-{sort}")] {
            let path = format!("{}?group_by={group}&sort={sort}&limit=2", shelf.path("board"));
            let first = shelf.desk.viewer.read(&path);
            shelf.add(shelf.pages.len() as i64);
            let columns = first["columns"].as_array().expect("columns");
            for column in columns {
                column_holds(&shelf, &path, group, column, shelf.pages.len() - 1);
            }
        }
    }
}

/// Walks one column to its end; `before` pages were there when its first page was read.
fn column_holds(shelf: &Shelf, path: &str, group: &str, column: &Json, before: usize) {
    let of_column = |page: &&super::shelf::Seeded| match &column["value"] {
        Json::Null => page.cells[group].is_empty(),
        value => page.cells[group].iter().any(|cell| cell.value == *value),
    };
    let expected: Vec<i64> = shelf.pages[..before].iter().filter(of_column).map(|page| page.id).collect();
    assert_eq!(column["count"], json!(expected.len()), "{path}: {column}");
    let (mut met, mut next) = (ids(&column["pages"]), column["next_cursor"].clone());
    for turn in 0.. {
        assert!(turn < 100, "{path} does not end");
        let Some(cursor) = next.as_str() else { break };
        let more = shelf.desk.viewer.read(&format!("{path}&cursor={cursor}"));
        let only = more["columns"].as_array().expect("columns");
        assert!(only.len() == 1 && only[0]["value"] == column["value"], "{path}: {more}");
        met.extend(ids(&only[0]["pages"]));
        next = only[0]["next_cursor"].clone();
    }
    met_once(&expected, &met, path);
}

#[test]
fn a_cursor_of_another_board_is_refused() {
    let shelf = Shelf::new(8);
    let elsewhere = shelf.desk.project("Another board");
    let first = shelf.desk.viewer.read(&format!("{}?group_by=status&limit=1", shelf.path("board")));
    let columns = first["columns"].as_array().expect("columns").iter();
    let cursor = columns.filter_map(|column| column["next_cursor"].as_str()).next().expect("a cursor").to_owned();
    let is_refused = |path: &str, query: &str, cursor: &str| {
        let refused = shelf.desk.viewer.get(&format!("{path}?{query}&cursor={cursor}"));
        assert_eq!((refused.status, refused.code().as_str()), (422, "invalid_cursor"), "{query}: {}", refused.text);
    };
    for query in [
        "group_by=tags&limit=1",
        "group_by=status&sort=title",
        "group_by=status&sort=created_at",
        "group_by=status&q=page",
        "group_by=status&properties=%7B%22tags%22:[%22aave%22]%7D",
    ] {
        is_refused(&shelf.path("board"), query, &cursor);
    }
    is_refused(&format!("/session/research/projects/{elsewhere}/board"), "group_by=status", &cursor);
    let place = String::from_utf8(URL_SAFE_NO_PAD.decode(&cursor).expect("base64")).expect("text");
    let (of_column, of_page) = ("\"text\":\"", "\"text\":\"\"");
    assert!(place.contains(of_column) && place.contains(of_page), "{place}");
    for forged in [place.replacen(of_column, "\"text\":\"\\u0000", 1), place.replace(of_page, "\"text\":\"\\u0000\"")] {
        is_refused(&shelf.path("board"), "group_by=status", &URL_SAFE_NO_PAD.encode(forged));
    }
    let torn = shelf.desk.viewer.get(&format!("{}?group_by=status&cursor=x{cursor}", shelf.path("board")));
    assert_eq!((torn.status, torn.code().as_str()), (422, "invalid_cursor"), "{}", torn.text);
}
