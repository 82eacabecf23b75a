//! The request as a handler sees it.

use crate::bindings::quarry::plugin::exchange;
use crate::values::Value;

pub use crate::bindings::quarry::plugin::exchange::PagePosition;

/// One request: authenticated, authorised, counted and checked before the handler runs.
///
/// ```no_run
/// # use quarry_sdk::prelude::*;
/// fn who(request: &Request) -> String {
///     match (request.key(), request.person()) {
///         (Some(key), _) => format!("the key {}", key.key_name),
///         (_, Some(person)) => format!("person {}", person.user_id),
///         (None, None) => "somebody".to_owned(),
///     }
/// }
/// ```
#[derive(Debug)]
pub struct Request {
    inner: exchange::Request,
}

impl Request {
    #[doc(hidden)]
    pub fn new(inner: exchange::Request) -> Self {
        Request { inner }
    }

    #[doc(hidden)]
    pub fn take_parameters(&mut self) -> Vec<Value> {
        std::mem::take(&mut self.inner.parameters)
    }

    /// The row that the route's guard found. It can be taken once.
    #[doc(hidden)]
    pub fn take_guarded(&mut self) -> Option<exchange::Guarded> {
        self.inner.guarded.take()
    }

    /// The body, once; empty where the route declares none.
    #[doc(hidden)]
    pub fn take_body(&mut self) -> exchange::SentBody {
        let none = || exchange::SentBody { bytes: Vec::new(), content_type: String::new(), secrets: Vec::new() };
        self.inner.body.take().unwrap_or_else(none)
    }

    #[doc(hidden)]
    pub fn has_body(&self) -> bool {
        self.inner.body.is_some()
    }

    /// The id of the operation that was asked for.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # fn example(request: &Request) -> bool {
    /// request.operation_id() == "list_notes"
    /// # }
    /// ```
    pub fn operation_id(&self) -> &str {
        &self.inner.operation_id
    }

    /// The caller's key, on a route that needs one.
    pub fn key(&self) -> Option<&exchange::KeyCaller> {
        match &self.inner.caller {
            exchange::Caller::Key(key) => Some(key),
            exchange::Caller::Nobody | exchange::Caller::Person(_) => None,
        }
    }

    /// The signed-in person, on a route that needs one.
    pub fn person(&self) -> Option<&exchange::PersonCaller> {
        match &self.inner.caller {
            exchange::Caller::Person(person) => Some(person),
            exchange::Caller::Nobody | exchange::Caller::Key(_) => None,
        }
    }

    /// The page size in force, on a paged route.
    pub fn limit(&self) -> Option<u32> {
        self.inner.limit
    }

    /// The page size in force as a count of rows; 0 on a route that does not page.
    pub fn page_size(&self) -> usize {
        self.inner.limit.unwrap_or_default() as usize
    }

    /// The value that an earlier page of this walk pinned under `name`; `None` on the first page.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # fn example(request: &Request) -> bool {
    /// let is_first_page = request.pinned("hour").is_none();
    /// # is_first_page
    /// # }
    /// ```
    pub fn pinned(&self, name: &str) -> Option<&Value> {
        self.inner.pinned.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// The place of the page, on a paged route whose component keeps it; `None` where it begins at the first row.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # use quarry_sdk::PagePosition;
    /// # fn example(request: &Request) -> bool {
    /// let begins_at_the_newest = request.position().is_none();
    /// # begins_at_the_newest
    /// # }
    /// ```
    pub fn position(&self) -> Option<&PagePosition> {
        self.inner.position.as_ref()
    }

    /// The values that an earlier page of this walk gave for the place behind it, as [`crate::ObjectBuilder::page_members`] took them;
    /// `None` on the first page.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # fn example(request: &Request) -> Option<i64> {
    /// match request.place() {
    ///     Some([Value::Int64(id)]) => Some(*id),
    ///     _ => None,
    /// }
    /// # }
    /// ```
    pub fn place(&self) -> Option<&[Value]> {
        self.position().map(|position| match position {
            PagePosition::Before(place) | PagePosition::After(place) => place.as_slice(),
        })
    }

    /// The media type of the route's `media_types` that the client prefers; `None` where that is JSON.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # fn example(request: &Request) -> bool {
    /// request.media_type() == Some("application/x-bibtex")
    /// # }
    /// ```
    pub fn media_type(&self) -> Option<&str> {
        self.inner.media_type.as_deref()
    }

    /// True when the client allows a write that is based on `version`: it sent no `If-Match`, or one that names this version or
    /// any version. For a route that declares `reads_if_match`.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # fn example(request: &Request, version: i64) -> Result<(), Problem> {
    /// if !request.matches_version(&version.to_string()) {
    ///     return Err(Problem::conflict(version));
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn matches_version(&self, version: &str) -> bool {
        let named = self.inner.if_match.as_ref();
        named.is_none_or(|named| named.iter().any(|known| known == "*" || known == version))
    }

    /// The request's id, which is also in the host's log lines and in the answer.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # fn example(request: &Request) -> Problem {
    /// Problem::new(409, "being_made", format!("It is being made (request {}).", request.request_id()))
    /// # }
    /// ```
    pub fn request_id(&self) -> &str {
        &self.inner.request_id
    }
}
