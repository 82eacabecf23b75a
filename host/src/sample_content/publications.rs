//! Public parts of the sample: a cited figure, a page that was published, and a page behind a review link. The examples of
//! the documents name them, so that each command of the documents answers on a sandbox.

use crate::sample_content::SampleContentError;
use jiff::Timestamp;
use quarry_contract::Secret;
use quarry_identity::secrets::SecretKeys;
use quarry_stores::app::AppStore;
use quarry_stores::result_set::Value;
use quarry_stores::warehouse::{QuerySettings, Warehouse};
use sha2::{Digest, Sha256};
use std::time::Duration;

const AUTHOR: &str = "The Quarry authors";
/// The slug of the published page.
const SLUG: &str = "liquidations-of-the-sample";
/// The token of the review link. It guards nothing: the page behind it is the same on every machine.
const REVIEW_TOKEN: &str = "rv_8Jc1XqYb0m5TzN2vXcR7bKpD4mYhG6sJ";
/// The component that review links are found by.
const RESEARCH: &str = "research";
/// Microseconds since 1970: 2100-01-01T00:00:00Z.
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
    let sql = "INSERT INTO published_pages (slug, title, author, body, published_at, version)
               VALUES ($1, 'Liquidations of the sample', $2, $3, $4, 1) ON CONFLICT (slug) DO NOTHING";
    let body = include_str!("pages/liquidations-of-the-sample.md");
    store.execute(sql, &[text(SLUG), text(AUTHOR), text(body), written_at.clone()]).await?;
    let keys = SecretKeys::new(store.deployment_secrets("component-secrets", Timestamp::now()).await?);
    let sql = "INSERT INTO page_review_links (token_fingerprint, title, author, body, created_at, expires_at)
               VALUES ($1, 'A draft of the sample', $2, $3, $4, $5) ON CONFLICT (token_fingerprint) DO NOTHING";
    let fingerprint = keys.fingerprint(RESEARCH, &Secret::new(REVIEW_TOKEN)).to_vec();
    let body = include_str!("pages/a-draft-of-the-sample.md");
    let values = [Value::Bytes(fingerprint), text(AUTHOR), text(body), written_at, Value::Timestamp(REVIEW_ENDS_AT)];
    store.execute(sql, &values).await?;
    Ok(())
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

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}
