//! A place in one column of a board, as the client keeps it: the column, and the page behind which the next ones come. It gives no
//! rights, so it is not sealed; it is one of the board that gave it.

use crate::views::fields::Field;
use crate::views::listed::Ordered;
use crate::views::wish::Wish;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use quarry_sdk::prelude::*;
use sha2::{Digest, Sha256};

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
    /// The board: see [`board`].
    pub board: String,
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

    /// The place of a cursor that this board gave.
    pub fn of(cursor: &str, board: &str) -> Result<ColumnPlace, Problem> {
        let bytes = URL_SAFE_NO_PAD.decode(cursor).unwrap_or_default();
        let place: Option<ColumnPlace> = serde_json::from_slice(&bytes).ok();
        let refused = || {
            let sentence = "The cursor is not of a column of this board with this order and these filters: start again without it.";
            Problem::new(422, "invalid_cursor", sentence).with("parameter", "cursor")
        };
        place.filter(|place| place.board == board && place.is_storable()).ok_or_else(refused)
    }

    /// The store takes no other numbers and texts.
    fn is_storable(&self) -> bool {
        f64::from_bits(self.number).is_finite()
            && self.column.number.is_none_or(|bits| f64::from_bits(bits).is_finite())
            && !self.text.contains('\0')
            && !self.column.text.as_ref().is_some_and(|text| text.contains('\0'))
    }
}

/// A short name of a board: its project, the field of its columns, its order, and the pages that pass.
pub fn board(project_id: i64, group: &Field, wish: &Wish) -> String {
    let Ordered { sort_field, step, exact, .. } = Ordered::of(wish);
    let filters = &wish.filters;
    let wanted = filters
        .wanted
        .iter()
        .map(|wanted| json!([wanted.slot, wanted.text_value, wanted.number_value.map(f64::to_bits), wanted.linked_id]));
    let wanted: Vec<_> = wanted.collect();
    let named = json!([project_id, group.number, sort_field, step, exact, filters.fields, filters.absent, wanted]);
    let digest = Sha256::digest(named.to_string().as_bytes());
    URL_SAFE_NO_PAD.encode(&digest[..12])
}
