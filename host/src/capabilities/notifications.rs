//! `notifications`: what people who are connected are told. Whom a call may tell is decided here, from who is asking.

use crate::cable::{Audience, Notification, is_member};
use crate::capabilities::call::Call;
use crate::capabilities::outbox::{check_json, rejected, take};
use crate::capabilities::{StatementFailure, Transaction};
use crate::contract::Grant;
use crate::stores::app;
use jiff::Timestamp;

/// Messages of one call.
pub(super) const MAX_NOTIFICATIONS: u32 = 100;
/// People whom the messages of one call are for, together: each is a row.
pub(super) const MAX_PEOPLE_TOLD: u64 = 1_000;
/// A message is a hint to look, not what there is to see.
pub(super) const MAX_NOTIFICATION_BYTES: usize = 4 << 10;

/// Whom a call may tell.
#[derive(Debug, Clone, Copy)]
enum Reach {
    Anybody,
    /// Who is asking, and the organization that they ask for.
    Circle {
        user_id: i64,
        organization_id: i64,
    },
    Nobody,
}

/// What became of a message.
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
        self.needs(Grant::Notifications)?;
        if data.len() > MAX_NOTIFICATION_BYTES {
            return Err(rejected(format!(
                "data has {} bytes; at most {MAX_NOTIFICATION_BYTES} are allowed",
                data.len()
            )));
        }
        let data = check_json("data", data)?;
        let (remaining, capabilities, reach) = (self.remaining()?, self.capabilities.clone(), self.reach());
        // Counted first: a message that is refused was checked all the same.
        take(&mut self.shares.notifications, "notifications", MAX_NOTIFICATIONS)?;
        capabilities.notifications().check(name, &data)?;
        let left = self.shares.people_told;
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
                self.shares.people_told = left.saturating_sub(people);
                Ok(u32::try_from(people).unwrap_or(u32::MAX))
            }
            Told::TooMany(people) => Err(StatementFailure::LimitExceeded(format!(
                "The component told {MAX_PEOPLE_TOLD} people at the most in one call; {left} are left, and this message is \
                 for {people}."
            ))),
            Told::OutOfReach => Err(rejected(out_of_reach(audience))),
        }
    }

    fn reach(&self) -> Reach {
        match (self.caller.user_id(), self.caller.organization_id()) {
            _ if self.acts_for_anybody() => Reach::Anybody,
            (Some(user_id), Some(organization_id)) => Reach::Circle { user_id, organization_id },
            _ => Reach::Nobody,
        }
    }
}

/// Does not say whether there is such a person.
fn out_of_reach(audience: Audience) -> String {
    match audience {
        Audience::Person(user_id) => format!(
            "the person {user_id} is neither who is asking nor a member of the organization they ask for: tell others from \
             a job"
        ),
        Audience::Organization(organization_id) => format!(
            "the organization {organization_id} is not the one that whoever is asking asks for: tell others from a job"
        ),
    }
}
