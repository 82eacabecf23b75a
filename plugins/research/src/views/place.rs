//! A place in one column of a board, as the client keeps it: the column, and the page behind which the next ones come. It gives no
//! rights, so it is not sealed.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use quarry_sdk::prelude::*;

/// A column of a board.
#[derive(Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
pub struct ColumnKey {
    pub text: Option<String>,
    /// The bits of a number.
    pub number: Option<u64>,
    pub linked: Option<i64>,
}

impl ColumnKey {
    /// False for the column of pages without a value.
    pub fn is_column(&self) -> bool {
        self.text.is_some() || self.number.is_some() || self.linked.is_some()
    }
}

/// A place in a column.
#[derive(Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct ColumnPlace {
    /// The field whose values are the columns.
    pub group_by: String,
    /// The field by which is sorted, and whether it falls.
    pub sort: String,
    pub column: ColumnKey,
    pub missing: i64,
    pub text: String,
    /// The bits of a number.
    pub number: u64,
    pub tie: i64,
}

impl ColumnPlace {
    pub fn cursor(&self) -> String {
        URL_SAFE_NO_PAD.encode(json!(self).to_string())
    }

    /// The place of a cursor that this board with this order gave.
    pub fn of(cursor: &str, group_by: &str, sort: &str) -> Result<ColumnPlace, Problem> {
        let bytes = URL_SAFE_NO_PAD.decode(cursor).unwrap_or_default();
        let place: Option<ColumnPlace> = serde_json::from_slice(&bytes).ok();
        let refused = || {
            let sentence = "The cursor was not made by a column of this board with this order: start again without it.";
            Problem::new(422, "invalid_cursor", sentence).with("parameter", "cursor")
        };
        place.filter(|place| place.group_by == group_by && place.sort == sort && place.is_finite()).ok_or_else(refused)
    }

    /// The store takes no other numbers.
    fn is_finite(&self) -> bool {
        f64::from_bits(self.number).is_finite()
            && self.column.number.is_none_or(|bits| f64::from_bits(bits).is_finite())
    }
}
