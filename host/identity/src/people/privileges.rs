//! The tier and the permissions of an account on the platform.

use quarry_stores::app::{AppStoreError, Row, Transaction};
use quarry_stores::result_set::Value;

/// There are fewer permissions.
const MAX_PERMISSIONS: i64 = 100;

/// Tier and permissions; with either the account is one of staff.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Privileges {
    /// `alpha` or none.
    pub tier: Option<String>,
    /// Of [`crate::STAFF_PERMISSIONS`], in order of their names.
    pub permissions: Vec<String>,
}

impl Privileges {
    pub fn is_staff(&self) -> bool {
        self.tier.is_some() || !self.permissions.is_empty()
    }

    /// True when it has a permission, or is of a tier.
    pub(super) fn holds(&self, wanted: &str) -> bool {
        self.tier.as_deref() == Some(wanted) || self.permissions.iter().any(|permission| permission == wanted)
    }
}

/// The privileges of the account now, as the transaction sees them: none while it is shut out.
pub(super) async fn in_force(transaction: &mut Transaction, user_id: i64) -> Result<Privileges, AppStoreError> {
    let sql = "SELECT id FROM users WHERE id = $1 AND disabled_at IS NULL";
    match transaction.query(sql, &[Value::Int64(user_id)]).await?.row_count {
        0 => Ok(Privileges { tier: None, permissions: Vec::new() }),
        _ => of(transaction, user_id).await,
    }
}

/// As it is written down in the transaction.
pub(super) async fn of(transaction: &mut Transaction, user_id: i64) -> Result<Privileges, AppStoreError> {
    let sql = "SELECT platform_tier FROM users WHERE id = $1";
    let rows = transaction.query(sql, &[Value::Int64(user_id)]).await?;
    let tier = Row::first(&rows).map(|row| row.optional_text("platform_tier")).transpose()?.flatten();
    Ok(Privileges { tier, permissions: permissions(transaction, user_id).await? })
}

async fn permissions(transaction: &mut Transaction, user_id: i64) -> Result<Vec<String>, AppStoreError> {
    let sql = "SELECT permission FROM user_permissions WHERE user_id = $1 ORDER BY permission LIMIT $2";
    let rows = transaction.query(sql, &[Value::Int64(user_id), Value::Int64(MAX_PERMISSIONS)]).await?;
    Row::all(&rows).map(|row| row.text("permission")).collect()
}
