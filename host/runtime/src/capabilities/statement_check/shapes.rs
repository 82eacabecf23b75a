//! The shapes that a statement's own lines allow. Their number is bounded by `statement_variants`.

use quarry_statement::{Dialect, Rendered, Statement};

/// One way to render a statement.
#[derive(Debug, Clone)]
pub(in crate::capabilities) struct Shape<'a> {
    statement: &'a Statement,
    pub(super) order: Option<&'a str>,
    /// One bit for each condition, in their order.
    given: u32,
    has_cursor: bool,
}

/// Every text that a request could run, and no other: in each order, with each choice of optional lines, on the first page
/// and, where there are pages, on a later one. A word that is a column with one line can be a table without it. The fullest
/// on a first page is the first.
pub(in crate::capabilities) fn every_shape(statement: &Statement) -> Vec<Shape<'_>> {
    let conditions = u32::try_from(statement.conditions().len()).unwrap_or(u32::MAX);
    let all = 1_u32.checked_shl(conditions).unwrap_or(0).wrapping_sub(1);
    let mut orders: Vec<Option<&str>> = statement.orders().map(Some).collect();
    if orders.is_empty() {
        orders.push(None);
    }
    let pages: &[bool] = if statement.is_paged() { &[false, true] } else { &[false] };
    let mut shapes = Vec::new();
    for given in (0..=all).rev() {
        for order in &orders {
            for has_cursor in pages {
                shapes.push(Shape { statement, order: *order, given, has_cursor: *has_cursor });
            }
        }
    }
    shapes
}

impl Shape<'_> {
    /// The text.
    pub(in crate::capabilities) fn render(&self, dialect: Dialect) -> Rendered {
        let conditions = self.statement.conditions();
        let is_given = |name: &str| {
            let place = conditions.iter().position(|condition| *condition == name);
            place.is_none_or(|place| self.given.checked_shr(place as u32).is_some_and(|bits| bits & 1 == 1))
        };
        self.statement.render(dialect, self.order, is_given, self.has_cursor)
    }
}
