//! SQL with what it is bound to.

use crate::app::AppStoreDialect;
use crate::result_set::Value;
use serde_json::Value as Json;

/// SQL of the app store with its values, in the order of `$1`, `$2`, ….
#[derive(Debug, Clone, PartialEq)]
pub struct BoundStatement {
    pub sql: String,
    pub values: Vec<Value>,
}

/// The text between the brackets of `IN (…)` for any number of ids, and the one value that `$number` is bound to.
pub fn ids_in(engine: AppStoreDialect, number: usize, ids: Vec<i64>) -> (String, Value) {
    match engine {
        AppStoreDialect::Sqlite => {
            (format!("SELECT value FROM json_each(${number})"), Value::Text(Json::from(ids).to_string()))
        }
        AppStoreDialect::Postgres => (format!("SELECT unnest(CAST(${number} AS BIGINT[]))"), Value::Int64List(ids)),
    }
}

/// The items of a list as a BIGINT can hold them.
pub(super) fn signed(items: &[u64]) -> Result<Vec<i64>, std::num::TryFromIntError> {
    items.iter().map(|item| i64::try_from(*item)).collect()
}
