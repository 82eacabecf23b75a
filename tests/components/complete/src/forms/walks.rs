//! Walks: forward with something pinned, in a list that the component writes itself; and both ways.

use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::json;

statement!(warehouse, SelectNumberPage, "sql/number_pages.sql");
statement!(warehouse, SelectNumbersAround, "sql/numbers_around.sql");

/// The largest number there is.
const NEWEST: u64 = 9;

#[derive(Schema)]
pub struct Number {
    #[schema(example = 1)]
    pub number: u64,
}

#[derive(Schema)]
pub struct Numbers {
    #[schema(flatten)]
    pub page: PageMembers,
    /// The number of pages that were walked before.
    #[schema(example = 0)]
    pub pages_before: u64,
    pub numbers: Vec<Number>,
}

/// Numbers, page by page; each page knows how many came before
#[endpoint(get = "/complete/numbers", keyless, paged, body = Numbers)]
pub fn list_own_numbers(request: &Request) -> Result<Answer, Problem> {
    let rows = SelectNumberPage {}.query()?;
    let shown = rows.row_count().min(request.page_size());
    let items: Vec<_> = (0..shown).map(|row| json!({ "number": rows.integer(row, "number") })).collect();
    let before = match request.pinned("pages_before") {
        Some(Value::Uint64(before)) => before + 1,
        _ => 0,
    };
    Ok(Answer::object()
        .member("pages_before", &before)
        .own_page("numbers", rows, &items)
        .pin("pages_before", Value::Uint64(before))
        .into())
}

#[derive(Schema)]
pub struct NumbersBothWays {
    #[schema(flatten)]
    pub page: PageMembersBothWays,
    #[schema(rows = SelectNumbersAround)]
    pub numbers: Vec<Number>,
}

/// Numbers, the largest first, walked both ways
#[endpoint(
    get = "/complete/line", keyless, paged, both_ways, body = NumbersBothWays
)]
pub fn walk_numbers(request: &Request) -> Result<Answer, Problem> {
    let rows = request.page_size() as u64;
    let (older_than, newer_than) = match request.position() {
        Some(PagePosition::Before(place)) => (number(place), None),
        // The nearest ones on the newer side.
        Some(PagePosition::After(place)) => (number(place).map(|place| place + rows + 1), number(place)),
        None => (None, None),
    };
    let numbers = SelectNumbersAround { older_than, newer_than, rows }.query()?;
    let place = |row: usize| numbers.integer(row, "number").map(i64::unsigned_abs);
    let (first, last) = (place(0), numbers.row_count().checked_sub(1).and_then(place));
    let ends = PageEnds {
        older: last.filter(|last| *last > 0).map(|last| vec![Value::Uint64(last)]),
        newer: first.filter(|first| *first < NEWEST).map(|first| vec![Value::Uint64(first)]),
    };
    Ok(Answer::object().page_both_ways("numbers", numbers, ends).into())
}

fn number(place: &[Value]) -> Option<u64> {
    match place.first() {
        Some(Value::Uint64(number)) => Some(*number),
        _ => None,
    }
}
