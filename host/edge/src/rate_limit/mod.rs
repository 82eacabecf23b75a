//! Stage: rate limit. Public operations are counted by client address, keyed ones against their key's hour, those of signed-in
//! people by account.
//!
//! Always true: a route's declaration alone says what a request is counted as; every answer to a known key, and to a person's
//! request that was counted, tells its budget, refusals included; a request that could not be counted is refused. Counted is what
//! reaches its operation with a key or a person who may call it, whatever the answer then is; what is refused before (401, 403, 404 of
//! a path, 405, 413) and a 429 take nothing.
//!
//! To add a class: a variant of [`RateClass`], its [`AddressClass`], its number in [`AddressLimits`].

mod address_table;
mod minute_table;
mod person_table;

pub use address_table::{AddressClass, AddressTable, MAX_ADDRESSES, counted_address};
pub use person_table::{MAX_PEOPLE, PersonLimits, PersonTable};

use crate::visit::Visit;
use futures_util::future::BoxFuture;
use http::{HeaderMap, HeaderName};
use jiff::Timestamp;
use quarry_contract::{Access, BudgetState, Caller, KeyCaller, PersonCaller, Problem, RateClass, Route, Spending};
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Instant;

const LIMIT: HeaderName = HeaderName::from_static("x-ratelimit-limit");
const REMAINING: HeaderName = HeaderName::from_static("x-ratelimit-remaining");
const RESET: HeaderName = HeaderName::from_static("x-ratelimit-reset");

/// Counts keyed requests. `budgets` implements it.
pub trait RequestBudgets: Send + Sync {
    /// Takes one request of the key's hour.
    fn spend<'a>(&'a self, key: &'a KeyCaller) -> BoxFuture<'a, Result<Spending, Problem>>;

    /// The state of the key's budget; `None` where its plan is unlimited or the store does not say.
    fn budget_state<'a>(&'a self, key: &'a KeyCaller) -> BoxFuture<'a, Option<BudgetState>>;
}

/// Requests a minute from one client address, by class; none is unlimited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AddressLimits {
    pub public: Option<NonZeroU32>,
    pub public_status: Option<NonZeroU32>,
    pub explorer_lens: Option<NonZeroU32>,
    /// Signing in, and as many again for what else of the session interface asks for nobody who is signed in: the two are
    /// counted apart.
    pub session: Option<NonZeroU32>,
}

impl AddressLimits {
    /// Nothing is counted by address.
    pub const UNLIMITED: AddressLimits =
        AddressLimits { public: None, public_status: None, explorer_lens: None, session: None };
}

/// The counters of the stage.
pub(super) struct RateLimits {
    limits: AddressLimits,
    addresses: AddressTable,
    people: PersonTable,
    budgets: Arc<dyn RequestBudgets>,
}

impl RateLimits {
    pub(super) fn new(limits: AddressLimits, budgets: Arc<dyn RequestBudgets>) -> RateLimits {
        let people = PersonTable::new(PersonLimits::UNLIMITED);
        RateLimits { limits, addresses: AddressTable::new(), people, budgets }
    }

    /// Counts signed-in people too.
    pub(super) fn limit_people(&mut self, limits: PersonLimits) {
        self.people = PersonTable::new(limits);
    }

    /// Counts one request, and notes in the visit what its answer tells of the budget of its key or person.
    pub(super) async fn count(&self, route: &Route, caller: &Caller, visit: &mut Visit<'_>) -> Result<(), Problem> {
        self.count_address(route, visit)?;
        let key = match caller {
            Caller::Key(key) => key,
            Caller::Person(person) if matches!(route.access, Access::Session(_)) => {
                return self.count_person(route, person, visit);
            }
            Caller::Person(_) | Caller::Nobody | Caller::Job(_) => return Ok(()),
        };
        match self.budgets.spend(key).await? {
            Spending::Unlimited => Ok(()),
            Spending::Granted(after) => {
                visit.budget_state = Some(after);
                Ok(())
            }
            Spending::Refused { budget_state: spent, retry_after_seconds } => {
                visit.budget_state = Some(spent);
                let limit = spent.limit;
                let detail = format!(
                    "The API key {} has spent its {limit} requests of this hour: wait {retry_after_seconds} s for the \
                     next hour, or ask for a plan with more.",
                    key.key_name
                );
                Err(Problem::new(429, "rate_limited", detail).with("limit", limit).retry_after(retry_after_seconds))
            }
        }
    }

