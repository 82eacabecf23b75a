//! The shapes that a statement's own lines allow. Their number is bounded by `statement_variants`.

use quarry_statement::{Dialect, Rendered, Statement};

/// One way to render a statement.
#[derive(Debug, Clone)]
pub(super) struct Shape<'a> {
    statement: &'a Statement,
    pub(super) order: Option<&'a str>,
    /// One bit for each condition, in their order.
    given: u32,
    has_cursor: bool,
}

/// Every shape. All are read, not only the fullest: a word that is a column with one line can be a table without it.
/// The fullest on a first page is the first.
pub(super) fn every_shape(statement: &Statement) -> Vec<Shape<'_>> {
    let conditions = u32::try_from(statement.conditions().len()).unwrap_or(u32::MAX);
    let all = 1_u32.checked_shl(conditions).unwrap_or(0).wrapping_sub(1);
    shapes(statement, (0..=all).rev())
}

/// Every order with all conditional lines and with none: the store is asked for these.
pub(super) fn outer_shapes(statement: &Statement) -> Vec<Shape<'_>> {
    let fullness: &[u32] = if statement.conditions().is_empty() { &[0] } else { &[u32::MAX, 0] };
    shapes(statement, fullness.iter().copied())
}

/// In each order, on the first page and, where there are pages, on a later one.
fn shapes(statement: &Statement, given: impl Iterator<Item = u32>) -> Vec<Shape<'_>> {
    let mut orders: Vec<Option<&str>> = statement.orders().map(Some).collect();
    if orders.is_empty() {
        orders.push(None);
    }
    let pages: &[bool] = if statement.is_paged() { &[false, true] } else { &[false] };
    let mut shapes = Vec::new();
    for given in given {
        for order in &orders {
            shapes.extend(pages.iter().map(|has_cursor| Shape {
                statement,
                order: *order,
                given,
                has_cursor: *has_cursor,
            }));
        }
    }
    shapes
}

impl Shape<'_> {
    /// With one item in each list.
    pub(super) fn render(&self, dialect: Dialect) -> Rendered {
        let conditions = self.statement.conditions();
        let is_given = |name: &str| {
            let place = conditions.iter().position(|condition| *condition == name);
            place.is_none_or(|place| self.given.checked_shr(place as u32).is_some_and(|bits| bits & 1 == 1))
        };
        self.statement.render(dialect, self.order, is_given, |_| 1, self.has_cursor)
    }
}
