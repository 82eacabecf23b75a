//! The functions a statement may call.
//!
//! The app store: those that SQLite and PostgreSQL share and that only compute, and what either has for JSON and times.
//! The warehouse has well over a thousand that only compute; they are listed where ClickHouse is asked about a statement.

use crate::capabilities::language::Language;
use quarry_contract::Store;
use quarry_stores::app::AppStoreDialect;
use quarry_stores::warehouse::is_computing_function;

/// Table functions that only compute.
const TABLE_FUNCTIONS: &[&str] = &["numbers", "values"];

const APP_STORE: &[&str] = &[
    "abs",
    "avg",
    "ceil",
    "char_length",
    "coalesce",
    "concat",
    "concat_ws",
    "count",
    "cume_dist",
    "date",
    "datetime",
    "date_part",
    "date_trunc",
    "dense_rank",
    "exp",
    "extract",
    "first_value",
    "floor",
    "greatest",
    "group_concat",
    "hex",
    "encode",
    "decode",
    "ifnull",
    "iif",
    "instr",
    "julianday",
    "lag",
    "last_value",
    "lead",
    "least",
    "left",
    "length",
    "ln",
    "lower",
    "ltrim",
    "max",
    "min",
    "mod",
    "nth_value",
    "ntile",
    "nullif",
    "octet_length",
    "percent_rank",
    "position",
    "power",
    "rank",
    "replace",
    "reverse",
    "right",
    "round",
    "row_number",
    "rtrim",
    "sign",
    "split_part",
    "sqrt",
    "starts_with",
    "strftime",
    "string_agg",
    "strpos",
    "substr",
    "substring",
    "sum",
    "time",
    "to_timestamp",
    "total",
    "trim",
    "unhex",
    "unixepoch",
    "upper",
    "bool_and",
    "bool_or",
    "every",
    "array_agg",
    "changes",
];

const APP_STORE_FAMILIES: &[&str] = &["json_", "jsonb_", "to_json"];

/// Operators of the warehouse whose right side may be the name of a table; called as functions they would hide it.
const OF_TABLES: &[&str] =
    &["in", "notin", "globalin", "globalnotin", "nullin", "notnullin", "globalnullin", "globalnotnullin", "exists"];

/// Tells that a statement may call `name`.
pub(super) fn is_allowed(store: Store, name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    match store {
        Store::AppStore => {
            APP_STORE.contains(&name.as_str()) || APP_STORE_FAMILIES.iter().any(|family| name.starts_with(family))
        }
        Store::Warehouse => is_computing_function(&name) && !OF_TABLES.contains(&name.as_str()),
    }
}

/// Operators and keywords of SQLite that its engine knows as functions, and what the host writes for a list of bytes.
const SQLITE_WORDS: &[&str] =
    &["->", "->>", "current_date", "current_time", "current_timestamp", "glob", "like", "unhex"];

/// Names under which PostgreSQL knows words of its language: `TRIM`, `LIKE … ESCAPE`, `AT TIME ZONE`, `CEILING`; and what
/// the host writes for a list.
const POSTGRES_WORDS: &[&str] = &["btrim", "ceiling", "like_escape", "now", "overlay", "timezone", "unnest"];

/// Tells a function that a statement may call, by its engine's name for it.
pub(super) fn is_allowed_by(language: Language, name: &str) -> bool {
    let words = match language {
        // The right side of its IN was looked at where the tree was read.
        Language::ClickHouse => return is_computing_function(name),
        Language::AppStore(AppStoreDialect::Sqlite) => SQLITE_WORDS,
        Language::AppStore(AppStoreDialect::Postgres) => POSTGRES_WORDS,
    };
    words.contains(&name) || is_allowed(language.store(), name)
}

/// Tells that `name(…)` may stand where a table stands.
pub(super) fn is_allowed_as_table(store: Store, name: &str) -> bool {
    store == Store::Warehouse && TABLE_FUNCTIONS.contains(&name)
}
