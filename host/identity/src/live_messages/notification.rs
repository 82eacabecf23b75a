//! Messages of components to people: one for each person, written in the transaction that it tells of.

use jiff::Timestamp;
use quarry_stores::app::{AppStoreError, Row, Transaction, ids_in};
use quarry_stores::result_set::Value;
use serde_json::{Value as Json, json};

/// The people that a message is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    Person(i64),
    /// The members of the organization when it is written.
    Organization(i64),
}

/// One message.
#[derive(Debug, Clone, Copy)]
pub struct Notification<'a> {
    pub component: &'a str,
    /// `thing.verb`.
    pub name: &'a str,
    pub data: &'a Json,
}

impl Notification<'_> {
    /// As it is told.
    fn body(&self, now: Timestamp) -> String {
        let Notification { component, name, data } = self;
        json!({ "type": "notification", "component": component, "name": name, "data": data, "at": now.to_string() })
            .to_string()
    }
}

/// The people among whom those of a statement are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Within {
    Everybody,
    /// The members of the organization.
    Organization(i64),
    /// The members of the space.
    Space(i64),
    Person(i64),
    /// Those who share an organization or a space with this person.
    FellowsOf(i64),
}

impl Within {
    /// The condition on `users`, with the number `$4`.
    const fn condition(self) -> (&'static str, i64) {
        match self {
            Within::Everybody => ("$4 = $4", 0),
            Within::Organization(id) => {
                ("users.id IN (SELECT user_id FROM memberships WHERE organization_id = $4)", id)
            }
            Within::Space(id) => ("users.id IN (SELECT user_id FROM space_members WHERE space_id = $4)", id),
            Within::Person(id) => ("users.id = $4", id),
            Within::FellowsOf(id) => (
                "(users.id IN (
                     SELECT fellow.user_id FROM memberships AS fellow
                     JOIN memberships AS own ON own.organization_id = fellow.organization_id WHERE own.user_id = $4)
                  OR users.id IN (
                     SELECT fellow.user_id FROM space_members AS fellow
                     JOIN space_members AS own ON own.space_id = fellow.space_id WHERE own.user_id = $4))",
                id,
            ),
        }
    }
}

/// Tells those of these people who are `within`, wherever they are connected, once the transaction has committed; gives how many of them there are. Disabled
/// accounts hear nothing.
pub async fn tell_people(
    transaction: &mut Transaction,
    user_ids: Vec<i64>,
    within: Within,
    notification: &Notification<'_>,
    now: Timestamp,
) -> Result<u64, AppStoreError> {
    let (list, ids) = ids_in(transaction.dialect(), 1, user_ids);
    let (condition, of) = within.condition();
    let sql = format!(
        "INSERT INTO cable_messages (user_id, body, created_at)
         SELECT users.id, CAST($2 AS TEXT), CAST($3 AS BIGINT)
         FROM users WHERE users.id IN ({list}) AND users.disabled_at IS NULL AND {}",
        condition.replace("$4", "CAST($4 AS BIGINT)")
    );
    let values = [ids, Value::Text(notification.body(now)), Value::Timestamp(now.as_microsecond()), Value::Int64(of)];
    transaction.execute(&sql, &values).await
}

impl Audience {
    /// The people it is; disabled accounts hear nothing.
    const fn people(self) -> (&'static str, i64) {
        match self {
            Audience::Person(user_id) => ("FROM users WHERE users.id = $1 AND users.disabled_at IS NULL", user_id),
            Audience::Organization(organization_id) => (
                "FROM memberships JOIN users ON users.id = memberships.user_id
                 WHERE memberships.organization_id = $1 AND users.disabled_at IS NULL",
                organization_id,
            ),
        }
    }

    /// The number of people.
    pub async fn size(self, transaction: &mut Transaction) -> Result<u64, AppStoreError> {
        let (people, id) = self.people();
        let rows = transaction.query(&format!("SELECT count(*) AS people {people}"), &[Value::Int64(id)]).await?;
        let count = Row::first(&rows).map(|row| row.integer("people")).transpose()?;
        Ok(count.and_then(|count| u64::try_from(count).ok()).unwrap_or_default())
    }

    /// Tells it, wherever its people are connected, once the transaction has committed; gives how many people it is.
    pub async fn tell(
        self,
        transaction: &mut Transaction,
        notification: &Notification<'_>,
        now: Timestamp,
    ) -> Result<u64, AppStoreError> {
        let (people, id) = self.people();
        let sql = format!(
            "INSERT INTO cable_messages (user_id, body, created_at)
             SELECT users.id, CAST($2 AS TEXT), CAST($3 AS BIGINT) {people}"
        );
        let values = [Value::Int64(id), Value::Text(notification.body(now)), Value::Timestamp(now.as_microsecond())];
        transaction.execute(&sql, &values).await
    }
}

/// True when a person is a member of an organization.
pub async fn is_member(
    transaction: &mut Transaction,
    organization_id: i64,
    user_id: i64,
) -> Result<bool, AppStoreError> {
    let sql = "SELECT 1 AS found FROM memberships WHERE organization_id = $1 AND user_id = $2";
    let rows = transaction.query(sql, &[Value::Int64(organization_id), Value::Int64(user_id)]).await?;
    Ok(Row::first(&rows).is_some())
}
