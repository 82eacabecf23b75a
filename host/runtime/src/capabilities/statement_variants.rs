//! The variants of a statement, each rendered once: at the first run that asks for it.
//!
//! There are as many as orders, conditions and the cursor allow, and a statement with more than [`MAX_VARIANTS`] is refused
//! at load; so what is kept is bounded, and no text is ever made of a request. A list is one parameter, however long it is.
//! So every text that can be run is known at load, when the engine examines it.

use quarry_statement::{Dialect, Rendered, Statement};
use std::sync::{Arc, OnceLock};

/// Most variants of a first page; a statement that pages has as many again for later ones.
pub(super) const MAX_VARIANTS: usize = 1_024;

/// The most items that a list of the app store has. A longer list is refused.
pub(super) const MAX_LIST_ITEMS: usize = 10_000;

/// Counts the variants of a statement: all its orders with all that may be given or not.
pub(super) fn variant_count(statement: &Statement) -> usize {
    let conditions = u32::try_from(statement.conditions().len()).unwrap_or(u32::MAX);
    1_usize.checked_shl(conditions).unwrap_or(usize::MAX).saturating_mul(statement.orders().len().max(1))
}

/// The rendered variants of one statement.
#[derive(Debug)]
pub(super) struct Variants {
    dialect: Dialect,
    conditions: Vec<String>,
    /// The rendered texts, by order, conditions and cursor.
    rendered: Box<[OnceLock<Arc<Rendered>>]>,
}

impl Variants {
    /// For a statement with at most [`MAX_VARIANTS`].
    pub(super) fn new(statement: &Statement, dialect: Dialect) -> Variants {
        let count = variant_count(statement).min(MAX_VARIANTS) * 2;
        let conditions = statement.conditions().into_iter().map(str::to_owned).collect();
        Variants { dialect, conditions, rendered: (0..count).map(|_| OnceLock::new()).collect() }
    }

    /// The text of one variant.
    pub(super) fn rendered(
        &self,
        statement: &Statement,
        order: Option<&str>,
        is_given: impl Fn(&str) -> bool,
        has_cursor: bool,
    ) -> Arc<Rendered> {
        let place = statement.orders().position(|known| Some(known) == order).unwrap_or(0);
        let index = self.conditions.iter().fold(place, |index, name| index << 1 | usize::from(is_given(name)));
        let index = index << 1 | usize::from(has_cursor);
        let render = || Arc::new(statement.render(self.dialect, order, &is_given, has_cursor));
        match self.rendered.get(index) {
            Some(kept) => Arc::clone(kept.get_or_init(render)),
            None => render(),
        }
    }
}
