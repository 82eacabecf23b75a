//! The usage of a component, which is counted beside its values.

use crate::app::{AppStoreError, Transaction};
use crate::result_set::Value;

/// The component's row of usage is changed beside its values, in the same transaction.
pub(super) async fn change_usage(
    transaction: &mut Transaction,
    component: &str,
    more_keys: i64,
    more_bytes: i64,
) -> Result<(), AppStoreError> {
    let sql = "UPDATE component_key_value_usage SET key_count = key_count + $2, size_bytes = size_bytes + $3
               WHERE component = $1";
    let values = [Value::Text(component.to_owned()), Value::Int64(more_keys), Value::Int64(more_bytes)];
    transaction.execute(sql, &values).await.map(|_| ())
}
