//! Members that may be null: a change writes what it was sent and nothing else, and a list that is sorted by one loses no row.

use crate::notebook::{Notebook, notebook};
use serde_json::{Value as Json, json};

fn create(notebook: &Notebook, id: i64, read_at: Option<i64>) {
    let paper = json!({ "id": id, "title": format!("paper {id}"), "finding": "thin books", "read_at": read_at });
    let made = notebook.send("POST", "/notebook/papers", &paper);
    assert_eq!(made.status, 200, "{}", made.text);
    assert_eq!(made.json()["paper"]["read_at"], json!(read_at));
}

fn change(notebook: &Notebook, id: i64, change: &Json) -> Json {
    let changed = notebook.send("PATCH", &format!("/notebook/papers/{id}"), change);
    assert_eq!(changed.status, 200, "{change}: {}", changed.text);
    changed.json()["paper"].clone()
}

#[test]
fn null_clears_a_member_and_one_that_is_left_out_stays() {
    let notebook = notebook();
    create(notebook, 1, Some(5));
    let paper = |title: &str, finding: Json, read_at: Json, version: i64| json!({ "id": 1, "title": title, "finding": finding, "read_at": read_at, "version": version });
    for (sent, expected) in [
        (json!({ "finding": null }), paper("paper 1", Json::Null, json!(5), 2)),
        (json!({ "title": "other" }), paper("other", Json::Null, json!(5), 3)),
        (json!({ "finding": "thick", "read_at": null }), paper("other", json!("thick"), Json::Null, 4)),
        (json!({}), paper("other", json!("thick"), Json::Null, 5)),
        (json!({ "finding": "", "read_at": 0 }), paper("other", json!(""), json!(0), 6)),
    ] {
        assert_eq!(change(notebook, 1, &sent), expected, "{sent}");
    }
    for wrong in [json!({ "finding": 3 }), json!({ "read_at": "never" }), json!({ "version": 9 })] {
        let refused = notebook.send("PATCH", "/notebook/papers/1", &wrong);
        assert_eq!((refused.status, refused.code().as_str()), (422, "validation_failed"), "{wrong}: {}", refused.text);
    }
    assert_eq!(notebook.send("PATCH", "/notebook/papers/999", &json!({ "title": "x" })).status, 404);
    assert_eq!(change(notebook, 1, &json!({}))["version"], 7, "what was refused changed nothing");
}

#[test]
fn twenty_writers_of_different_members_lose_nothing() {
    const WRITERS: i64 = 20;
    let notebook = notebook();
    create(notebook, 2, None);
    let start = std::sync::Barrier::new(WRITERS as usize);
    std::thread::scope(|scope| {
        for writer in 0..WRITERS {
            let start = &start;
            scope.spawn(move || {
                start.wait();
                let sent = match writer % 3 {
                    0 => json!({ "title": format!("by {writer}") }),
                    1 => json!({ "finding": format!("by {writer}") }),
                    _ => json!({ "read_at": writer }),
                };
                change(notebook, 2, &sent);
            });
        }
    });
    let paper = change(notebook, 2, &json!({}));
    assert_eq!(paper["version"], WRITERS + 2, "each was written: {paper}");
    let by = |member: &str| paper[member].as_str().and_then(|text| text.strip_prefix("by ")?.parse::<i64>().ok());
    let (title, finding, read_at) = (by("title"), by("finding"), paper["read_at"].as_i64());
    assert!(title.is_some_and(|writer| writer % 3 == 0) && finding.is_some_and(|writer| writer % 3 == 1), "{paper}");
    assert!(read_at.is_some_and(|writer| writer % 3 == 2), "{paper}");
}

#[test]
fn a_list_that_is_sorted_by_a_member_without_a_value_gives_each_row_once() {
    let notebook = notebook();
    let read_at = |id: i64| (id % 3 > 0).then_some(id % 4);
    let mut ids: Vec<i64> = (100..120).collect();
    for id in &ids {
        create(notebook, *id, read_at(*id));
    }
    let walk = |sort: &str| {
        let (mut seen, mut cursor) = (Vec::new(), String::new());
        loop {
            let page = notebook.get(&format!("/notebook/papers?sort={sort}&limit=3{cursor}"));
            assert_eq!(page.status, 200, "{}", page.text);
            let page = page.json();
            let papers = page["papers"].as_array().expect("papers");
            seen.extend(papers.iter().filter_map(|paper| paper["id"].as_i64()).filter(|id| *id >= 100));
            match page["next_cursor"].as_str() {
                Some(next) => cursor = format!("&cursor={next}"),
                None => return seen,
            }
        }
    };
    ids.sort_by_key(|id| (read_at(*id).is_none(), read_at(*id).map(|at| -at), *id));
    assert_eq!(walk("newest"), ids);
    ids.sort_by_key(|id| (read_at(*id).is_none(), read_at(*id), *id));
    assert_eq!(walk("oldest"), ids);
}
