//! A page that shows every kind of block, with threads of comments on three of them.

use super::desk::Desk;
use super::files::Files;
use crate::sample_content::SampleContentError;
use crate::sample_content::first_transaction::first_transaction;
use crate::sample_content::made::{made, text};
use quarry_stores::app::{AppStore, AppStoreError, Row, Transaction};
use quarry_stores::result_set::Value;
use quarry_stores::warehouse::Warehouse;
use serde_json::{Value as Json, json};

const ETHEREUM: u64 = 1;
/// A pool that the sample chain has.
const POOL: &str = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc";

/// Things of other parts of the sample that the page shows.
pub(super) struct Shown {
    citation_id: i64,
    block_number: i64,
    transaction_hash: String,
}

/// Finds the citation of the space, and a transaction of the block that it was taken up to; none where the sample has no such thing.
pub(super) async fn find(
    store: &AppStore,
    warehouse: &Warehouse,
    space: &Value,
) -> Result<Option<Shown>, SampleContentError> {
    let sql = "SELECT citation.id, figure.as_of_block FROM space_citations AS citation
               JOIN cited_figures AS figure ON figure.hash = citation.hash
               WHERE citation.space_id = $1 AND figure.as_of_block IS NOT NULL ORDER BY citation.id LIMIT 1";
    let rows = store.query(sql, std::slice::from_ref(space)).await?;
    let Some(row) = Row::first(&rows) else { return Ok(None) };
    let (citation_id, block_number) = (row.integer("id")?, row.integer("as_of_block")?);
    let hash = first_transaction(warehouse, ETHEREUM, u64::try_from(block_number).unwrap_or_default()).await?;
    Ok(hash.map(|transaction_hash| Shown { citation_id, block_number, transaction_hash }))
}

/// Makes the page in a folder of the project.
pub(super) async fn make_page(
    transaction: &mut Transaction,
    desk: &Desk,
    (project, folder): (&Value, &Value),
    shown: &Shown,
    files: &Files,
) -> Result<(), AppStoreError> {
    let Desk { space, owner, editor, made_at } = desk;
    let sql = "INSERT INTO research_pages (space_id, project_id, folder_id, title, finding, created_by_user_id, updated_by_user_id,
                   created_at, updated_at)
               VALUES ($1, $2, $3, 'What a page can show', 'Every kind of block, once.', $4, $4, $5, $5) RETURNING id";
    let values = [space.clone(), project.clone(), folder.clone(), editor.clone(), made_at.clone()];
    let page = made(transaction, sql, &values).await?;
    let picture = files.picture.attach(transaction, desk, &page).await?;
    let table = files.table.attach(transaction, desk, &page).await?;
    for (position, (kind, body, attrs)) in (0..).zip(blocks(shown, picture, table)) {
        let sql = "INSERT INTO research_blocks (page_id, space_id, kind, body, attrs, position, created_by_user_id,
                       updated_by_user_id, created_at, updated_at)
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8, $8) RETURNING id";
        let values = [
            page.clone(),
            space.clone(),
            text(kind),
            text(&body),
            text(&attrs.to_string()),
            Value::Int64(position),
            editor.clone(),
            made_at.clone(),
        ];
        let block = made(transaction, sql, &values).await?;
        let on_block = Thread { page: &page, block, block_text: text(&body) };
        match kind {
            "live_value" => {
                let thread = on_block.open(transaction, desk, owner, "Is that with or without absorptions?").await?;
                reply(transaction, desk, &page, &thread, editor, "Without: they are a dataset of their own.").await?;
            }
            "image" => {
                let thread = on_block.open(transaction, desk, owner, "The fifth bar wants a caption.").await?;
                reply(transaction, desk, &page, &thread, editor, "It has one now.").await?;
                let sql = "UPDATE research_comments SET resolved_at = CAST($3 AS BIGINT), resolved_by_user_id = $4
                           WHERE id = $1 AND space_id = $2";
                transaction.execute(sql, &[thread, space.clone(), made_at.clone(), owner.clone()]).await?;
            }
            _ => {}
        }
    }
    let on_page = Thread { page: &page, block: Value::Null, block_text: Value::Null };
    on_page.open(transaction, desk, editor, "Shall this become a template?").await?;
    Ok(())
}

