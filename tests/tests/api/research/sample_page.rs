//! What the sample shows of research: every kind of block, and threads of comments.

use quarry_tests::browser::Browser;
use quarry_tests::server::shared;
use serde_json::Value as Json;
use std::collections::BTreeSet;

fn read(path: &str) -> Json {
    let answer = shared().get_with_key(path, &shared().full_key);
    assert_eq!(answer.status, 200, "{path}: {}", answer.text);
    answer.json()
}

fn list<'a>(body: &'a Json, member: &str) -> &'a [Json] {
    body[member].as_array().unwrap_or_else(|| panic!("{member}: {body}"))
}

/// The page of the sample with that title.
fn page(title: &str) -> Json {
    let pages = read("/research/pages?limit=500");
    let page = list(&pages, "pages").iter().find(|page| page["title"] == title);
    read(&format!("/research/pages/{}", page.unwrap_or_else(|| panic!("{pages}"))["id"]))
}

#[test]
fn the_sample_shows_every_kind_of_block_and_each_of_them_renders() {
    let seen = page("What a page can show");
    let member = Browser::of(shared(), "member");
    let options = member.get(&format!("/session/research/pages/{}/editor_options", seen["id"]));
    assert_eq!(options.status, 200, "{}", options.text);
    let options = options.json();
    let known: BTreeSet<&str> = list(&options["blocks"], "kinds").iter().filter_map(Json::as_str).collect();
    let shown: BTreeSet<&str> = list(&seen, "blocks").iter().filter_map(|block| block["kind"].as_str()).collect();
    assert_eq!((shown.len(), &shown), (17, &known));
    let cited: BTreeSet<i64> = list(&seen, "cited_values").iter().filter_map(|cited| cited["id"].as_i64()).collect();
    for block in list(&seen, "blocks") {
        let (kind, html) = (block["kind"].as_str().expect("a kind"), block["html"].as_str().expect("html"));
        let attrs = &block["attrs"];
        match kind {
            "image" | "file" => {
                let file = list(&seen, "files").iter().find(|file| file["upload_id"] == attrs["upload_id"]);
                let url = file.and_then(|file| file["url"].as_str()).and_then(|url| url.strip_prefix("/api/v1"));
                let loaded = shared().send("HEAD", url.unwrap_or_else(|| panic!("{kind}: {seen}")), &[]);
                let expected = if kind == "image" { "image/png" } else { "text/csv" };
                assert_eq!((loaded.status, loaded.header("content-type")), (200, expected));
            }
            "citation" | "live_value" => {
                assert!(attrs["citation_id"].as_i64().is_some_and(|id| cited.contains(&id)), "{kind}: {seen}");
            }
            "chart" => {
                let (pool, chain) =
                    (attrs["pool"].as_str().expect("a pool"), attrs["chain"].as_str().expect("a chain"));
                let chart = read(&format!("/charts/prices?pool={pool}&chain={chain}&period=daily"));
                assert!(list(&chart["series"][0], "points").len() > 1, "{chart}");
            }
            "transaction" => assert_shown(&format!("/public/transactions/{}", attrs["hash"].as_str().expect("a hash"))),
            "block" => assert_shown(&format!("/public/blocks/{}?chain=ethereum", attrs["number"])),
            "query" => {
                assert!(list(&options, "datasets").iter().any(|dataset| dataset["key"] == attrs["dataset"]));
            }
            "divider" => {}
            _ => assert!(html.len() > 8, "{kind}: {html}"),
        }
    }
}

#[test]
fn the_published_page_of_the_sample_shows_its_picture_and_its_citation() {
    let published = shared().get_keyless("/public/published_pages/liquidations-of-the-sample").json();
    let picture = list(&published, "blocks").iter().find(|block| block["kind"] == "image").expect("a picture");
    let files = list(&published, "files");
    assert_eq!((files.len(), &files[0]["upload_id"]), (1, &picture["attrs"]["upload_id"]), "{published}");
    let loaded = shared().send("HEAD", files[0]["path"].as_str().expect("a path"), &[]);
    assert_eq!((loaded.status, loaded.header("content-type")), (200, "image/png"));
    assert_eq!(loaded.header("content-length"), files[0]["size_bytes"].to_string());
    let citation = &list(&published, "citations")[0];
    let figure = format!("<data value=\"{}\">{}</data>", citation["id"], citation["value"].as_str().expect("a value"));
    assert!(published["html"].as_str().is_some_and(|html| html.contains(&figure)), "{published}");
    let kinds = shared().get_keyless("/public/published_pages/what-a-page-can-show").json();
    let of_kinds: BTreeSet<&str> = list(&kinds, "blocks").iter().filter_map(|block| block["kind"].as_str()).collect();
    assert_eq!((of_kinds.len(), list(&kinds, "files").len(), list(&kinds, "citations").len()), (17, 2, 1), "{kinds}");
    let review = shared().get_keyless("/public/review/rv_8Jc1XqYb0m5TzN2vXcR7bKpD4mYhG6sJ").json();
    assert_eq!(review["files"][0]["upload_id"], files[0]["upload_id"], "{review}");
}

#[test]
fn the_project_of_the_sample_has_a_board_and_a_table_that_its_space_shares() {
    let member = Browser::of(shared(), "member");
    let get = |path: &str| {
        let answer = member.get(path);
        assert_eq!(answer.status, 200, "{path}: {}", answer.text);
        answer.json()
    };
    let project = format!("/session/research/projects/{}", page("Liquidations of October")["project"]["id"]);
    let views = get(&project);
    let view = |layout: &str| {
        let found = list(&views, "views").iter().find(|view| view["layout"] == layout && view["is_shared"] == true);
        found.unwrap_or_else(|| panic!("{layout}: {views}"))["id"].clone()
    };
    let board = get(&format!("{project}/board?view_id={}", view("board")));
    let columns = list(&board, "columns").iter().filter(|column| column["count"] != 0);
    let columns: Vec<&str> = columns.filter_map(|column| column["value"].as_str()).collect();
    assert_eq!(columns, ["draft", "checked"], "{board}");
    let table = get(&format!("{project}/table?view_id={}", view("table")));
    let rows = list(&table, "rows");
    let titles: Vec<&str> = rows.iter().take(2).filter_map(|row| row["title"].as_str()).collect();
    assert_eq!(titles, ["Liquidations of October", "Borrowers of the largest"], "{table}");
    assert_eq!(list(&table, "columns").len(), 5, "{table}");
}

#[track_caller]
fn assert_shown(path: &str) {
    let answer = shared().get_keyless(path);
    assert_eq!(answer.status, 200, "{path}: {}", answer.text);
}

#[test]
fn the_sample_has_threads_on_blocks_and_on_the_page_one_of_them_resolved() {
    let seen = page("What a page can show");
    let comments = read(&format!("/research/pages/{}/comments", seen["id"]));
    let (threads, replies): (Vec<&Json>, Vec<&Json>) =
        list(&comments, "comments").iter().partition(|comment| comment["thread_id"].is_null());
    assert_eq!((threads.len(), replies.len()), (3, 2), "{comments}");
    assert_eq!(threads.iter().filter(|thread| thread["resolved_at"].is_string()).count(), 1, "{comments}");
    assert_eq!(threads.iter().filter(|thread| thread["block_id"].is_null()).count(), 1, "{comments}");
    let blocks: BTreeSet<i64> = list(&seen, "blocks").iter().filter_map(|block| block["id"].as_i64()).collect();
    assert!(threads.iter().filter_map(|thread| thread["block_id"].as_i64()).all(|id| blocks.contains(&id)));
}
