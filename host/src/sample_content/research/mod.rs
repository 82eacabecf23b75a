//! A project in the space that the sample's people share: a folder, three pages of which one shows every kind of block, their tags and
//! blocks, comments, files, and a template.

mod desk;
mod files;
mod kinds;
mod picture;

use crate::sample_content::SampleContentError;
use crate::sample_content::made::{made, text};
use crate::sample_content::views::Shown;
use desk::Desk;
use files::Files;
use quarry_stores::app::{AppStore, Row};
use quarry_stores::objects::Objects;
use quarry_stores::result_set::Value;
use quarry_stores::warehouse::Warehouse;
use serde_json::json;

/// 2026-11-01T10:00:00Z.
const MADE_AT_MICROSECONDS: i64 = 1_793_527_200_000_000;

/// Kind, body and attributes of the first page's blocks; `CITED` stands for the token of a citation of the space.
const BLOCKS: [(&str, &str, &str); 4] = [
    ("heading", "What happened", r#"{"level":2}"#),
    (
        "paragraph",
        "The sample chain has CITED liquidations in the cited range. It is generated, and so are they.",
        "{}",
    ),
    ("list", "- Look at the largest first.\n- Compare with the health factors of the hour before.", "{}"),
    ("quote", "A figure without its block is an opinion.", "{}"),
];
const TEMPLATE: &str =
    r#"[{"kind":"heading","body":"What happened","attrs":{"level":2}},{"kind":"paragraph","body":"","attrs":{}}]"#;

/// Makes the project where the space of the sample has none.
pub async fn load_sample_research(
    store: &AppStore,
    warehouse: &Warehouse,
    objects: &Objects,
) -> Result<(), SampleContentError> {
    let spaces = "SELECT space.id, owner.user_id AS owner_id, editor.user_id AS editor_id
                  FROM spaces AS space
                  JOIN space_members AS owner ON owner.space_id = space.id AND owner.role = 'owner'
                  JOIN space_members AS editor ON editor.space_id = space.id AND editor.role = 'editor'
                  WHERE space.name = 'Sample desk'
                    AND NOT EXISTS (SELECT 1 FROM research_projects AS project WHERE project.space_id = space.id)
                  ORDER BY space.id, editor.id LIMIT 1";
    let rows = store.query(spaces, &[]).await?;
    let Some(row) = Row::first(&rows) else { return Ok(()) };
    let (space, owner) = (Value::Int64(row.integer("id")?), Value::Int64(row.integer("owner_id")?));
    let (editor, made_at) = (Value::Int64(row.integer("editor_id")?), Value::Timestamp(MADE_AT_MICROSECONDS));
    let shown = kinds::find(store, warehouse, &space).await?;
    let files = Files::drawn()?;
    files.store(objects).await?;

    let mut transaction = store.begin().await?;
    let sql = "INSERT INTO research_projects (space_id, name, description, created_by_user_id, created_at, updated_at)
               VALUES ($1, 'Liquidations of October', 'What the sample chain did to borrowers.', $2, $3, $3) RETURNING id";
    let project = made(&mut transaction, sql, &[space.clone(), owner.clone(), made_at.clone()]).await?;
    let sql = "INSERT INTO research_folders (space_id, project_id, name, created_at) VALUES ($1, $2, 'Evidence', $3) RETURNING id";
    let folder = made(&mut transaction, sql, &[space.clone(), project.clone(), made_at.clone()]).await?;
    let sql = "INSERT INTO research_pages (space_id, project_id, title, finding, status, created_by_user_id, updated_by_user_id,
                   created_at, updated_at)
               VALUES ($1, $2, 'Liquidations of October', 'Most of them follow one fall of the price.', 'in_review', $3, $3, $4, $4)
               RETURNING id";
    let page = made(&mut transaction, sql, &[space.clone(), project.clone(), editor.clone(), made_at.clone()]).await?;
    let sql = "INSERT INTO research_pages (space_id, project_id, folder_id, title, created_by_user_id, updated_by_user_id, created_at,
                   updated_at)
               VALUES ($1, $2, $3, 'Borrowers of the largest', $4, $4, $5, $5) RETURNING id";
    let values = [space.clone(), project.clone(), folder.clone(), owner.clone(), made_at.clone()];
    let borrowers = made(&mut transaction, sql, &values).await?;
    for tag in ["aave", "liquidations"] {
        let sql = "INSERT INTO research_page_tags (page_id, space_id, tag) VALUES ($1, $2, $3)";
        transaction.execute(sql, &[page.clone(), space.clone(), text(tag)]).await?;
    }

    let views = Shown {
        space: space.clone(),
        project: project.clone(),
        pages: [page.clone(), borrowers],
        owner: owner.clone(),
        editor: editor.clone(),
    };
    views.load(&mut transaction, &made_at).await?;

    let cited = "SELECT id FROM space_citations WHERE space_id = $1 ORDER BY id LIMIT 1";
    let rows = transaction.query(cited, std::slice::from_ref(&space)).await?;
    let token = match Row::first(&rows) {
        Some(row) => format!("{{{{derived:{}}}}}", row.integer("id")?),
        None => "some".to_owned(),
    };
    for ((kind, body, attrs), position) in BLOCKS.into_iter().zip(0..) {
        let sql = "INSERT INTO research_blocks (page_id, space_id, kind, body, attrs, position, created_by_user_id,
                       updated_by_user_id, created_at, updated_at)
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8, $8) RETURNING id";
        let body = text(&body.replace("CITED", &token));
        let place = [text(kind), body.clone(), text(attrs), Value::Int64(position), editor.clone(), made_at.clone()];
        let block = made(&mut transaction, sql, &[&[page.clone(), space.clone()][..], &place[..]].concat()).await?;
        if kind == "paragraph" {
            let sql = "INSERT INTO research_comments (page_id, space_id, block_id, block_text, body, author_user_id, created_at)
                       VALUES ($1, $2, $3, $4, 'Is that with or without absorptions?', $5, $6)";
            let values = [page.clone(), space.clone(), block, body, owner.clone(), made_at.clone()];
            transaction.execute(sql, &values).await?;
        }
    }
    let desk = Desk { space: space.clone(), owner: owner.clone(), editor: editor.clone(), made_at: made_at.clone() };
    let picture = files.published_picture.attach(&mut transaction, &desk, &page).await?;
    let attrs = json!({ "upload_id": picture, "alt": "Ten bars, the fifth of them the highest",
                        "caption": "Drawn for the sample: it measures nothing." });
    let sql = "INSERT INTO research_blocks (page_id, space_id, kind, body, attrs, position, created_by_user_id, updated_by_user_id,
                   created_at, updated_at)
               VALUES ($1, $2, 'image', '', $3, $4, $5, $5, $6, $6)";
    let position = Value::Int64(i64::try_from(BLOCKS.len()).unwrap_or_default());
    let values = [page, space.clone(), text(&attrs.to_string()), position, editor, made_at.clone()];
    transaction.execute(sql, &values).await?;
    if let Some(shown) = &shown {
        kinds::make_page(&mut transaction, &desk, (&project, &folder), shown, &files).await?;
    }
    let sql = "INSERT INTO research_templates (space_id, name, blocks, block_count, created_by_user_id, created_at)
               VALUES ($1, 'Liquidation report', $2, 2, $3, $4)";
    transaction.execute(sql, &[space, text(TEMPLATE), owner, made_at]).await?;
    Ok(transaction.commit().await?)
}
