//! The room for what a transaction stores, looked at before it lasts: in the space that the route's guard found, in the
//! component's own tables, and in the outbox.

use crate::capabilities::StatementFailure;
use crate::capabilities::call::{Call, Frame};
use jiff::Timestamp;
use quarry_contract::{Allowance, Caller, Problem, Store, TenantKind};
use quarry_identity::outbox::{OutboxBytes, OutboxFull, Payer};
use quarry_stores::app::{self, AppStoreError};
use quarry_stores::space_usage::{self, SpaceRoom};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The bytes that a transaction began with; none of what is not bounded.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::capabilities) struct Begun {
    space: Option<u64>,
    tables: Option<u64>,
}

impl Call {
    /// Tells that the component's own tables are bounded: a write by itself needs a transaction then, in which its growth is measured.
    pub(super) fn bounds_tables(&self) -> bool {
        self.table_bytes.is_some() && self.frame.capabilities.table_room().is_some()
    }

    /// Measures the component's tables where that is due. Not within a transaction, which others wait for.
    pub(super) async fn measure_tables(&mut self) -> Result<(), StatementFailure> {
        let capabilities = Arc::clone(&self.frame.capabilities);
        let (Some(limit), Some(room)) = (self.table_bytes, capabilities.table_room()) else { return Ok(()) };
        let remaining = self.frame.time.remaining()?;
        self.measuring(remaining, room.measure(&capabilities.stores().app, limit, Instant::now())).await
    }

    /// The bytes that are there when a transaction has begun.
    pub(super) async fn begun(&mut self, transaction: &mut app::Transaction) -> Result<Begun, StatementFailure> {
        let capabilities = Arc::clone(&self.frame.capabilities);
        let (space, room) = (self.guarded_space(), self.table_bytes.and(capabilities.table_room()));
        let remaining = self.frame.time.remaining()?;
        let looking = async {
            let mut begun = Begun::default();
            if let Some(space_id) = space {
                begun.space = Some(space_usage::within(transaction, space_id).await?);
            }
            if let Some(room) = room {
                begun.tables = Some(room.before(transaction).await?);
            }
            Ok::<_, AppStoreError>(begun)
        };
        self.measuring(remaining, looking).await
    }

    /// Refuses a statement that may insert or update, of a component whose tables are full.
    pub(super) fn check_tables(&self, sql: &str) -> Result<(), StatementFailure> {
        let capabilities = &self.frame.capabilities;
        let (Some(limit), Some(room)) = (self.table_bytes, capabilities.table_room()) else { return Ok(()) };
        if adds_nothing(sql) { Ok(()) } else { room.check(capabilities.component(), limit) }
    }

    /// Refuses what would leave the space, or the component's tables, larger than they may be and larger than they were: the
    /// transaction is to be dropped then. The refusal of a space is the answer, whatever the component makes of it.
    pub(super) async fn check_room(
        &mut self,
        transaction: &mut app::Transaction,
        begun: Begun,
        left: Duration,
    ) -> Result<(), StatementFailure> {
        let capabilities = Arc::clone(&self.frame.capabilities);
        if let (Some(limit), Some(room), Some(before)) = (self.table_bytes, capabilities.table_room(), begun.tables) {
            let bound = (capabilities.component(), limit);
            self.measuring(left, room.check_growth(transaction, before, bound)).await??;
        }
        if let (Some(space_id), Some(before)) = (self.guarded_space(), begun.space) {
            let looking = space_usage::room_within(transaction, space_id, Timestamp::now());
            let after = self.measuring(left, looking).await?;
            let most = capabilities.stores().space_bytes;
            if after.used > before && after.limit(most).is_some_and(|limit| after.used > limit) {
                self.route.refusal = Some(space_full(after, most, before, self.plan_of_owner(after)));
                return Err(StatementFailure::LimitExceeded("The space holds as many bytes as it may.".to_owned()));
            }
        }
        Ok(())
    }

    /// Refuses what would leave more in the outbox than who causes it may have there: the transaction is to be dropped then.
    pub(super) async fn check_outbox(
        &mut self,
        transaction: &mut app::Transaction,
        owed: &OutboxBytes,
        left: Duration,
    ) -> Result<(), StatementFailure> {
        match self.measuring(left, owed.count(transaction, Timestamp::now())).await? {
            None => Ok(()),
            Some(OutboxFull { payer, used, limit }) => {
                let whose = match payer {
                    Payer::Component(name) => format!("The component {name} has"),
                    Payer::Organization(id) => format!("The organization {id} has"),
                };
                Err(StatementFailure::LimitExceeded(format!(
                    "{whose} written {used} bytes of events, letters, jobs and audit entries in 30 days, and {limit} are the most (outbox_bytes): \
                     write fewer or smaller ones, or wait until the oldest no longer count."
                )))
            }
        }
    }

