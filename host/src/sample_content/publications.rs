//! Public parts of the sample: a cited figure; the first page of the sample's project, published and behind a review link; and the page that
//! shows every kind of block, published. The examples of the documents name them, so that each command of the documents answers on a sandbox.

use crate::sample_content::SampleContentError;
use crate::sample_content::made::text;
use jiff::Timestamp;
use quarry_contract::Secret;
use quarry_identity::secrets::SecretKeys;
use quarry_stores::app::{AppStore, Row, Transaction};
use quarry_stores::result_set::Value;
use quarry_stores::warehouse::{QuerySettings, Warehouse};
use serde_json::json;
use sha2::{Digest, Sha256};
use std::time::Duration;

const AUTHOR: &str = "The Quarry authors";
/// The page that is shared as well, and its slug.
const PUBLISHED: (&str, &str) = ("Liquidations of October", "liquidations-of-the-sample");
/// The page of every kind of block, and its slug.
const PUBLISHED_KINDS: (&str, &str) = ("What a page can show", "what-a-page-can-show");
/// The token of the review link. It guards nothing: the page behind it is the same on every machine.
const REVIEW_TOKEN: &str = "rv_8Jc1XqYb0m5TzN2vXcR7bKpD4mYhG6sJ";
/// The component that review links are found by.
const RESEARCH: &str = "research";
/// Microseconds since 1970: 2026-11-01T12:00:00Z, and 2100-01-01T00:00:00Z.
const PUBLISHED_AT: i64 = 1_793_534_400_000_000;
const REVIEW_ENDS_AT: i64 = 4_102_444_800_000_000;

/// The figure that is cited: how many liquidations the sample has on Ethereum, and as of when.
const COUNT: &str = "SELECT toString(count()) AS value, toUnixTimestamp64Micro(toDateTime64(max(block_timestamp), 6)) AS as_of, \
    toInt64(max(block_number)) AS as_of_block FROM liquidations FINAL WHERE chain_id = 1";

/// Writes what is not there.
pub(super) async fn load(
    store: &AppStore,
    warehouse: &Warehouse,
    written_at: Timestamp,
) -> Result<(), SampleContentError> {
    let written_at = Value::Timestamp(written_at.as_microsecond());
    if let Some(figure) = figure(warehouse).await? {
        let sql =
            "INSERT INTO cited_figures (hash, canonical, kind, dataset, chain_id, label, value, as_of, as_of_block, \
                                              verification_state, verified_at, cited_at)
                   VALUES ($1, $2, 'computed_figure', 'liquidations', 1, 'Liquidations of the sample', $3, $4, $5,
                           'verified', CAST($6 AS BIGINT), CAST($6 AS BIGINT))
                   ON CONFLICT (hash) DO NOTHING";
        let values = [
            Value::Bytes(Sha256::digest(figure.canonical.as_bytes()).to_vec()),
            text(&figure.canonical),
            text(&figure.value),
            Value::Timestamp(figure.as_of),
            Value::Int64(figure.as_of_block),
            written_at.clone(),
        ];
        store.execute(sql, &values).await?;
    }
    Ok(())
}

/// A page as it is frozen: title, body, blocks, citations, files; and the page, its space, its version, its owner, the time.
struct Frozen {
    title: Value,
    contents: [Value; 4],
    of_page: [Value; 5],
}

/// Publishes the two pages of the sample's project, and shares one of them with a reader from outside, where that was not done yet.
pub async fn load_sample_publications(store: &AppStore) -> Result<(), SampleContentError> {
    let keys = SecretKeys::new(store.deployment_secrets("component-secrets", Timestamp::now()).await?);
    let mut transaction = store.begin().await?;
    publish(&mut transaction, PUBLISHED_KINDS).await?;
    if let Some(page) = publish(&mut transaction, PUBLISHED).await? {
        share(&mut transaction, &keys, page).await?;
    }
    transaction.commit().await?;
    Ok(())
}

/// Publishes a page; none where there is no such page, or its slug is taken.
async fn publish(
    transaction: &mut Transaction,
    (title, slug): (&str, &str),
) -> Result<Option<Frozen>, SampleContentError> {
    let page = "SELECT page.id, page.space_id, page.title, page.document_version, owner.user_id AS owner_id
                FROM research_pages AS page
                JOIN spaces AS space ON space.id = page.space_id AND space.name = 'Sample desk'
                JOIN space_members AS owner ON owner.space_id = space.id AND owner.role = 'owner'
                WHERE page.title = $2 AND NOT EXISTS (SELECT 1 FROM published_page_slugs AS slug WHERE slug.slug = $1)
                ORDER BY page.id LIMIT 1";
    let rows = transaction.query(page, &[text(slug), text(title)]).await?;
    let Some(row) = Row::first(&rows) else { return Ok(None) };
    let number = |name: &str| row.integer(name).map(Value::Int64);
    let (page, space, document_version) = (number("id")?, number("space_id")?, number("document_version")?);
    let (title, owner, now) = (Value::Text(row.text("title")?), number("owner_id")?, Value::Timestamp(PUBLISHED_AT));
    let (body, blocks) = blocks(transaction, &page).await?;
    let citations = citations(transaction, &space, &body).await?;
    let files = files(transaction, &page).await?;
    let contents = [Value::Text(body), blocks, citations, files];
    let of_page = [page.clone(), space, document_version, owner, now.clone()];

    let sql = "INSERT INTO published_page_slugs (slug, page_id, created_at) VALUES ($1, $2, $3)";
    transaction.execute(sql, &[text(slug), page, now]).await?;
    let sql = "INSERT INTO published_pages (slug, title, author, body, blocks, citations, files, page_id, space_id, document_version,
                   published_by_user_id, published_at, version)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 1)";
    let values = [&[text(slug), title.clone(), text(AUTHOR)][..], &contents[..], &of_page[..]].concat();
    transaction.execute(sql, &values).await?;
    Ok(Some(Frozen { title, contents, of_page }))
}

