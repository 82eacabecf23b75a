//! Exports of the sample: one of the holder of its keys and one of a member run when the host starts, and the member has a draft.

use jiff::Timestamp;
use quarry_identity::KEY_HOLDER_EMAIL;
use quarry_identity::jobs::{NewJob, Queue};
use quarry_stores::app::{AppStore, AppStoreError, Row, Transaction};
use quarry_stores::result_set::Value;

const MEMBER: &str = "member@quarry.example";
/// 2026-11-01T09:30:00Z.
const DRAFTED_AT_MICROSECONDS: i64 = 1_793_525_400_000_000;

/// Makes them, for each of the two people who has none.
pub async fn load_sample_data_requests(store: &AppStore) -> Result<(), AppStoreError> {
    let mut transaction = store.begin().await?;
    // First, so that its number is that of the documents' examples, which are asked with this person's key.
    if let Some(holder) = requester_without_export(&mut transaction, KEY_HOLDER_EMAIL).await? {
        queue_tokens(&mut transaction, holder).await?;
    }
    if let Some(member) = requester_without_export(&mut transaction, MEMBER).await? {
        draft_bars(&mut transaction, member).await?;
        queue_tokens(&mut transaction, member).await?;
    }
    transaction.commit().await
}

/// The account of that address, unless it has exports already.
async fn requester_without_export(transaction: &mut Transaction, email: &str) -> Result<Option<i64>, AppStoreError> {
    let person = "SELECT id FROM users WHERE email_key = $1
                  AND NOT EXISTS (SELECT 1 FROM data_requests WHERE data_requests.user_id = users.id)";
    let rows = transaction.query(person, &[Value::Text(email.to_owned())]).await?;
    Row::first(&rows).map(|row| row.integer("id")).transpose()
}

/// Daily bars of a month, drafted and not run.
async fn draft_bars(transaction: &mut Transaction, requester: i64) -> Result<(), AppStoreError> {
    let text = |text: &str| Value::Text(text.to_owned());
    let draft = "INSERT INTO data_requests (user_id, dataset, name, columns, filters, formats, status, created_at)
                 VALUES ($1, $2, $3, $4, $5, $6, 'draft', $7)";
    let values = [
        Value::Int64(requester),
        text("price_bars"),
        text("Daily bars of October"),
        text(r#"["chain_id","pool","period","start","source","open","high","low","close","trades"]"#),
        text(r#"{"date_from":"2026-10-01","date_to":"2026-10-31","chain":"ethereum","period":"daily"}"#),
        text(r#"["csv"]"#),
        Value::Timestamp(DRAFTED_AT_MICROSECONDS),
    ];
    transaction.execute(draft, &values).await.map(drop)
}

/// The registry of tokens in each format, which the first host that serves writes. The sample's organization pays.
async fn queue_tokens(transaction: &mut Transaction, requester: i64) -> Result<(), AppStoreError> {
    let paying = "SELECT membership.organization_id AS id FROM memberships AS membership
                  JOIN organizations AS organization ON organization.id = membership.organization_id
                  WHERE membership.user_id = $1 AND organization.kind = 'institution' ORDER BY organization.id LIMIT 1";
    let rows = transaction.query(paying, &[Value::Int64(requester)]).await?;
    let organization = Row::first(&rows).map(|row| row.integer("id")).transpose()?;
    let number = |number: Option<i64>| number.map_or(Value::Null, Value::Int64);
    let text = |text: &str| Value::Text(text.to_owned());
    let queued = "INSERT INTO data_requests (user_id, organization_id, dataset, name, columns, filters, formats, status, quota_month,
                                             pins, created_at, queued_at)
                  VALUES ($1, CAST($2 AS BIGINT), 'tokens', 'Tokens of the sample', $3, '{}', $4, 'queued', '2026-11', '[]', $5, $5)
                  RETURNING id";
    let values = [
        Value::Int64(requester),
        number(organization),
        text(r#"["chain_id","address","symbol","name","decimals"]"#),
        text(r#"["csv","ndjson","parquet"]"#),
        Value::Timestamp(DRAFTED_AT_MICROSECONDS),
    ];
    let rows = transaction.query(queued, &values).await?;
    let Some(id) = Row::first(&rows).map(|row| row.integer("id")).transpose()? else { return Ok(()) };
    // Its time is past, so whichever host serves first takes it.
    let past = Timestamp::UNIX_EPOCH;
    let job = NewJob {
        component: "datasets".to_owned(),
        name: "run_export".to_owned(),
        arguments: format!(r#"{{"request_id":{id}}}"#),
        organization_id: organization,
        user_id: Some(requester),
        run_at: past,
        max_attempts: 3,
        unique_key: None,
    };
    let job_id = Queue::enqueue(transaction, &job, past).await?;
    let values = [Value::Int64(job_id), Value::Int64(id)];
    transaction.execute("UPDATE data_requests SET job_id = $1 WHERE id = $2", &values).await.map(drop)
}