    /// The space that the guard found.
    fn guarded_space(&self) -> Option<i64> {
        let guarded = self.route.guarded.as_ref()?;
        (guarded.route.guard.tenant == TenantKind::Space).then_some(guarded.tenant)
    }

    /// The plan by which a space that the caller owns may hold what it may; none where they do not own it, or the plan of another owner decides,
    /// which is not theirs to know.
    fn plan_of_owner(&self, room: SpaceRoom) -> Option<String> {
        let rank = self.route.guarded.as_ref()?.rank.as_deref();
        let allowed = room.allowed.filter(|_| rank == Some("owner"))?;
        plan_at_hand(&self.requester.caller, allowed)
    }

    async fn measuring<T>(
        &mut self,
        left: Duration,
        work: impl Future<Output = Result<T, AppStoreError>>,
    ) -> Result<T, StatementFailure> {
        let Frame { capabilities, time, .. } = &mut self.frame;
        match time.asking(Store::AppStore, tokio::time::timeout(left, work)).await {
            Ok(measured) => {
                measured.map_err(|error| StatementFailure::from_app_store(capabilities.component(), "room", &error))
            }
            Err(_) => Err(StatementFailure::app_store_deadline()),
        }
    }
}

/// Tells a text without a word that adds bytes to a table. One that only quotes such a word counts as one that adds.
fn adds_nothing(sql: &str) -> bool {
    let adds = |word: &str| ["insert", "update", "replace", "merge"].iter().any(|add| word.eq_ignore_ascii_case(add));
    !sql.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').any(adds)
}

/// The plan, or the staff, by which the caller's spaces may hold `allowed` bytes, as a part of a sentence: `your plan (Free) lets`, `the plan of Harbour (Team, until
/// 2026-12-01) lets`, `staff let`. None where the plan at hand does not allow just so much.
fn plan_at_hand(caller: &Caller, allowed: u64) -> Option<String> {
    let (entitlements, kind, organization) = match caller {
        Caller::Person(person) => (&person.entitlements, &person.organization_kind, &person.organization_name),
        Caller::Key(key) => (&key.entitlements, &key.organization_kind, &key.organization_name),
        Caller::Nobody | Caller::Job(_) => return None,
    };
    if entitlements.allowance(Allowance::SpaceBytes) != Some(allowed) {
        return None;
    }
    if entitlements.overridden.iter().any(|name| name == Allowance::SpaceBytes.name()) {
        return Some("staff let".to_owned());
    }
    let mut courtesies = entitlements.courtesies.iter();
    let given = courtesies.find(|one| one.plan.allowances[Allowance::SpaceBytes as usize] == Some(allowed));
    let plan = match given {
        Some(courtesy) => format!("{}, until {}", courtesy.plan.name, courtesy.ends_at.strftime("%Y-%m-%d")),
        None => entitlements.plan_name.clone(),
    };
    Some(match kind.as_str() {
        "personal" => format!("your plan ({plan}) lets"),
        _ => format!("the plan of {organization} ({plan}) lets"),
    })
}

/// The refusal of a change by which a space that holds `used` bytes would hold more than it may, where every space may hold `most`. `plan`
/// says which plan lets it hold so much, where that is known.
fn space_full(after: SpaceRoom, most: Option<u64>, used: u64, plan: Option<String>) -> Problem {
    let limit = after.limit(most).unwrap_or(u64::MAX);
    let is_of_plans = after.allowed.is_some_and(|allowed| most.is_none_or(|most| allowed < most));
    let bound = match (is_of_plans, plan) {
        (true, Some(plan)) => format!("that {plan} it hold"),
        (true, None) => "that the plans of its owners let it hold".to_owned(),
        (false, _) => "that a space may hold".to_owned(),
    };
    let detail = format!(
        "The space holds {used} of the {limit} bytes {bound}, with versions, files and the words by which its pages are found, and this \
         does not fit: remove what is not needed, or write in another space. What lies in the trash counts until it is gone for good."
    );
    let refusal = Problem::new(422, "space_full", detail).with("limit", limit).with("used", used);
    if is_of_plans { refusal.with("allowance", Allowance::SpaceBytes.name()) } else { refusal }
}