/// Shares a page with those who have the token of the sample.
async fn share(transaction: &mut Transaction, keys: &SecretKeys, page: Frozen) -> Result<(), SampleContentError> {
    let Frozen { title, contents, of_page } = page;
    let sql = "INSERT INTO research_guest_passes (page_id, space_id, document_version, made_by_user_id, created_at, expires_at)
               VALUES ($1, $2, $3, $4, $5, $6) RETURNING id";
    let ends_at = Value::Timestamp(REVIEW_ENDS_AT);
    let rows = transaction.query(sql, &[&of_page[..], std::slice::from_ref(&ends_at)].concat()).await?;
    let pass = Value::Int64(Row::first(&rows).map(|row| row.integer("id")).transpose()?.unwrap_or_default());
    let sql = "INSERT INTO page_review_links (token_fingerprint, title, author, body, blocks, citations, files, guest_pass_id,
                   space_id, created_at, expires_at)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";
    let fingerprint = Value::Bytes(keys.fingerprint(RESEARCH, &Secret::new(REVIEW_TOKEN)).to_vec());
    let [_, space, _, _, now] = of_page;
    let values = [&[fingerprint, title, text(AUTHOR)][..], &contents[..], &[pass, space, now, ends_at][..]].concat();
    transaction.execute(sql, &values).await?;
    Ok(())
}

/// The blocks of the page, as one text and as JSON.
async fn blocks(transaction: &mut Transaction, page: &Value) -> Result<(String, Value), SampleContentError> {
    let sql =
        "SELECT id, kind, body, attrs, position, version FROM research_blocks WHERE page_id = $1 ORDER BY position";
    let rows = transaction.query(sql, std::slice::from_ref(page)).await?;
    let (mut bodies, mut blocks) = (Vec::new(), Vec::new());
    for row in Row::all(&rows) {
        let attrs: serde_json::Value = serde_json::from_str(&row.text("attrs")?)?;
        blocks.push(json!({
            "id": row.integer("id")?, "kind": row.text("kind")?, "body": row.text("body")?, "attrs": attrs,
            "position": row.integer("position")?, "version": row.integer("version")?,
        }));
        bodies.push(row.text("body")?);
    }
    Ok((bodies.join("\n\n"), text(&json!(blocks).to_string())))
}

/// The citations of the space whose tokens stand in the text, as JSON.
async fn citations(transaction: &mut Transaction, space: &Value, body: &str) -> Result<Value, SampleContentError> {
    let sql = "SELECT id, label, hash FROM space_citations WHERE space_id = $1 ORDER BY id";
    let rows = transaction.query(sql, std::slice::from_ref(space)).await?;
    let mut citations = Vec::new();
    for row in Row::all(&rows) {
        if !body.contains(&format!("{{{{derived:{}}}}}", row.integer("id")?)) {
            continue;
        }
        let hash = format!("0x{}", const_hex::encode(row.bytes("hash")?));
        citations.push(json!({ "id": row.integer("id")?, "label": row.optional_text("label")?, "hash": hash }));
    }
    Ok(text(&json!(citations).to_string()))
}

/// The files of the page, as JSON.
async fn files(transaction: &mut Transaction, page: &Value) -> Result<Value, SampleContentError> {
    let sql = "SELECT id, file_name, media_type, size_bytes FROM research_uploads WHERE page_id = $1 ORDER BY id";
    let rows = transaction.query(sql, std::slice::from_ref(page)).await?;
    let mut files = Vec::new();
    for row in Row::all(&rows) {
        files.push(json!({
            "upload_id": row.integer("id")?, "file_name": row.text("file_name")?, "media_type": row.text("media_type")?,
            "size_bytes": row.integer("size_bytes")?,
        }));
    }
    Ok(text(&json!(files).to_string()))
}

struct Figure {
    /// RFC 8785: members by name, no space.
    canonical: String,
    value: String,
    as_of: i64,
    as_of_block: i64,
}

async fn figure(warehouse: &Warehouse) -> Result<Option<Figure>, SampleContentError> {
    let bounds =
        QuerySettings { deadline: Duration::from_secs(30), max_rows: 1, max_memory_bytes: 256 << 20, readonly: true };
    let rows = warehouse.query(COUNT, &[], bounds).await?.rows;
    let cell = |name: &str| rows.column(name).map(|column| column.value(0));
    let (Some(Value::Text(value)), Some(Value::Int64(as_of)), Some(Value::Int64(as_of_block))) =
        (cell("value"), cell("as_of"), cell("as_of_block"))
    else {
        return Ok(None);
    };
    let canonical = format!(
        "{{\"as_of_block\":{as_of_block},\"dataset\":\"liquidations\",\"kind\":\"computed_figure\",\"parameters\":\
         {{\"aggregate\":\"count\",\"chain\":\"ethereum\"}},\"value\":\"{value}\"}}"
    );
    Ok(Some(Figure { canonical, value, as_of, as_of_block }))
}
