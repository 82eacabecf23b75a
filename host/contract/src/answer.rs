//! The result of a handler: a status and a body in fragments, or a problem.

use crate::{EventStream, ObjectBody, Secret, SilentStore};
use quarry_statement::AfterColumn;
use quarry_stores::result_set::{ResultSet, Value};
use serde_json::Map;

const DATA_SOURCE_UNAVAILABLE: &str = "data_source_unavailable";
/// The member of a 503 that names a store.
const STORE_MEMBER: &str = "store";

/// The result of a request.
pub type Served = Result<Answer, Problem>;

/// A good answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    pub status: u16,
    pub body: Body,
    /// Values that every further page of this walk must see again, by name.
    pub pinned: Vec<(String, Value)>,
    /// Headers that the route declares: lowercase name and value.
    pub headers: Vec<(String, String)>,
    /// The beginning of the entity tag, for a later `If-Match`.
    pub version: Option<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Body {
    Empty,
    /// JSON, in pieces that are written one after the other.
    Json(Vec<Fragment>),
    /// An object of the store.
    Object(Box<ObjectBody>),
    /// Server-sent events, while they are written.
    Events(EventStream),
    /// A text in one of the route's media types.
    Text {
        media_type: String,
        text: String,
    },
}

/// A piece of a JSON body. Rows stay in the host: a component names them and the host writes them.
#[derive(Debug, Clone, PartialEq)]
pub enum Fragment {
    /// JSON text, written as it stands.
    Text(String),
    /// A result set as an array of objects. Columns whose name starts with `_` are left out.
    Rows(ResultSet),
    /// The first row of a result set as an object, or `null`.
    Row(ResultSet),
    /// The rows of a page (see [`Fragment::PageMembers`]); `after` names the columns whose values in the last row make
    /// the next cursor, and `order` the statement's order that they belong to, where it has several. The set may hold one
    /// row more than the page shows: then there is a next page.
    PageRows { rows: ResultSet, after: Vec<CursorColumn>, order: Option<String> },
    /// The rows of a page whose list stands among the texts, written by the component: they make members and cursor and
    /// are not written.
    OwnPage { rows: ResultSet, after: Vec<CursorColumn>, order: Option<String> },
    /// `"count":…,"next_cursor":…,"limit":…,"max_rows":500`, of the answer's one `PageRows` or `OwnPage`.
    PageMembers,
    /// A token that was made for this answer, as JSON text.
    Secret(Secret),
    /// `"count":…,"next_cursor":…,"previous_cursor":…,"limit":…,"max_rows":500`, of a walk both ways.
    PageEnds(PageEnds),
    /// The cursor that leads on behind a place that the handler gave, or `null`, of a walk forward.
    NextCursor(Option<Vec<Value>>),
}

/// A column whose value in the last row of a page goes into the next cursor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CursorColumn {
    pub name: String,
    /// True if its statement knows the rows after one without a value.
    pub is_nullable: bool,
}

impl CursorColumn {
    /// The column of a statement's `{after(…)}`.
    pub fn of(column: &AfterColumn) -> CursorColumn {
        CursorColumn { name: column.column.clone(), is_nullable: column.nullable }
    }
}

/// The places on both sides of a page that is walked both ways.
#[derive(Debug, Clone, PartialEq)]
pub struct PageEnds {
    /// Rows shown.
    pub count: u32,
    /// The place behind the page; none when nothing older is left.
    pub older: Option<Vec<Value>>,
    /// The place in front of the page; none when it begins at the newest row.
    pub newer: Option<Vec<Value>>,
}

/// A refusal or a failure, in the published form.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem {
    pub status: u16,
    /// Stable code.
    pub code: String,
    /// A sentence: what was wrong, with the value, and what to do.
    pub detail: String,
    /// The machine-readable part: `scope`, `parameter`, `module`, `limit`, …
    pub members: Box<Map<String, serde_json::Value>>,
    /// Seconds, on every 429 and 503.
    pub retry_after: Option<u32>,
}

impl Problem {
    pub fn new(status: u16, code: &str, detail: impl Into<String>) -> Problem {
        Problem { status, code: code.to_owned(), detail: detail.into(), members: Box::default(), retry_after: None }
    }

    /// Adds a machine-readable member.
    pub fn with(mut self, name: &str, value: impl Into<serde_json::Value>) -> Problem {
        self.members.insert(name.to_owned(), value.into());
        self
    }

    pub fn retry_after(mut self, seconds: u32) -> Problem {
        self.retry_after = Some(seconds);
        self
    }

    /// 404, also for what exists but belongs to somebody else.
    pub fn not_found(detail: impl Into<String>) -> Problem {
        Problem::new(404, "not_found", detail)
    }

    /// 422 of a typed parameter.
    pub fn invalid_parameter(parameter: &str, detail: impl Into<String>) -> Problem {
        Problem::new(422, "invalid_parameter", detail).with("parameter", parameter)
    }

    /// 503: a store is down or over its time limit; the sentence says which, and [`Problem::of_store`] tells programs.
    pub fn data_source_unavailable(detail: impl Into<String>) -> Problem {
        Problem::new(503, DATA_SOURCE_UNAVAILABLE, detail).retry_after(2)
    }

    /// Names the store that did not answer, unless the problem names one already.
    pub fn of_store(mut self, store: impl Into<SilentStore>) -> Problem {
        self.members.entry(STORE_MEMBER).or_insert_with(|| store.into().name().into());
        self
    }

    /// Tells whether it says that something which it needs gives no data now.
    pub fn is_outage(&self) -> bool {
        self.status == 503 && self.code == DATA_SOURCE_UNAVAILABLE
    }

    /// 503: a bounded queue was full; the sentence says which.
    pub fn overloaded(detail: impl Into<String>) -> Problem {
        Problem::new(503, "overloaded", detail).retry_after(1)
    }

    /// 503: a component trapped, ran out of time or memory.
    pub fn plugin_failed(detail: impl Into<String>) -> Problem {
        Problem::new(503, "plugin_failed", detail).retry_after(5)
    }
}
