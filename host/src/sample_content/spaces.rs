//! A space that the sample's people share, with a property, notes about contracts of the sample chain, and a citation.

use quarry_identity::KEY_HOLDER_EMAIL;
use quarry_stores::app::{AppStore, AppStoreError, Row, Transaction};
use quarry_stores::result_set::Value;

const NAME: &str = "Sample desk";
const OWNER: &str = "admin@quarry.example";
const EDITOR: &str = "member@quarry.example";
/// 2026-11-01T09:00:00Z.
const MADE_AT_MICROSECONDS: i64 = 1_793_523_600_000_000;

/// Value, what is noted, color, and who noted it.
const NOTES: [(&str, &str, &str, &str); 4] = [
    (
        "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2",
        "Wrapped ether. Most pools of the sample have it on one side.",
        "#1D5B8C",
        OWNER,
    ),
    (
        "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2",
        "18 decimals; the price in dollars is by way of USDC.",
        "#3F6B2F",
        EDITOR,
    ),
    ("0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48", "USD Coin, 6 decimals. Counted as a dollar.", "#1D5B8C", OWNER),
    (
        "0xdac17f958d2ee523a2206206994597c13d831ec7",
        "Tether. Compare with USDC before a figure rests on it.",
        "#9A4419",
        EDITOR,
    ),
];

/// Makes the space where its owner has no shared one.
pub async fn load_sample_spaces(store: &AppStore) -> Result<(), AppStoreError> {
    let mut transaction = store.begin().await?;
    let (Some(owner), Some(editor)) = (person(&mut transaction, OWNER).await?, person(&mut transaction, EDITOR).await?)
    else {
        return Ok(());
    };
    let shared = "SELECT space_id FROM space_members JOIN spaces ON spaces.id = space_members.space_id
                  WHERE space_members.user_id = $1 AND spaces.personal_user_id IS NULL LIMIT 1";
    if transaction.query(shared, &[Value::Int64(owner)]).await?.row_count > 0 {
        return Ok(());
    }
    let made_at = Value::Timestamp(MADE_AT_MICROSECONDS);
    let text = |text: &str| Value::Text(text.to_owned());
    let made = "INSERT INTO spaces (name, created_at) VALUES ($1, $2) RETURNING id";
    let rows = transaction.query(made, &[text(NAME), made_at.clone()]).await?;
    let space = Row::first(&rows).map(|row| row.integer("id")).transpose()?.unwrap_or_default();
    // The holder of the sample's keys too, which reach what this person reaches.
    let holder = person(&mut transaction, KEY_HOLDER_EMAIL).await?;
    let members = [(owner, "owner"), (editor, "editor")].into_iter().chain(holder.map(|holder| (holder, "editor")));
    for (user, role) in members {
        let sql = "INSERT INTO space_members (space_id, user_id, role, created_at) VALUES ($1, $2, $3, $4)";
        let values = [Value::Int64(space), Value::Int64(user), text(role), made_at.clone()];
        transaction.execute(sql, &values).await?;
    }
    let sql =
        "INSERT INTO space_properties (space_id, name, kind, options, created_at) VALUES ($1, $2, 'select', $3, $4)";
    let options = text(r#"["draft","checked"]"#);
    transaction.execute(sql, &[Value::Int64(space), text("Stage"), options, made_at.clone()]).await?;
    for (value, content, color, author) in NOTES {
        let sql = "INSERT INTO value_notes (space_id, value, content, color, author_user_id, created_at, updated_at)
                   VALUES ($1, $2, $3, $4, $5, $6, $6)";
        let author = if author == OWNER { owner } else { editor };
        let values =
            [Value::Int64(space), text(value), text(content), text(color), Value::Int64(author), made_at.clone()];
        transaction.execute(sql, &values).await?;
    }
    // The space cites what the sample publishes.
    let sql = "INSERT INTO space_citations (space_id, hash, label, cited_by_user_id, created_at)
               SELECT $1, hash, label, $2, $3 FROM cited_figures WHERE true
               ON CONFLICT (space_id, hash) DO NOTHING";
    transaction.execute(sql, &[Value::Int64(space), Value::Int64(editor), made_at]).await?;
    transaction.commit().await
}

async fn person(transaction: &mut Transaction, email: &str) -> Result<Option<i64>, AppStoreError> {
    let rows = transaction.query("SELECT id FROM users WHERE email_key = $1", &[Value::Text(email.to_owned())]).await?;
    Row::first(&rows).map(|row| row.integer("id")).transpose()
}
