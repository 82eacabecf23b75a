//! `notifications`: what people who are connected are told. Whom a call may tell is decided here, from who is asking.

use crate::capabilities::call::Call;
use crate::capabilities::outbox_shares::{MAX_NOTIFICATION_BYTES, MAX_PEOPLE_TOLD, check_json, rejected};
use crate::capabilities::{StatementFailure, Transaction};
use jiff::Timestamp;
use quarry_contract::{Grant, TenantKind};
use quarry_identity::live_messages::{Audience, Notification, Within, is_member, tell_people};
use quarry_stores::app;
use quarry_stores::result_set::Value;
use serde_json::Value as Json;

/// The people whom a call may tell.
#[derive(Debug, Clone, Copy)]
enum Reach {
    Anybody,
    /// The caller, and the organization that they ask for.
    Circle {
        user_id: i64,
        organization_id: i64,
    },
    Nobody,
}

/// The result of telling a message.
enum Told {
    People(u64),
    /// It is for more people than are left.
    TooMany(u64),
    OutOfReach,
}

impl Reach {
    async fn includes(
        self,
        audience: Audience,
        transaction: &mut app::Transaction,
    ) -> Result<bool, app::AppStoreError> {
        match (self, audience) {
            (Reach::Anybody, _) => Ok(true),
            (Reach::Nobody, _) => Ok(false),
            (Reach::Circle { organization_id, .. }, Audience::Organization(told)) => Ok(told == organization_id),
            (Reach::Circle { user_id, organization_id }, Audience::Person(told)) => {
                Ok(told == user_id || is_member(transaction, organization_id, told).await?)
            }
        }
    }
}

impl Call {
    /// Writes a message with the transaction for everybody of the audience; gives how many people that is.
    pub async fn notify(
        &mut self,
        transaction: &mut Transaction,
        audience: Audience,
        name: &str,
        data: &str,
    ) -> Result<u32, StatementFailure> {
        self.frame.needs(Grant::Notifications)?;
        let data = checked(data)?;
        let (remaining, reach) = (self.frame.time.remaining()?, self.reach());
        let capabilities = &*self.frame.capabilities;
        // Counted first: a message that is refused was checked all the same.
        self.written.notifications.take()?;
        capabilities.notifications().check(name, &data)?;
        let left = self.written.people_told;
        let name = &capabilities.told_name(name);
        let notification = Notification { component: capabilities.component(), name, data: &data };
        let told = transaction
            .within(remaining, capabilities.component(), "notifications", async |inner| {
                if !reach.includes(audience, inner).await? {
                    return Ok(Told::OutOfReach);
                }
                match audience.size(inner).await? {
                    people if people > left => Ok(Told::TooMany(people)),
                    _ => audience.tell(inner, &notification, Timestamp::now()).await.map(Told::People),
                }
            })
            .await?;
        match told {
            Told::People(people) => {
                self.written.people_told = left.saturating_sub(people);
                Ok(u32::try_from(people).unwrap_or(u32::MAX))
            }
            Told::TooMany(people) => Err(too_many(people, left)),
            Told::OutOfReach => Err(rejected(out_of_reach(audience))),
        }
    }

    /// Does the work of [`Call::notify`] for the people whom a declared statement gives: its first column. The statement is
    /// held to what the route's guard found, unless the call may tell anybody.
    pub async fn notify_those(
        &mut self,
        transaction: &mut Transaction,
        statement: &str,
        bindings: Vec<(String, Value)>,
        name: &str,
        data: &str,
    ) -> Result<u32, StatementFailure> {
        self.frame.needs(Grant::Notifications)?;
        let data = checked(data)?;
        if !self.requester.acts_for_anybody() && !self.frame.capabilities.takes_of_guard(statement) {
            return Err(rejected(format!(
                "the statement {statement} takes nothing of a guard, so it could give anybody: hold its people to what a guard found"
            )));
        }
        self.written.notifications.take()?;
        self.frame.capabilities.notifications().check(name, &data)?;
        let rows = self.query_in(transaction, statement, bindings).await?;
        let first = rows.set.columns.first();
        let value = |row: usize| first.map(|column| column.value(row));
        let mut people = Vec::with_capacity(rows.set.row_count);
        for row in 0..rows.set.row_count {
            match value(row) {
                Some(Value::Int64(user_id)) => people.push(user_id),
                Some(Value::Null) => {}
                _ => return Err(rejected(format!("the first column of the statement {statement} is no person's id"))),
            }
        }
        people.sort_unstable();
        people.dedup();
        people.retain(|user_id| Some(*user_id) != self.requester.caller.user_id());
        if people.len() as u64 > self.written.people_told {
            return Err(too_many(people.len() as u64, self.written.people_told));
        }
        let remaining = self.frame.time.remaining()?;
        let within = self.within()?;
        let capabilities = &*self.frame.capabilities;
        let name = &capabilities.told_name(name);
        let notification = Notification { component: capabilities.component(), name, data: &data };
        let told = transaction
            .within(remaining, capabilities.component(), "notifications", async |inner| {
                tell_people(inner, people, within, &notification, Timestamp::now()).await
            })
            .await?;
        self.written.people_told = self.written.people_told.saturating_sub(told);
        Ok(u32::try_from(told).unwrap_or(u32::MAX))
    }

    /// The people among whom the call may tell those of a statement, by the host's own tables. A part of the service, and who
    /// acts for anybody, is trusted with the statement.
    fn within(&self) -> Result<Within, StatementFailure> {
        if self.frame.capabilities.is_first_party() || self.requester.acts_for_anybody() {
            return Ok(Within::Everybody);
        }
        let guarded = self.route.guarded.as_ref().map(|guarded| (guarded.route.guard.tenant, guarded.tenant));
        match (guarded, self.requester.caller.user_id()) {
            (Some((TenantKind::Organization, tenant)), _) => Ok(Within::Organization(tenant)),
            (Some((TenantKind::Space, tenant)), _) => Ok(Within::Space(tenant)),
            (Some((TenantKind::Person, tenant)), _) => Ok(Within::Person(tenant)),
            (Some((TenantKind::Own, _)), Some(user_id)) => Ok(Within::FellowsOf(user_id)),
            (Some((TenantKind::Own, _)) | None, _) => {
                Err(rejected("no guard of the route found whom it is about".to_owned()))
            }
        }
    }

    fn reach(&self) -> Reach {
        match (self.requester.caller.user_id(), self.requester.caller.organization_id()) {
            _ if self.requester.acts_for_anybody() => Reach::Anybody,
            (Some(user_id), Some(organization_id)) => Reach::Circle { user_id, organization_id },
            _ => Reach::Nobody,
        }
    }
}

/// The data of a message, within its length.
fn checked(data: &str) -> Result<Json, StatementFailure> {
    match data.len() > MAX_NOTIFICATION_BYTES {
        true => Err(rejected(format!("data has {} bytes; at most {MAX_NOTIFICATION_BYTES} are allowed", data.len()))),
        false => check_json("data", data),
    }
}

fn too_many(people: u64, left: u64) -> StatementFailure {
    StatementFailure::LimitExceeded(format!(
        "The component told {MAX_PEOPLE_TOLD} people at the most in one call; {left} are left, and this message is for {people}."
    ))
}

/// Does not say whether there is such a person.
fn out_of_reach(audience: Audience) -> String {
    match audience {
        Audience::Person(user_id) => format!(
            "the person {user_id} is neither the caller nor a member of the organization that the caller asks for: tell others \
             from a job"
        ),
        Audience::Organization(organization_id) => format!(
            "the organization {organization_id} is not the one that the caller asks for: tell others from a job"
        ),
    }
}
