//! Alerts of the sample's space: two prices, of which the first look fires one, liquidations of a token, and events of a
//! category.

use quarry_stores::app::{AppStore, AppStoreError, Row};
use quarry_stores::result_set::Value;

const PERSON: &str = "admin@quarry.example";
/// 2026-11-01T09:50:00Z.
const MADE_AT_MICROSECONDS: i64 = 1_793_526_600_000_000;
const POOL: [u8; 20] = [
    0xb4, 0xe1, 0x6d, 0x01, 0x68, 0xe5, 0x2d, 0x35, 0xca, 0xcd, 0x2c, 0x61, 0x85, 0xb4, 0x42, 0x81, 0xec, 0x28, 0xc9,
    0xdc,
];

const INSERT_PRICE_ALERTS: &str =
    "INSERT INTO price_alerts (space_id, created_by_user_id, chain_id, chain, pool, condition, threshold,
        threshold_exponent, threshold_mantissa, sentence, state, arming, waits_for_crossing, created_at)
    VALUES
        ($1, $2, 1, 'ethereum', $3, 'above', '1800', 4, '1800000000000000000',
            'The price of WETH in USDC (pool 0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc on ethereum) rises above 1800.', 'watching', 1, FALSE, $4),
        ($1, $2, 1, 'ethereum', $3, 'above', '5000', 4, '5000000000000000000',
            'The price of WETH in USDC (pool 0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc on ethereum) rises above 5000.', 'watching', 1, FALSE, $4)";
/// The sample chain is news to the first look.
const INSERT_POOL: &str =
    "INSERT INTO alert_pools (chain_id, pool) VALUES (1, $1) ON CONFLICT (chain_id, pool) DO NOTHING";
const INSERT_MARK: &str =
    "INSERT INTO job_marks (component, job, part, version, looked_at, turn) VALUES ('alerts', 'evaluate_alerts', 'prices/1', 0, 0, 0)
    ON CONFLICT (component, job, part) DO NOTHING";
const INSERT_WATCHES: &str =
    "INSERT INTO alert_watches (space_id, created_by_user_id, kind, label, token, protocols, category, sentence, state,
        arming, created_at)
    VALUES
        ($1, $2, 'liquidation', 'Ether collateral', 'weth', '[\"aave_v3\"]', NULL,
            'A liquidation of WETH on aave_v3.', 'watching', 1, $3),
        ($1, $2, 'chain_event', NULL, NULL, '[]', 'exploit', 'A new event of the category exploit.',
            'watching', 1, $3)";

/// Makes them in the shared space of its owner, where it has no alert.
pub async fn load_sample_alerts(store: &AppStore) -> Result<(), AppStoreError> {
    let mut transaction = store.begin().await?;
    let space = "SELECT spaces.id AS space_id, users.id AS user_id FROM users
                 JOIN space_members ON space_members.user_id = users.id AND space_members.role = 'owner'
                 JOIN spaces ON spaces.id = space_members.space_id AND spaces.personal_user_id IS NULL
                 WHERE users.email_key = $1
                   AND NOT EXISTS (SELECT 1 FROM price_alerts WHERE price_alerts.space_id = spaces.id)
                   AND NOT EXISTS (SELECT 1 FROM alert_watches WHERE alert_watches.space_id = spaces.id)
                 ORDER BY spaces.id LIMIT 1";
    let rows = transaction.query(space, &[Value::Text(PERSON.to_owned())]).await?;
    let Some(found) = Row::first(&rows) else { return Ok(()) };
    let (space, person) = (Value::Int64(found.integer("space_id")?), Value::Int64(found.integer("user_id")?));
    let made_at = Value::Timestamp(MADE_AT_MICROSECONDS);
    let values = [space.clone(), person.clone(), Value::Bytes(POOL.to_vec()), made_at.clone()];
    transaction.execute(INSERT_PRICE_ALERTS, &values).await?;
    transaction.execute(INSERT_POOL, &[Value::Bytes(POOL.to_vec())]).await?;
    transaction.execute(INSERT_MARK, &[]).await?;
    transaction.execute(INSERT_WATCHES, &[space, person, made_at]).await?;
    transaction.commit().await
}
