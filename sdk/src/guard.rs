//! Guards: rules for access to the things of a tenant.

use crate::bindings::quarry::plugin::{exchange, manifest};
use crate::{Problem, Request, Value};

/// A guard: ranks, and the statement that tells which one the caller has. An enum of the ranks, from the lowest to the highest,
/// that derives it; a unit struct where there are no ranks.
///
/// The host runs the statement before the endpoint is called, refuses as the guard declares, and binds its columns as
/// `{guard.COLUMN:type}` in the statements of the request. It takes the tenant's lock in each transaction, and asks again there.
///
/// The tenant is `"organization"` or `"space"`, of which the host asks whether the caller is a member, `"person"`, the caller, or `"own"`, a
/// thing of the component's own by its own number.
///
/// ```no_run
/// # use quarry_sdk::prelude::*;
/// /// Access to a shelf of notes
/// #[derive(Guard, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
/// #[guard("sql/guards/shelf.sql", tenant = "organization")]
/// #[guard(absent(404, "not_found", "There is no such shelf."))]
/// #[guard(rank_too_low(403, "forbidden", "Your rank on this shelf does not allow that: ask one of its editors."))]
/// pub enum ShelfAccess {
///     Reader,
///     Editor,
/// }
/// ```
#[diagnostic::on_unimplemented(message = "`{Self}` is not a guard", label = "a type that derives `Guard` is expected")]
pub trait Guard: Sized {
    /// snake_case, unique in the component.
    const NAME: &'static str;
    /// The words of the ranks, from the lowest to the highest.
    const RANKS: &'static [&'static str];

    /// The word of this rank; none where there are no ranks.
    fn word(&self) -> Option<&'static str>;

    /// The rank of that word.
    fn from_word(word: Option<&str>) -> Option<Self>;

    #[doc(hidden)]
    fn declaration() -> manifest::Guard;

    #[doc(hidden)]
    fn statement() -> manifest::Statement;
}

/// The row that the guard of the request's route found. An endpoint takes it as an argument behind the request.
/// On a route with `or_permission` it is `Guarded<Option<G>>`, because staff have no rank.
///
/// ```no_run
/// # use quarry_sdk::prelude::*;
/// # #[derive(Guard, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
/// # #[guard("sql/guards/shelf.sql", tenant = "organization")]
/// # #[guard(absent(404, "not_found", "There is no such shelf."))]
/// # #[guard(rank_too_low(403, "forbidden", "Ask one of its editors."))]
/// # pub enum ShelfAccess { Reader, Editor }
/// fn may_rename(guarded: &Guarded<ShelfAccess>) -> bool {
///     guarded.rank() >= ShelfAccess::Editor
/// }
/// ```
#[derive(Debug)]
pub struct Guarded<G> {
    rank: G,
    tenant: i64,
    columns: Vec<(String, Value)>,
}

/// A rank as an endpoint takes it: of a guard, or an `Option` of one where staff may come without a rank.
#[doc(hidden)]
pub trait GuardRank: Sized {
    const NAME: &'static str;

    fn of_word(word: Option<&str>) -> Option<Self>;
}

impl<G: Guard> GuardRank for G {
    const NAME: &'static str = G::NAME;

    fn of_word(word: Option<&str>) -> Option<G> {
        G::from_word(word)
    }
}

impl<G: Guard> GuardRank for Option<G> {
    const NAME: &'static str = G::NAME;

    fn of_word(word: Option<&str>) -> Option<Option<G>> {
        match word {
            None => Some(None),
            word => G::from_word(word).map(Some),
        }
    }
}

impl<G: GuardRank> Guarded<G> {
    #[doc(hidden)]
    pub fn of(request: &mut Request) -> Result<Guarded<G>, Problem> {
        let found = request.take_guarded();
        let read = found.and_then(|exchange::Guarded { rank, tenant, columns }| {
            G::of_word(rank.as_deref()).map(|rank| Guarded { rank, tenant, columns })
        });
        read.ok_or_else(|| Problem::refused_by_host(&format!("the guard {} gave no row to read", G::NAME)))
    }

    /// The caller's rank as it was when the request came; a transaction begins with another look.
    pub fn rank(&self) -> G
    where
        G: Copy,
    {
        self.rank
    }

    /// The tenant's id.
    pub fn tenant(&self) -> i64 {
        self.tenant
    }

    /// A whole number of the guard's row, by the column's name; none where there is no such column, or it is null.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # fn example<G: Guard>(guarded: &Guarded<G>) -> Option<i64> {
    /// guarded.integer("shelf_id")
    /// # }
    /// ```
    pub fn integer(&self, name: &str) -> Option<i64> {
        match self.column(name) {
            Some(Value::Int64(number)) => Some(*number),
            _ => None,
        }
    }

    /// A text of the guard's row, by the column's name; none where there is no such column, or it is null.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # fn example<G: Guard>(guarded: &Guarded<G>) -> Option<&str> {
    /// guarded.text("title")
    /// # }
    /// ```
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.column(name) {
            Some(Value::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// A column of the guard's row, by name.
    pub fn column(&self, name: &str) -> Option<&Value> {
        self.columns.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }
}