/// Kind, body and attributes of each block.
fn blocks(shown: &Shown, picture: i64, table: i64) -> Vec<(&'static str, String, Json)> {
    let Shown { citation_id, block_number, transaction_hash } = shown;
    let token = format!("{{{{derived:{citation_id}}}}}");
    let block = |kind, body: &str, attrs| (kind, body.replace("CITED", &token), attrs);
    let (chain, caption) = ("ethereum", "Bars of the sample; the fifth is the largest.");
    vec![
        block("heading", "What a page can show", json!({ "level": 1 })),
        block("paragraph", "Text in *Markdown*, with a figure that is cited: CITED liquidations.", json!({})),
        block("list", "1. Cite a figure.\n2. Put its token into a sentence.", json!({ "ordered": true })),
        block("todo", "Compare with the hour before", json!({ "checked": false })),
        block("quote", "A figure without its block is an opinion.", json!({})),
        block("callout", "The sample chain is generated, and so is all that it shows.", json!({ "tone": "note" })),
        block("code", "SELECT count(*) FROM liquidations", json!({ "language": "sql" })),
        block(
            "table",
            "| hour | bars |\n|---|---:|\n| 4 | 76 |\n| 5 | 41 |",
            json!({ "alignments": ["none", "right"] }),
        ),
        block("divider", "", json!({})),
        block("image", "", json!({ "upload_id": picture, "alt": "Ten bars", "caption": caption })),
        block("file", "", json!({ "upload_id": table, "caption": "The same as a table" })),
        block("citation", "", json!({ "citation_id": citation_id, "caption": "The figure with its record" })),
        block("live_value", "CITED", json!({ "citation_id": citation_id, "format": "grouped" })),
        block(
            "chart",
            "",
            json!({ "source": "prices", "pool": POOL, "chain": chain, "period": "daily", "caption": "A pool by day" }),
        ),
        block("transaction", "", json!({ "chain": chain, "hash": transaction_hash })),
        block("block", "", json!({ "chain": chain, "number": block_number })),
        block(
            "query",
            "",
            json!({
                "dataset": "liquidations",
                "columns": ["block_number", "borrower", "collateral_amount"],
                "filters": { "chain": chain },
                "caption": "Who was liquidated"
            }),
        ),
    ]
}

/// The place of a thread.
struct Thread<'a> {
    page: &'a Value,
    block: Value,
    block_text: Value,
}

impl Thread<'_> {
    async fn open(
        self,
        transaction: &mut Transaction,
        desk: &Desk,
        author: &Value,
        body: &str,
    ) -> Result<Value, AppStoreError> {
        let sql =
            "INSERT INTO research_comments (page_id, space_id, block_id, block_text, body, author_user_id, created_at)
                   VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id";
        let place = [self.page.clone(), desk.space.clone(), self.block, self.block_text];
        let said = [text(body), author.clone(), desk.made_at.clone()];
        made(transaction, sql, &[&place[..], &said[..]].concat()).await
    }
}

async fn reply(
    transaction: &mut Transaction,
    desk: &Desk,
    page: &Value,
    thread: &Value,
    author: &Value,
    body: &str,
) -> Result<(), AppStoreError> {
    let sql = "INSERT INTO research_comments (page_id, space_id, thread_id, body, author_user_id, created_at)
               VALUES ($1, $2, $3, $4, $5, $6)";
    let values = [page.clone(), desk.space.clone(), thread.clone(), text(body), author.clone(), desk.made_at.clone()];
    transaction.execute(sql, &values).await?;
    Ok(())
}
