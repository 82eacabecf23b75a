//! The variants of a statement, each rendered once: at the first run that asks for it.
//!
//! There are as many as orders, conditions and the cursor allow, and a statement with more than [`MAX_VARIANTS`] is refused
//! at load; so what is kept is bounded, and no text is ever made of a request. A list of the app store has a number for
//! each item; its text has room for one of a few lengths, and the items of a shorter list are repeated to fill it, which
//! `IN (…)` does not tell from the list. So every text that can be run is known at load, when the engine examines it.

use quarry_statement::{Dialect, Rendered, Statement};
use std::sync::{Arc, OnceLock};

/// On a first page; a statement that pages has as many again for later ones.
pub(super) const MAX_VARIANTS: usize = 1_024;

/// The lengths for which a list of the app store has a text. A longer list is refused.
pub(super) const LIST_LENGTHS: [usize; 4] = [1, 16, 128, 1_024];

/// Whether a statement of the app store has lists, and so a text for each of [`LIST_LENGTHS`].
pub(super) fn has_lengths(statement: &Statement, dialect: Dialect) -> bool {
    dialect == Dialect::Numbered && statement.parameters().iter().any(|parameter| parameter.kind.is_list())
}

/// The place in [`LIST_LENGTHS`] of the text that has room for `items`; none where they are too many.
pub(super) fn length_place(items: usize) -> Option<usize> {
    LIST_LENGTHS.iter().position(|length| items <= *length)
}

/// How many a statement has: all its orders with all that may be given or not.
pub(super) fn variant_count(statement: &Statement) -> usize {
    let conditions = u32::try_from(statement.conditions().len()).unwrap_or(u32::MAX);
    1_usize.checked_shl(conditions).unwrap_or(usize::MAX).saturating_mul(statement.orders().len().max(1))
}

/// The rendered variants of one statement.
#[derive(Debug)]
pub(super) struct Variants {
    dialect: Dialect,
    /// How many texts one order with its conditions and cursor has.
    lengths: usize,
    conditions: Vec<String>,
    /// By order, conditions, cursor and, where there are lists, length.
    rendered: Box<[OnceLock<Arc<Rendered>>]>,
}

impl Variants {
    /// For a statement with at most [`MAX_VARIANTS`].
    pub(super) fn new(statement: &Statement, dialect: Dialect) -> Variants {
        let lengths = if has_lengths(statement, dialect) { LIST_LENGTHS.len() } else { 1 };
        let count = variant_count(statement).min(MAX_VARIANTS) * 2 * lengths;
        let conditions = statement.conditions().into_iter().map(str::to_owned).collect();
        Variants { dialect, lengths, conditions, rendered: (0..count).map(|_| OnceLock::new()).collect() }
    }

    /// The text of one variant; `length` is a place in [`LIST_LENGTHS`].
    pub(super) fn rendered(
        &self,
        statement: &Statement,
        order: Option<&str>,
        is_given: impl Fn(&str) -> bool,
        length: usize,
        has_cursor: bool,
    ) -> Arc<Rendered> {
        let place = statement.orders().position(|known| Some(known) == order).unwrap_or(0);
        let index = self.conditions.iter().fold(place, |index, name| index << 1 | usize::from(is_given(name)));
        let index = (index << 1 | usize::from(has_cursor)) * self.lengths + length.min(self.lengths - 1);
        let render =
            || Arc::new(statement.render(self.dialect, order, &is_given, |_| LIST_LENGTHS[length], has_cursor));
        match self.rendered.get(index) {
            Some(kept) => Arc::clone(kept.get_or_init(render)),
            None => render(),
        }
    }
}
