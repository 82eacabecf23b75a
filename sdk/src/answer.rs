//! Building the body of an answer.

use crate::bindings::quarry::plugin::exchange::{self, Body, Fragment};
use crate::objects::ObjectName;
use crate::request::Request;
use crate::result_set::{AnswerRows, ResultSet};
use crate::values::Value;
use serde::Serialize;

/// The largest page, as the published interface says.
const MAX_ROWS: u32 = 500;

/// A good answer.
///
/// ```no_run
/// # use quarry_sdk::prelude::*;
/// # statement!(app_store, CountNotes, "sql/note_count.sql");
/// # fn answer() -> Result<Answer, Problem> {
/// let counted = CountNotes {}.query()?;
/// Ok(Answer::object().member("source", "notes").row("count", counted).into())
/// # }
/// ```
#[derive(Debug)]
pub struct Answer {
    inner: exchange::Answer,
}

impl Answer {
    /// Starts a JSON object; members are written in the order in which they are added.
    pub fn object() -> ObjectBuilder {
        ObjectBuilder { text: String::from("{"), fragments: Vec::new(), pinned: Vec::new() }
    }

    /// `200` with the JSON of `body`.
    pub fn json(body: &impl Serialize) -> Answer {
        let text = serde_json::to_string(body).unwrap_or_else(|_| "null".to_owned());
        Answer::of(Body::Json(vec![Fragment::Text(text)]))
    }

    /// `204` without a body, on a route that declares it.
    pub fn no_content() -> Answer {
        Answer::of(Body::Empty).with_status(204)
    }

    /// Sets a status other than 200, which the route declares.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # fn example(id: i64) -> Answer {
    /// // On a route that declares `status = 201`.
    /// Answer::json(&serde_json::json!({ "id": id })).with_status(201)
    /// # }
    /// ```
    pub fn with_status(mut self, status: u16) -> Answer {
        self.inner.status = status;
        self
    }

    /// Adds a header that the route declares, its name in lowercase.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # fn example(digest: &str) -> Answer {
    /// // On a route that declares the header.
    /// Answer::no_content().with_header("x-checksum-sha256", digest)
    /// # }
    /// ```
    pub fn with_header(mut self, name: &str, value: impl Into<String>) -> Answer {
        self.inner.headers.push((name.to_owned(), value.into()));
        self
    }

    fn of(body: Body) -> Answer {
        let inner = exchange::Answer { status: 200, body, pinned: Vec::new(), headers: Vec::new(), version: None };
        Answer { inner }
    }

    /// A text in one of the route's `media_types`.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # fn example(entry: String) -> Answer {
    /// Answer::text("application/x-bibtex", entry)
    /// # }
    /// ```
    pub fn text(media_type: &str, text: impl Into<String>) -> Answer {
        Answer::of(Body::Text(exchange::TextBody { media_type: media_type.to_owned(), text: text.into() }))
    }

    /// Says which version of its thing the answer shows, for a later `If-Match`: 1 to 40 lowercase letters, digits and `_`.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # fn example(answer: Answer, version: i64) -> Answer {
    /// answer.with_version(&version)
    /// # }
    /// ```
    pub fn with_version(mut self, version: &impl ToString) -> Answer {
        self.inner.version = Some(version.to_string());
        self
    }

    /// An object that this component stored, on a route that declares `object`. The host streams it. With a file name a
    /// browser saves it as that; without one it shows it, where it can.
    pub fn object_body(object: &(impl ObjectName + ?Sized), file_name: Option<&str>) -> Answer {
        let body = exchange::ObjectBody { key: object.key().to_owned(), file_name: file_name.map(str::to_owned) };
        Answer::of(Body::Object(body))
    }

    pub(crate) fn end_of_stream() -> Answer {
        Answer::of(Body::EventStream)
    }

    #[doc(hidden)]
    pub fn into_contract(self) -> exchange::Answer {
        self.inner
    }
}

/// The places on both sides of a page of a walk both ways. The component gets them back as it wrote them.
///
/// ```no_run
/// # use quarry_sdk::prelude::*;
/// # fn example(notes: ResultSet, newest: i64, oldest: i64) -> Answer {
/// let ends = PageEnds { older: Some(vec![Value::Int64(oldest)]), newer: Some(vec![Value::Int64(newest)]) };
/// Answer::object().page_both_ways("notes", notes, ends).into()
/// # }
/// ```
#[derive(Debug, Default)]
pub struct PageEnds {
    /// The place behind the page's last row, or as far as was searched. None: nothing older is left.
    pub older: Option<Vec<Value>>,
    /// The place in front of the page's first row. None: the page begins at the newest row.
    pub newer: Option<Vec<Value>>,
}

