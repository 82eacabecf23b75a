//! Projects, pages, copies and annotations, put into the store past every endpoint.

use crate::organizations::house::in_store;
use quarry::stores::app::Row;
use quarry::stores::result_set::Value;
use quarry_tests::server::Server;
use serde_json::Value as Json;

/// Inserts a row; its number.
fn insert(server: &Server, sql: &str, values: &[Value]) -> i64 {
    in_store(server, async |store| {
        let rows = store.query(sql, values).await?;
        Ok(Row::all(&rows).next().expect("a row").integer("number")?)
    })
}

fn text(text: impl Into<String>) -> Value {
    Value::Text(text.into())
}

pub(crate) fn project(server: &Server, space: i64, name: &str) -> i64 {
    let sql = "INSERT INTO research_projects (space_id, name, created_at, updated_at)
               VALUES ($1, $2, 1793491200000000, 1793491200000000) RETURNING id AS number";
    insert(server, sql, &[Value::Int64(space), text(name)])
}

pub(crate) fn page_of(server: &Server, space: i64, project: i64, title: &str) -> i64 {
    let sql = "INSERT INTO research_pages (space_id, project_id, title, created_at, updated_at)
               VALUES ($1, $2, $3, 1793491200000000, 1793491200000000) RETURNING id AS number";
    insert(server, sql, &[Value::Int64(space), Value::Int64(project), text(title)])
}

/// A page of a project of its own.
pub(crate) fn page(server: &Server, space: i64, title: &str) -> i64 {
    page_of(server, space, project(server, space, "Harbour"), title)
}

/// A copy with that content, of the transaction of that number.
pub(crate) fn item(server: &Server, space: i64, page: i64, number: u64, snapshot: &Json) -> i64 {
    let sql = "INSERT INTO saved_items (page_id, space_id, kind, chain_id, hash, block_number, block_hash, decoder_version, snapshot,
                   created_at, updated_at)
               VALUES ($1, $2, 'transaction', 1, $3, 7, '', 1, $4, 1793491200000000, 1793491200000000) RETURNING id AS number";
    let values =
        [Value::Int64(page), Value::Int64(space), text(format!("0x{number:064x}")), text(snapshot.to_string())];
    insert(server, sql, &values)
}

pub(crate) fn annotation(server: &Server, space: i64, page: i64, item: i64, field: &str) -> i64 {
    let sql = "INSERT INTO research_annotations (page_id, space_id, saved_item_id, target_field, content, color, created_at, updated_at)
               VALUES ($1, $2, $3, $4, 'a note', '#1D5B8C', 1793491200000000, 1793491200000000) RETURNING id AS number";
    insert(server, sql, &[Value::Int64(page), Value::Int64(space), Value::Int64(item), text(field)])
}

/// A block of a page.
pub(crate) fn block(server: &Server, space: i64, page: i64, body: &str, attrs: &Json) -> i64 {
    let sql = "INSERT INTO research_blocks (page_id, space_id, kind, body, attrs, position, created_at, updated_at)
               VALUES ($1, $2, 'callout', $3, $4, 0, 1793491200000000, 1793491200000000) RETURNING id AS number";
    insert(server, sql, &[Value::Int64(page), Value::Int64(space), text(body), text(attrs.to_string())])
}
