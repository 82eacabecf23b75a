//! Several lists of one answer, read on by one cursor.

use crate::problem::Problem;
use crate::request::Request;
use crate::values::Value;

/// Several lists that a client reads on side by side: each page has up to `limit` rows of each of them, and there is a next page
/// while any of them goes on. Rows are told by whole numbers (ids, times in microseconds) in which a list is ordered. The lists of an
/// answer are read in the same order on each page.
///
/// ```no_run
/// # use quarry_sdk::prelude::*;
/// # fn notes(older_than: Option<i64>, most: i64) -> Result<Vec<i64>, Problem> { Ok(Vec::new()) }
/// # fn papers(older_than: Option<i64>, most: i64) -> Result<Vec<i64>, Problem> { Ok(Vec::new()) }
/// fn shelf(request: &Request) -> Result<Answer, Problem> {
///     let mut lists = SideBySide::of(request);
///     let notes = lists.read(|place, most| notes(place.map(|[id]| id), most), |note| [*note])?;
///     let papers = lists.read(|place, most| papers(place.map(|[id]| id), most), |paper| [*paper])?;
///     let answer = Answer::object().page_members(request, notes.len(), lists.next_place());
///     Ok(answer.member("notes", &notes).member("papers", &papers).into())
/// }
/// ```
#[derive(Debug)]
pub struct SideBySide<'a> {
    /// What the cursor has of the lists that are still to be read; none on the first page.
    left: Option<&'a [Value]>,
    page_size: usize,
    next: Vec<Value>,
    goes_on: bool,
}

impl<'a> SideBySide<'a> {
    /// The lists of the page that is asked for.
    pub fn of(request: &'a Request) -> SideBySide<'a> {
        SideBySide { left: request.place(), page_size: request.page_size(), next: Vec::new(), goes_on: false }
    }

    /// The rows of the next list. `rows` is called with the place behind which the page begins (none: at the first row) and the number of rows to
    /// read, one more than a page has; `place` gives that of a row. A list that has ended is not asked again.
    pub fn read<T, const N: usize>(
        &mut self,
        rows: impl FnOnce(Option<[i64; N]>, i64) -> Result<Vec<T>, Problem>,
        place: impl Fn(&T) -> [i64; N],
    ) -> Result<Vec<T>, Problem> {
        let begins_behind = match self.take(N)? {
            None => None,
            Some(values) => match numbers(values) {
                Some(behind) => Some(behind),
                None => {
                    self.next.extend(std::iter::repeat_n(Value::Null, N));
                    return Ok(Vec::new());
                }
            },
        };
        let most = i64::try_from(self.page_size).unwrap_or(i64::MAX).saturating_add(1);
        let mut rows = rows(begins_behind, most)?;
        let goes_on = rows.len() > self.page_size;
        rows.truncate(self.page_size);
        match rows.last().filter(|_| goes_on) {
            Some(last) => self.next.extend(place(last).map(Value::Int64)),
            None => self.next.extend(std::iter::repeat_n(Value::Null, N)),
        }
        self.goes_on |= goes_on;
        Ok(rows)
    }

    /// The place behind this page, for [`crate::ObjectBuilder::page_members`]; none where every list has ended.
    pub fn next_place(self) -> Option<Vec<Value>> {
        self.goes_on.then_some(self.next)
    }

    /// The next `count` values of the cursor. One that an earlier version of the component gave may have others.
    fn take(&mut self, count: usize) -> Result<Option<&'a [Value]>, Problem> {
        let Some(left) = self.left else { return Ok(None) };
        let Some((values, left)) = left.split_at_checked(count) else {
            let sentence = "The cursor is of an earlier version of this list: start again without it.";
            return Err(Problem::new(422, "invalid_cursor", sentence).with("parameter", "cursor"));
        };
        self.left = Some(left);
        Ok(Some(values))
    }
}

/// The numbers of a place; none where the list has ended.
fn numbers<const N: usize>(values: &[Value]) -> Option<[i64; N]> {
    let number = |value: &Value| match value {
        Value::Int64(number) => Some(*number),
        _ => None,
    };
    let numbers: Option<Vec<i64>> = values.iter().map(number).collect();
    numbers?.try_into().ok()
}
