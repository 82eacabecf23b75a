//! What many bodies name in the same form: people, and things by number and name.

use crate::{Row, Schema};
use serde::{Deserialize, Serialize};

/// A person whom a body names.
///
/// ```no_run
/// # use quarry_sdk::prelude::*;
/// #[derive(Row, Schema, Serialize)]
/// struct Remark {
///     text: String,
///     /// The columns `author_id` and `author_name`.
///     #[row(prefix = "author_")]
///     author: NamedPerson,
/// }
/// ```
#[derive(Row, Schema, Serialize, Deserialize, Debug, Clone, PartialEq, Eq)]
pub struct NamedPerson {
    /// Id of the person; null where the account is gone.
    #[schema(example = 3)]
    pub id: Option<i64>,
    /// Name that the person goes by; `former member` where the account is gone.
    #[schema(example = "Ada Lovelace")]
    pub name: String,
}

/// A thing by its number and the name that people gave it.
///
/// ```no_run
/// # use quarry_sdk::prelude::*;
/// #[derive(Row, Schema, Serialize)]
/// struct Report {
///     title: String,
///     /// The columns `folder_id` and `folder_name`.
///     #[row(prefix = "folder_")]
///     folder: Named,
/// }
/// ```
#[derive(Row, Schema, Serialize, Deserialize, Debug, Clone, PartialEq, Eq)]
pub struct Named {
    /// Number of the thing, unique among those of its kind.
    #[schema(example = 3)]
    pub id: i64,
    /// Name that people gave it.
    #[schema(example = "Sample Research")]
    pub name: String,
}
