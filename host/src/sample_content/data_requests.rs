//! An export that one of the sample's people has drafted and not run.

use quarry_stores::app::{AppStore, AppStoreError, Row};
use quarry_stores::result_set::Value;

const REQUESTER: &str = "member@quarry.example";
/// 2026-11-01T09:30:00Z.
const DRAFTED_AT_MICROSECONDS: i64 = 1_793_525_400_000_000;

/// Drafts the export where its requester has none.
pub async fn load_sample_data_requests(store: &AppStore) -> Result<(), AppStoreError> {
    let mut transaction = store.begin().await?;
    let text = |text: &str| Value::Text(text.to_owned());
    let person = "SELECT id FROM users WHERE email_key = $1
                  AND NOT EXISTS (SELECT 1 FROM data_requests WHERE data_requests.user_id = users.id)";
    let rows = transaction.query(person, &[text(REQUESTER)]).await?;
    let Some(requester) = Row::first(&rows).map(|row| row.integer("id")).transpose()? else {
        return Ok(());
    };
    let draft = "INSERT INTO data_requests (user_id, dataset, name, columns, filters, formats, status, created_at)
                 VALUES ($1, $2, $3, $4, $5, $6, 'draft', $7)";
    let values = [
        Value::Int64(requester),
        text("price_bars"),
        text("Daily bars of October"),
        text(r#"["chain_id","pool","period","start","source","open","high","low","close","trades"]"#),
        text(r#"{"date_from":"2026-10-01","date_to":"2026-10-31","chain":"ethereum"}"#),
        text(r#"["csv"]"#),
        Value::Timestamp(DRAFTED_AT_MICROSECONDS),
    ];
    transaction.execute(draft, &values).await?;
    transaction.commit().await
}
