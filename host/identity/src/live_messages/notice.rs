//! Notices of the host to a person, written with the transaction that they tell of.

use jiff::Timestamp;
use quarry_stores::app::{AppStoreError, Transaction};
use quarry_stores::result_set::Value;
use serde_json::{Value as Json, json};
use std::net::IpAddr;

/// A notice about the security of a person's account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// Somebody signed in to the account.
    SignIn {
        address: IpAddr,
    },
    PasswordChanged,
    TwoFactorChanged,
}

impl Notice {
    /// As it is told.
    fn body(&self, now: Timestamp) -> Json {
        let kind = match self {
            Notice::SignIn { .. } => "sign_in",
            Notice::PasswordChanged => "password_changed",
            Notice::TwoFactorChanged => "two_factor_changed",
        };
        let mut body = json!({ "type": "notice", "kind": kind, "at": now.to_string() });
        if let Notice::SignIn { address } = self {
            body["address"] = address.to_canonical().to_string().into();
        }
        body
    }
}

/// Tells a person, wherever they are connected, once the transaction has committed.
pub async fn publish(
    transaction: &mut Transaction,
    user_id: i64,
    notice: &Notice,
    now: Timestamp,
) -> Result<(), AppStoreError> {
    let sql = "INSERT INTO cable_messages (user_id, body, created_at) VALUES ($1, $2, $3)";
    let values =
        [Value::Int64(user_id), Value::Text(notice.body(now).to_string()), Value::Timestamp(now.as_microsecond())];
    transaction.execute(sql, &values).await.map(|_| ())
}
