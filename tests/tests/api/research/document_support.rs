//! A page in a space, and its document over HTTP.

use crate::organizations::house::{execute, in_store, server};
use crate::spaces::{add, settled, shared};
use quarry::stores::app::Row;
use quarry::stores::result_set::Value;
use quarry_tests::browser::Browser;
use quarry_tests::http::Answer;
use quarry_tests::server::Server;
use serde_json::{Value as Json, json};

/// A time that is past.
const LONG_AGO: i64 = 1_793_491_200_000_000;

/// A page with two editors.
pub(super) struct Page {
    pub(super) id: i64,
    pub(super) ada: Browser<'static>,
    pub(super) ben: Browser<'static>,
}

/// The number that a statement returns.
pub(super) fn number(server: &Server, sql: &str, values: &[Value]) -> i64 {
    in_store(server, async |store| {
        let rows = store.query(sql, values).await?;
        Ok(Row::all(&rows).next().expect("a row").integer("number")?)
    })
}

/// A new page in a space, past every check.
pub(crate) fn page_in(server: &Server, space: i64) -> i64 {
    let project =
        "INSERT INTO research_projects (space_id, name, created_at, updated_at) VALUES ($1, 'Harbour', $2, $2)
                   RETURNING id AS number";
    let (space, time) = (Value::Int64(space), Value::Int64(LONG_AGO));
    let project = Value::Int64(number(server, project, &[space.clone(), time.clone()]));
    let page = "INSERT INTO research_pages (space_id, project_id, title, created_at, updated_at)
                VALUES ($1, $2, 'Liquidations of March', $3, $3) RETURNING id AS number";
    number(server, page, &[space, project, time])
}

impl Page {
    pub(super) fn new() -> Page {
        let (_, mut ada) = settled("Ada");
        let (person, ben) = settled("Ben");
        let space = shared(&mut ada, "Harbour");
        add(&mut ada, space, &person, "editor");
        Page { id: page_in(server(), space), ada, ben }
    }

    /// One that has paragraphs with these bodies, as Ada wrote them.
    pub(super) fn with(bodies: &[&str]) -> Page {
        let mut page = Page::new();
        let blocks: Vec<Json> = bodies.iter().enumerate().map(|(at, body)| new(&format!("k{at}"), body)).collect();
        let saved = save(&mut page.ada, page.id, 0, &json!(blocks));
        assert_eq!(saved.status, 200, "{}", saved.text);
        page
    }

    pub(super) fn read(&self) -> Json {
        read(&self.ada, self.id)
    }

    pub(super) fn bodies(&self) -> Vec<String> {
        bodies(&self.read())
    }

    /// All that is stored of the page's document.
    pub(super) fn held(&self) -> String {
        let tables = [
            "research_blocks",
            "research_block_versions",
            "research_page_versions",
            "research_drafts",
            "research__block_changes",
        ];
        in_store(server(), async |store| {
            let mut held = String::new();
            for table in tables {
                let sql = format!("SELECT * FROM {table} WHERE page_id = $1 ORDER BY 1, 2 LIMIT 10000");
                held += &format!("{table}: {:?}\n", store.query(&sql, &[Value::Int64(self.id)]).await?);
            }
            let sql = "SELECT document_version FROM research_pages WHERE id = $1";
            held += &format!("{:?}", store.query(sql, &[Value::Int64(self.id)]).await?);
            Ok(held)
        })
    }

    /// Makes what is stored of the page older.
    pub(super) fn age(&self, table: &str, column: &str, seconds: i64) {
        let sql = format!("UPDATE {table} SET {column} = {column} - $1 WHERE page_id = $2");
        execute(server(), &sql, &[Value::Int64(seconds * 1_000_000), Value::Int64(self.id)]);
    }
}

pub(super) fn path(page: i64) -> String {
    format!("/session/research/pages/{page}/document")
}

pub(super) fn read(browser: &Browser<'_>, page: i64) -> Json {
    let answer = browser.get(&path(page));
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()
}

pub(super) fn save(browser: &mut Browser<'_>, page: i64, base: i64, blocks: &Json) -> Answer {
    browser.write("PUT", &path(page), &json!({ "base_version": base, "blocks": blocks }))
}

/// A new paragraph.
pub(super) fn new(key: &str, body: &str) -> Json {
    json!({ "id": null, "key": key, "kind": "paragraph", "body": body, "attrs": {} })
}

pub(super) fn version_of(document: &Json) -> i64 {
    document["document_version"].as_i64().unwrap_or_else(|| panic!("{document}"))
}

pub(super) fn blocks(document: &Json) -> Vec<Json> {
    document["blocks"].as_array().unwrap_or_else(|| panic!("{document}")).clone()
}

pub(super) fn bodies(document: &Json) -> Vec<String> {
    blocks(document).iter().map(|block| block["body"].as_str().expect("a body").to_owned()).collect()
}

/// The blocks with another body for one.
pub(super) fn changed(document: &Json, at: usize, body: &str) -> Json {
    let mut blocks = blocks(document);
    blocks[at]["body"] = json!(body);
    json!(blocks)
}

/// The blocks without one.
pub(super) fn without(document: &Json, at: usize) -> Json {
    let mut blocks = blocks(document);
    blocks.remove(at);
    json!(blocks)
}

/// The blocks with one taken from its place to another.
pub(super) fn moved(document: &Json, from: usize, to: usize) -> Json {
    let mut blocks = blocks(document);
    let block = blocks.remove(from);
    blocks.insert(to, block);
    json!(blocks)
}

#[track_caller]
pub(super) fn good(answer: &Answer) -> Json {
    assert!(matches!(answer.status, 200 | 201), "{}", answer.text);
    answer.json()
}