    fn count_person(&self, route: &Route, person: &PersonCaller, visit: &mut Visit<'_>) -> Result<(), Problem> {
        let counted = self.people.count(person, route.method, Instant::now(), Timestamp::now());
        let Some((state, refusal)) = counted else { return Ok(()) };
        visit.budget_state = Some(state);
        refusal.map_or(Ok(()), Err)
    }

    fn count_address(&self, route: &Route, visit: &Visit<'_>) -> Result<(), Problem> {
        address_class(route, visit).map_or(Ok(()), |class| self.admit(class, visit.client_ip))
    }

    /// Counts the rest of a request that weighs more than one, once it is known that its answer has to be made.
    pub(super) fn count_made(&self, route: &Route, visit: &Visit<'_>) -> Result<(), Problem> {
        match address_class(route, visit) {
            Some(class) if route.rate_weight > 1 => {
                self.admit_weighing(class, visit.client_ip, route.rate_weight - 1).map_err(|mut problem| {
                    problem
                        .detail
                        .push_str(&format!(" One whose answer has to be made counts as {}.", route.rate_weight));
                    problem
                })
            }
            _ => Ok(()),
        }
    }

    /// The state of a key's budget.
    pub(super) async fn budget_state(&self, key: &KeyCaller) -> Option<BudgetState> {
        self.budgets.budget_state(key).await
    }

    /// Counts a request by its address.
    pub(super) fn admit(&self, class: AddressClass, client_ip: IpAddr) -> Result<(), Problem> {
        self.admit_weighing(class, client_ip, 1)
    }

    fn admit_weighing(&self, class: AddressClass, client_ip: IpAddr, weight: u32) -> Result<(), Problem> {
        let limit = match class {
            AddressClass::Public => self.limits.public,
            AddressClass::PublicStatus => self.limits.public_status,
            AddressClass::ExplorerLens | AddressClass::LensPage => self.limits.explorer_lens,
            AddressClass::Visit | AddressClass::SignIn => self.limits.session,
        };
        let Some(limit) = limit else { return Ok(()) };
        let admitted = self.addresses.admit_weighing(class, client_ip, weight, limit, Instant::now());
        admitted.map_err(|retry_after_seconds| {
            let detail = format!(
                "More than {limit} requests of this kind came from the address {client_ip} within a minute: wait \
                 {retry_after_seconds} s."
            );
            Problem::new(429, "rate_limited", detail).with("limit", limit.get()).retry_after(retry_after_seconds)
        })
    }
}

/// The class that a request is counted in by its address; none where another budget counts it.
fn address_class(route: &Route, visit: &Visit<'_>) -> Option<AddressClass> {
    match (route.rate_class, &route.access) {
        (RateClass::PublicStatus, _) => Some(AddressClass::PublicStatus),
        (RateClass::ExplorerLens, _) if visit.is_of_page => Some(AddressClass::LensPage),
        (RateClass::ExplorerLens, _) => Some(AddressClass::ExplorerLens),
        // A route that asks for no key has no key's budget.
        (RateClass::Public, _) | (RateClass::Key, Access::Keyless) => Some(AddressClass::Public),
        (RateClass::Session, Access::Visitor) => Some(AddressClass::Visit),
        (RateClass::Session, Access::ServiceClient) => Some(AddressClass::SignIn),
        (RateClass::Key | RateClass::Session, _) => None,
    }
}

/// The rate headers.
pub(super) fn add_headers(headers: &mut HeaderMap, budget_state: BudgetState) {
    headers.insert(LIMIT, budget_state.limit.into());
    headers.insert(REMAINING, budget_state.remaining.into());
    headers.insert(RESET, budget_state.resets_at_seconds.into());
}
