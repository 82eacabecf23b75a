//! The shapes that a statement's own lines allow.

use quarry_statement::{Dialect, Rendered, Statement};

/// With more, a statement has too many shapes to look at each: 1,024, on a first page and on a later one.
pub(super) const MAX_OPTIONAL_PARAMETERS: usize = 10;

/// One way to render a statement.
#[derive(Debug, Clone)]
pub(super) struct Shape<'a> {
    statement: &'a Statement,
    /// One bit for each optional parameter, in their order.
    given: u32,
    has_cursor: bool,
}

/// Every shape. All are read, not only the fullest: a word that is a column with one line can be a table without it.
/// The fullest on a first page is the first.
pub(super) fn every_shape(statement: &Statement) -> impl Iterator<Item = Shape<'_>> {
    let all = (1_u32 << optional(statement).count().min(MAX_OPTIONAL_PARAMETERS)) - 1;
    (0..=all).rev().flat_map(move |given| pages(statement, given))
}

/// Every optional line and none: the store is asked for these.
pub(super) fn outer_shapes(statement: &Statement) -> impl Iterator<Item = Shape<'_>> {
    let fullness: &[u32] = if optional(statement).next().is_some() { &[u32::MAX, 0] } else { &[0] };
    fullness.iter().flat_map(move |given| pages(statement, *given))
}

/// The first page and, where there are pages, a later one.
fn pages(statement: &Statement, given: u32) -> impl Iterator<Item = Shape<'_>> {
    let pages: &[bool] = if statement.is_paged() { &[false, true] } else { &[false] };
    pages.iter().map(move |has_cursor| Shape { statement, given, has_cursor: *has_cursor })
}

/// The names of the optional parameters.
pub(super) fn optional(statement: &Statement) -> impl Iterator<Item = &str> {
    statement.parameters().iter().filter(|parameter| parameter.optional).map(|parameter| parameter.name.as_str())
}

impl Shape<'_> {
    /// With one item in each list.
    pub(super) fn render(&self, dialect: Dialect) -> Rendered {
        let is_given = |name: &str| {
            optional(self.statement)
                .position(|optional| optional == name)
                .is_none_or(|index| self.given.checked_shr(index as u32).is_some_and(|bits| bits & 1 == 1))
        };
        self.statement.render(dialect, is_given, |_| 1, self.has_cursor)
    }
}