/// A JSON object in the making. Rows stay in the host: the object only names the result set.
///
/// ```no_run
/// # use quarry_sdk::prelude::*;
/// use quarry_sdk::ObjectBuilder;
///
/// fn with_source(object: ObjectBuilder) -> ObjectBuilder {
///     object.member("source", "notes")
/// }
/// # fn example(notes: ResultSet) -> Answer {
/// with_source(Answer::object()).rows("notes", notes).into()
/// # }
/// ```
#[derive(Debug)]
pub struct ObjectBuilder {
    text: String,
    fragments: Vec<Fragment>,
    pinned: Vec<(String, Value)>,
}

impl ObjectBuilder {
    /// Adds `"name": value`.
    pub fn member(mut self, name: &str, value: &(impl Serialize + ?Sized)) -> Self {
        self.name(name);
        self.text.push_str(&serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned()));
        self
    }

    /// Adds `"name"` with a token that was minted in this call, on a route whose body declares a
    /// [`crate::ShownSecret`] there. It is shown this once.
    pub fn secret(mut self, name: &str, secret: crate::Secret) -> Self {
        self.name(name);
        self.fragment(Fragment::Secret(secret.into_contract()));
        self
    }

    /// Adds several secrets, as [`ObjectBuilder::secret`] does one: `"name": ["…", "…"]`, where the body declares a
    /// `Vec<ShownSecret>`.
    pub fn secrets(mut self, name: &str, secrets: Vec<crate::Secret>) -> Self {
        self.name(name);
        self.text.push('[');
        for (index, secret) in secrets.into_iter().enumerate() {
            if index > 0 {
                self.text.push(',');
            }
            self.fragment(Fragment::Secret(secret.into_contract()));
        }
        self.text.push(']');
        self
    }

    /// Adds `"name": […]`, an object for each row.
    pub fn rows(mut self, name: &str, rows: impl AnswerRows) -> Self {
        self.name(name);
        self.fragment(Fragment::Rows(rows.into_contract()));
        self
    }

    /// Adds `"name": {…}` of the first row, or `null` when there is no row.
    pub fn row(mut self, name: &str, rows: impl AnswerRows) -> Self {
        self.name(name);
        self.fragment(Fragment::Row(rows.into_contract()));
        self
    }

    /// Adds `count`, `next_cursor`, `limit`, `max_rows` and `"name": […]`, the rows of a paged statement.
    pub fn page(mut self, name: &str, rows: impl AnswerRows) -> Self {
        self.separate();
        self.fragment(Fragment::PageMembers);
        self.rows(name, rows)
    }

    /// Adds a page, as [`ObjectBuilder::page`] does, of a list that the component writes itself: `items`, one for each of the
    /// first rows, as many as the page shows. For rows with lists in them, or with times of the app store.
    pub fn own_page(mut self, name: &str, rows: ResultSet, items: &[impl Serialize]) -> Self {
        self.separate();
        self.fragment(Fragment::PageMembers);
        self.fragment(Fragment::Page(rows.into_contract()));
        self.member(name, items)
    }

    /// Adds the members of a page that holds its whole list, for a list that is never longer than a page.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # fn example() -> Answer {
    /// Answer::object().whole_list("periods", &["hourly", "daily"]).into()
    /// # }
    /// ```
    pub fn whole_list(self, name: &str, items: &[impl Serialize]) -> Self {
        self.member("count", &items.len())
            .member("next_cursor", &None::<String>)
            .member("limit", &MAX_ROWS)
            .member("max_rows", &MAX_ROWS)
            .member(name, items)
    }

    /// Adds `count`, `next_cursor`, `limit`, `max_rows` and `"name": […]`, one page of a list that is in memory as a whole, always in
    /// one order. `key` tells an item from all others: the page begins behind the item whose key the cursor has, or at its
    /// place where that item is gone.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # fn example(request: &Request) -> Answer {
    /// let periods = ["hourly", "daily"];
    /// Answer::object().page_of("periods", request, &periods, |period| (*period).to_owned()).into()
    /// # }
    /// ```
    pub fn page_of<T: Serialize>(self, name: &str, request: &Request, items: &[T], key: impl Fn(&T) -> String) -> Self {
        let from = match request.place() {
            Some([Value::Text(known), Value::Int64(place)]) => {
                match items.iter().position(|item| key(item) == *known) {
                    Some(index) => index + 1,
                    None => usize::try_from(*place).unwrap_or_default(),
                }
            }
            _ => 0,
        };
        let behind = items.get(from..).unwrap_or_default();
        let shown = &behind[..behind.len().min(request.page_size())];
        let next = match shown.last() {
            // The item behind the last one shown has the place `until`, wherever those before it go.
            Some(last) if shown.len() < behind.len() => {
                let until = i64::try_from(from + shown.len()).unwrap_or(i64::MAX);
                Some(vec![Value::Text(key(last)), Value::Int64(until)])
            }
            _ => None,
        };
        self.page_members(request, shown.len(), next).member(name, shown)
    }

    /// Adds `count`, `next_cursor`, `limit` and `max_rows` of a page whose place the component keeps: `next` are the values that
    /// [`Request::place`] gives for the next page; `None` where nothing is left.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # fn example(request: &Request, ids: &[i64], more: bool) -> Answer {
    /// let next = ids.last().filter(|_| more).map(|last| vec![Value::Int64(*last)]);
    /// Answer::object().page_members(request, ids.len(), next).member("ids", ids).into()
    /// # }
    /// ```
    pub fn page_members(self, request: &Request, count: usize, next: Option<Vec<Value>>) -> Self {
        self.member("count", &count)
            .next_cursor(next)
            .member("limit", &request.page_size())
            .member("max_rows", &MAX_ROWS)
    }

    /// Gives the members of a page, as [`ObjectBuilder::page_members`] does, without `limit`, where that is something else
    /// than the size of a page: see [`crate::PageMembersBesideLimit`].
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # fn example(ids: &[i64], next: Option<i64>) -> Answer {
    /// let next = next.map(|id| vec![Value::Int64(id)]);
    /// Answer::object().page_members_beside_limit(ids.len(), next).member("limit", &5).member("ids", ids).into()
    /// # }
    /// ```
    pub fn page_members_beside_limit(self, count: usize, next: Option<Vec<Value>>) -> Self {
        self.member("count", &count).next_cursor(next).member("max_rows", &MAX_ROWS)
    }

    fn next_cursor(mut self, next: Option<Vec<Value>>) -> Self {
        self.name("next_cursor");
        self.fragment(Fragment::NextCursor(next));
        self
    }

    /// Adds `count`, `next_cursor`, `previous_cursor`, `limit`, `max_rows` and `"name": […]`, the rows of a page of a walk
    /// both ways.
    pub fn page_both_ways(mut self, name: &str, rows: ResultSet, ends: PageEnds) -> Self {
        self.separate();
        let count = u32::try_from(rows.row_count()).unwrap_or(u32::MAX);
        self.fragment(Fragment::PageEnds(exchange::PageEnds { count, older: ends.older, newer: ends.newer }));
        self.rows(name, rows)
    }

    /// Adds a page, as [`ObjectBuilder::page_both_ways`] does: a page without a row and nothing on either side of it.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # fn example() -> Answer {
    /// Answer::object().empty_page_both_ways("notes").into()
    /// # }
    /// ```
    pub fn empty_page_both_ways(mut self, name: &str) -> Self {
        self.separate();
        self.fragment(Fragment::PageEnds(exchange::PageEnds { count: 0, older: None, newer: None }));
        self.name(name);
        self.text.push_str("[]");
        self
    }

    /// Pins `value`: every further page of this walk sees it again, in [`crate::Request::pinned`].
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # fn example(request: &Request, notes: ResultSet, now: i64) -> Answer {
    /// // A ranking as of the hour of its first page, whichever page is asked for.
    /// let hour = request.pinned("hour").cloned().unwrap_or(Value::Timestamp(now));
    /// Answer::object().page("notes", notes).pin("hour", hour).into()
    /// # }
    /// ```
    pub fn pin(mut self, name: &str, value: Value) -> Self {
        self.pinned.push((name.to_owned(), value));
        self
    }

    /// Adds `"name": [ {…}, … ]` of objects built in turn.
    pub fn objects(mut self, name: &str, objects: Vec<ObjectBuilder>) -> Self {
        self.name(name);
        self.text.push('[');
        for (index, object) in objects.into_iter().enumerate() {
            if index > 0 {
                self.text.push(',');
            }
            self.absorb(object);
        }
        self.text.push(']');
        self
    }

    fn absorb(&mut self, object: ObjectBuilder) {
        let mut inner = object;
        inner.text.push('}');
        for fragment in inner.fragments {
            match fragment {
                Fragment::Text(text) => self.text.push_str(&text),
                other => self.fragment(other),
            }
        }
        self.text.push_str(&inner.text);
    }

    fn name(&mut self, name: &str) {
        self.separate();
        self.text.push('"');
        self.text.push_str(name);
        self.text.push_str("\":");
    }

    fn separate(&mut self) {
        if !(self.fragments.is_empty() && self.text == "{") {
            self.text.push(',');
        }
    }

    fn fragment(&mut self, fragment: Fragment) {
        if !self.text.is_empty() {
            self.fragments.push(Fragment::Text(std::mem::take(&mut self.text)));
        }
        self.fragments.push(fragment);
    }
}

impl From<ObjectBuilder> for Answer {
    fn from(mut object: ObjectBuilder) -> Answer {
        object.text.push('}');
        object.fragments.push(Fragment::Text(object.text));
        let mut answer = Answer::of(Body::Json(object.fragments));
        answer.inner.pinned = object.pinned;
        answer
    }
}
