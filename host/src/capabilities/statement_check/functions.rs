//! The functions a statement may call.
//!
//! The app store: those that SQLite and PostgreSQL share and that only compute, and what either has for JSON and times.
//! The warehouse has well over a thousand that only compute, so there the few are listed that reach further: into
//! tables, files, settings or the server.

use crate::contract::Store;

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

/// Compared without case, as ClickHouse compares many of its own.
const WAREHOUSE_REFUSED: &[&str] = &[
    "file",
    "url",
    "s3",
    "remote",
    "cluster",
    "merge",
    "view",
    "input",
    "executable",
    "in",
    "notin",
    "globalin",
    "globalnotin",
    "nullin",
    "notnullin",
    "globalnullin",
    "globalnotnullin",
    "inignoreset",
    "notinignoreset",
    "globalinignoreset",
    "globalnotinignoreset",
    "nullinignoreset",
    "notnullinignoreset",
    "hascolumnintable",
    "joinget",
    "joingetornull",
    "catboostevaluate",
    "reversednsquery",
    "disk",
    "sleep",
    "sleepeachrow",
    "throwif",
    "getsetting",
    "getsettingordefault",
    "getserversetting",
    "getserverport",
    "getmergetreesetting",
    "getmacro",
    "serveruuid",
    "hostname",
    "fqdn",
    "tcpport",
    "version",
    "buildid",
    "uptime",
    "displayname",
    "currentuser",
    "user",
    "currentroles",
    "enabledroles",
    "defaultroles",
    "currentprofiles",
    "enabledprofiles",
    "defaultprofiles",
    "currentdatabase",
    "database",
    "schema",
    "currentschemas",
    "currentqueryid",
    "queryid",
    "initialqueryid",
    "connectionid",
    "getclienthttpheader",
    "getoskernelversion",
    "evalmlmethod",
    "modelevaluate",
    "showcertificate",
    "zookeepersessionuptime",
    "generateserialid",
    "structuretocapnprotoschema",
    "structuretoprotobufschema",
    "hasthreadfuzzer",
];

const WAREHOUSE_REFUSED_FAMILIES: &[&str] = &["dict", "filesystem", "address", "ai", "remote", "gethttp"];

/// Whether a statement may call `name`.
pub(super) fn is_allowed(store: Store, name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    match store {
        Store::AppStore => {
            APP_STORE.contains(&name.as_str()) || APP_STORE_FAMILIES.iter().any(|family| name.starts_with(family))
        }
        Store::Warehouse => {
            !name.contains('.')
                && !WAREHOUSE_REFUSED.contains(&name.as_str())
                && !WAREHOUSE_REFUSED_FAMILIES.iter().any(|family| name.starts_with(family))
        }
    }
}

/// Whether `name(…)` may stand where a table stands.
pub(super) fn is_allowed_as_table(store: Store, name: &str) -> bool {
    store == Store::Warehouse && TABLE_FUNCTIONS.contains(&name)
}
