//! Saved views and favourites of the person who owns the sample's space.

use quarry_stores::app::{AppStore, AppStoreError, Row};
use quarry_stores::result_set::Value;

const PERSON: &str = "admin@quarry.example";
/// 2026-11-01T09:40:00Z.
const MADE_AT_MICROSECONDS: i64 = 1_793_526_000_000_000;
const CHAIN_ID: i64 = 1;

/// Pools of the sample chain with USDC and WETH: one of each source.
const FAVOURITES: [[u8; 20]; 2] = [
    [
        0xb4, 0xe1, 0x6d, 0x01, 0x68, 0xe5, 0x2d, 0x35, 0xca, 0xcd, 0x2c, 0x61, 0x85, 0xb4, 0x42, 0x81, 0xec, 0x28,
        0xc9, 0xdc,
    ],
    [
        0x8a, 0xd5, 0x99, 0xc3, 0xa0, 0xff, 0x1d, 0xe0, 0x82, 0x01, 0x1e, 0xfd, 0xdc, 0x58, 0xf1, 0x90, 0x8e, 0xb6,
        0xe6, 0xd8,
    ],
];

/// Kind, name and parameters.
const VIEWS: [(&str, &str, &str); 2] = [
    (
        "chart",
        "Ether in October",
        r#"{"id":"0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc","from":"2026-10-01","to":"2026-10-31","period":"daily","invert":"true"}"#,
    ),
    ("finder", "WETH against USDC on v3", r#"{"base":"WETH","quote":"USDC","source":"v3"}"#),
];

/// Makes them where the person has no saved view.
pub async fn load_sample_library(store: &AppStore) -> Result<(), AppStoreError> {
    let mut transaction = store.begin().await?;
    let person = "SELECT id FROM users WHERE email_key = $1
                  AND NOT EXISTS (SELECT 1 FROM saved_views WHERE saved_views.user_id = users.id)";
    let rows = transaction.query(person, &[Value::Text(PERSON.to_owned())]).await?;
    let Some(person) = Row::first(&rows).map(|row| row.integer("id")).transpose()? else { return Ok(()) };
    let made_at = Value::Timestamp(MADE_AT_MICROSECONDS);
    for (kind, name, params) in VIEWS {
        let sql = "INSERT INTO saved_views (user_id, kind, name, params, created_at) VALUES ($1, $2, $3, $4, $5)";
        let [kind, name, params] = [kind, name, params].map(|text| Value::Text(text.to_owned()));
        transaction.execute(sql, &[Value::Int64(person), kind, name, params, made_at.clone()]).await?;
    }
    for pool in FAVOURITES {
        let sql = "INSERT INTO favourites (user_id, chain_id, pool, created_at) VALUES ($1, $2, $3, $4)
                   ON CONFLICT (user_id, chain_id, pool) DO NOTHING";
        let values = [Value::Int64(person), Value::Int64(CHAIN_ID), Value::Bytes(pool.to_vec()), made_at.clone()];
        transaction.execute(sql, &values).await?;
    }
    transaction.commit().await
}
