//! The description that a file has with it: what its columns are, and of which state of the data its rows are.

use crate::pins::Pin;
use crate::selection::Selection;
use quarry_sdk::prelude::*;
use std::collections::BTreeMap;

/// The words about a file, beside what its selection says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Description {
    pub title: String,
    /// The text by which to cite it.
    pub citation: String,
    pub as_of: Option<Time>,
    pub data_version: i64,
}

impl Selection {
    /// Gives the description as keys and values: `title`, `description`, `columns`, `as_of`, `as_of_blocks`, `data_version` and `citation`.
    /// `columns` and `as_of_blocks` are JSON, of which the former has name, type, unit and description of each.
    pub fn metadata(&self, description: &Description) -> Vec<(String, String)> {
        let columns = self.columns.iter().filter_map(|name| self.dataset.column(name)).map(|column| {
            json!({ "name": column.name, "type": column.kind.word(), "unit": column.unit, "description": column.description })
        });
        let columns = json!(columns.collect::<Vec<_>>());
        let pins = self.pins.as_ref().map(|pins| pins.0.as_slice()).unwrap_or_default();
        let entries = [
            ("title", Some(description.title.clone())),
            ("description", Some(self.dataset.description.to_owned())),
            ("columns", Some(columns.to_string())),
            ("as_of", description.as_of.map(|as_of| as_of.to_string())),
            ("as_of_blocks", Some(json!(as_of_blocks(pins)).to_string())),
            ("data_version", Some(description.data_version.to_string())),
            ("citation", Some(description.citation.clone())),
        ];
        entries.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))).collect()
    }
}

/// The newest block by chain.
pub fn as_of_blocks(pins: &[Pin]) -> BTreeMap<&str, u64> {
    pins.iter().map(|pin| (pin.chain.as_str(), pin.block_number)).collect()
}
