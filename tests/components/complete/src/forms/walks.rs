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
pub struct SideBySideNumbers {
    #[schema(flatten)]
    pub page: PageMembersBesideLimit,
    #[schema(example = "the component's")]
    pub limit: String,
    pub numbers: Vec<u64>,
    pub countdown: Vec<i64>,
    pub words: Vec<String>,
}

/// Numbers up and down, side by side; and a list in memory
#[endpoint(get = "/complete/side", keyless, paged = 4, body = SideBySideNumbers)]
pub fn list_side_by_side(request: &Request) -> Result<Answer, Problem> {
    let mut lists = SideBySide::of(request);
    let numbers = lists.read(
        |behind: Option<[i64; 1]>, most| {
            Ok((behind.map_or(0, |[last]| last + 1)..10).zip(0..most).map(|(number, _)| number).collect())
        },
        |number: &i64| [*number],
    )?;
    let countdown = lists.read(
        |behind: Option<[i64; 2]>, most| {
            let highest = behind.map_or(3, |[last, _]| last - 1);
            Ok((0..=highest).rev().zip(0..most).map(|(number, _)| number).collect())
        },
        |number: &i64| [*number, 0],
    )?;
    Ok(Answer::object()
        .page_members_beside_limit(numbers.len(), lists.next_place())
        .member("limit", "the component's")
        .member("numbers", &numbers)
        .member("countdown", &countdown)
        .member("words", &["none"])
        .into())
}

#[derive(Schema)]
pub struct Words {
    #[schema(flatten)]
    pub page: PageMembers,
    pub words: Vec<String>,
}

/// Words that are in memory
#[endpoint(get = "/complete/words", keyless, paged = 2, body = Words)]
pub fn list_words(request: &Request) -> Result<Answer, Problem> {
    let words = ["anchor", "bow", "cleat", "davit", "eyelet"];
    Ok(Answer::object().page_of("words", request, &words, |word| (*word).to_owned()).into())
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
