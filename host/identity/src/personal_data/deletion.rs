//! Deleting an account: what would happen, and doing it.

use crate::AccountHolder;
use crate::jobs::HostJob;
use crate::mail::send_mail;
use crate::personal_data::export::object_key;
use crate::personal_data::known_rows::KnownRows;
use crate::personal_data::webhooks_left;
use crate::personal_data::{Erasing, KeptBack, OwnedOrganization, PersonalData, PersonalDataError, PersonalRows};
use jiff::Timestamp;
use quarry_contract::Caller;
use quarry_stores::app::{AppStoreError, OwnNames, Row, Tenant, Transaction};
use quarry_stores::result_set::{ResultSet, Value};
use serde_json::json;
use std::time::{Duration, Instant};

/// Organizations of one person that are looked at; nobody has as many.
const MAX_ORGANIZATIONS: i64 = 1_000;
/// The time that the statements have of components that are no part of the service, together.
const TIME_OF_OTHERS: Duration = Duration::from_secs(2);

/// The person's own organizations that have other members, and no other owner among them.
const OWNED_WITH_OTHERS: &str = "
    SELECT organizations.id, organizations.name FROM organizations
    JOIN memberships AS mine ON mine.organization_id = organizations.id
    WHERE mine.user_id = $1 AND mine.role = 'owner'
      AND EXISTS (SELECT 1 FROM memberships AS other
                  WHERE other.organization_id = organizations.id AND other.user_id <> $1)
      AND NOT EXISTS (SELECT 1 FROM memberships AS other
                      WHERE other.organization_id = organizations.id AND other.user_id <> $1 AND other.role = 'owner')
    ORDER BY organizations.id LIMIT $2";

/// The organizations in which nobody else is.
const ALONE: &str = "
    SELECT organizations.id, organizations.name FROM organizations
    JOIN memberships AS mine ON mine.organization_id = organizations.id
    WHERE mine.user_id = $1
      AND NOT EXISTS (SELECT 1 FROM memberships AS other
                      WHERE other.organization_id = organizations.id AND other.user_id <> $1)
    ORDER BY organizations.id LIMIT $2";

/// The institutions that the person belongs to, whose memberships others change too.
const SHARED: &str = "
    SELECT organizations.id FROM organizations
    JOIN memberships ON memberships.organization_id = organizations.id
    WHERE memberships.user_id = $1 AND organizations.kind = 'institution'
    ORDER BY organizations.id LIMIT $2";

/// Rows that outlive the account, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// The data that stays, in words.
    pub thing: String,
    pub table: String,
    pub reason: String,
}

/// The effects of deleting an account.
#[derive(Debug, Clone, PartialEq)]
pub struct Deletion {
    /// To be handed over first: the person alone owns them, and they have other members.
    pub owned_with_others: Vec<OwnedOrganization>,
    /// Further reasons that keep the account for now.
    pub kept_back: Vec<KeptBack>,
    /// They go with the account: nobody else is in them.
    pub removed_organizations: Vec<OwnedOrganization>,
    /// Things of the person that are removed, or no longer name the person, in words.
    pub removed: Vec<String>,
    pub kept: Vec<Kept>,
}

impl PersonalData {
    /// Tells what [`PersonalData::delete_account`] would do now.
    pub async fn plan_deletion(&self, user_id: i64) -> Result<Deletion, PersonalDataError> {
        let known = self.rows_of(user_id).await?;
        let values = [Value::Int64(user_id), Value::Int64(MAX_ORGANIZATIONS)];
        let owned_with_others = organizations(&self.store.query(OWNED_WITH_OTHERS, &values).await?)?;
        let removed_organizations = organizations(&self.store.query(ALONE, &values).await?)?;
        let kept_back = self.kept_back(user_id).await?;
        Ok(Deletion { kept_back, ..deletion(owned_with_others, removed_organizations, &known) })
    }

    /// Deletes the account with all that is held of the person, but for what is kept; all at once or not at all. The person
    /// gets a last email. Rows that a component which is no part of the service fails to remove are kept, and said to be.
    pub async fn delete_account(&self, holder: &AccountHolder, now: Timestamp) -> Result<Deletion, PersonalDataError> {
        let user_id = holder.user_id();
        let mut known = self.rows_of(user_id).await?;
        if !known.unknown.is_empty() {
            return Err(PersonalDataError::NotLoaded(known.unknown.join(", ")));
        }
        if let Some(kept) = self.kept_back_by_others(user_id).await?.into_iter().next() {
            // Staff see who keeps people here, and how often.
            let mut transaction = self.store.begin().await?;
            let details = json!({ "reason": kept.sentence });
            holder.record(&mut transaction, "account.kept", details, now).await?;
            transaction.commit().await?;
            return Err(PersonalDataError::KeptBack(Box::new(kept)));
        }
        loop {
            match self.delete_with(holder, &known, now).await {
                Ok(deletion) => break Ok(deletion),
                Err(Undone::Whole(error)) => break Err(error),
                Err(Undone::By(component)) => leave_out(&mut known.rows, component.as_deref()),
            }
        }
    }

    async fn delete_with(&self, holder: &AccountHolder, known: &KnownRows, now: Timestamp) -> Result<Deletion, Undone> {
        let (user_id, rows) = (holder.user_id(), known.rows.as_slice());
        let mut transaction = self.store.begin().await?;
        let values = [Value::Int64(user_id), Value::Int64(MAX_ORGANIZATIONS)];
        lock_shared(&mut transaction, &values).await?;
        let owned_with_others = organizations(&transaction.query(OWNED_WITH_OTHERS, &values).await?)?;
        if !owned_with_others.is_empty() {
            return Err(PersonalDataError::OwnsOrganizations(owned_with_others).into());
        }
        self.lock_and_check(&mut transaction, user_id).await?;
        let alone = organizations(&transaction.query(ALONE, &values).await?)?;
        let deletion = deletion(Vec::new(), alone, known);
        let letter = holder.farewell(&self.letters, now).map_err(PersonalDataError::from)?;
        webhooks_left::tell(&mut transaction, holder, now).await?;
        erase_by_others(&mut transaction, rows).await?;
        erase(&mut transaction, user_id, &deletion.removed_organizations, rows).await?;
        let kept: Vec<&str> = deletion.kept.iter().map(|kept| kept.table.as_str()).collect();
        let organizations: Vec<i64> = deletion.removed_organizations.iter().map(|removed| removed.id).collect();
        let details = json!({ "kept": kept, "removed_organizations": organizations });
        holder.record_deletion(&mut transaction, details, now).await.map_err(PersonalDataError::from)?;
        send_mail(&mut transaction, &Caller::Nobody, &letter, now).await?;
        let has_others =
            rows.iter().any(|table| !table.is_first_party && matches!(table.erasing, Erasing::Statement(_)));
        transaction.commit().await.map_err(|error| match has_others && !error.is_unavailable() {
            // A constraint that is looked at when the transaction ends.
            true => Undone::By(None),
            false => Undone::Whole(error.into()),
        })?;
        self.sessions.forget_confirmed();
        // What is left of it otherwise goes when its time is over.
        if let Err(error) = self.objects.remove(<dyn HostJob>::COMPONENT, &object_key(user_id)).await {
            tracing::warn!(%error, user_id, "the export of a deleted account could not be removed; it expires by itself");
        }
        Ok(deletion)
    }
}

/// The reason why a deletion was undone.
enum Undone {
    Whole(PersonalDataError),
    /// A component that is no part of the service failed to remove its rows; none: one of them.
    By(Option<String>),
}

impl From<PersonalDataError> for Undone {
    fn from(error: PersonalDataError) -> Undone {
        Undone::Whole(error)
    }
}

impl From<AppStoreError> for Undone {
    fn from(error: AppStoreError) -> Undone {
        Undone::Whole(error.into())
    }
}

/// Leaves what the component holds of the person where it is; none: what every component holds that is no part of the service.
fn leave_out(rows: &mut [PersonalRows], component: Option<&str>) {
    for table in rows.iter_mut().filter(|table| !table.is_first_party) {
        if component.is_none_or(|component| component == table.owner) && matches!(table.erasing, Erasing::Statement(_))
        {
            let reason = format!("The component {} failed to remove them: ask the operator to.", table.owner);
            table.erasing = Erasing::Kept(reason);
        }
    }
}

/// Removes what components hold of the person that are no part of the service.
async fn erase_by_others(transaction: &mut Transaction, rows: &[PersonalRows]) -> Result<(), Undone> {
    let ends = Instant::now() + TIME_OF_OTHERS;
    for table in rows.iter().filter(|table| !table.is_first_party) {
        let Erasing::Statement(statement) = &table.erasing else { continue };
        let time = ends.saturating_duration_since(Instant::now());
        let erased = tokio::time::timeout(time, transaction.execute(&statement.sql, &statement.values)).await;
        let reason = match erased {
            Ok(Ok(_)) => continue,
            Ok(Err(error)) if error.is_down() => return Err(error.into()),
            Ok(Err(error)) => error.to_string(),
            Err(_) => format!("all of them together have {} s, which are over", TIME_OF_OTHERS.as_secs()),
        };
        let (component, table_name) = (table.owner.as_str(), table.table.as_str());
        tracing::error!(
            component,
            table = table_name,
            reason,
            "a component failed to remove a person's rows: the account goes without it, and the rows stay until an operator removes them"
        );
        return Err(Undone::By(Some(table.owner.clone())));
    }
    Ok(())
}

/// Locks the memberships of the person's institutions until the transaction ends. Other changes of them wait for this one, and
/// this one waits for those that began before: of two owners who leave together the second sees that nobody else is left. The
/// locks are always taken in one order, so that two transactions never wait for each other.
async fn lock_shared(transaction: &mut Transaction, person: &[Value]) -> Result<(), AppStoreError> {
    let rows = transaction.query(SHARED, person).await?;
    for row in Row::all(&rows) {
        transaction.lock_tenant(Tenant::organization(row.integer("id")?), true).await?;
    }
    Ok(())
}

async fn erase(
    transaction: &mut Transaction,
    user_id: i64,
    alone: &[OwnedOrganization],
    rows: &[PersonalRows],
) -> Result<(), AppStoreError> {
    for organization in alone {
        let id = [Value::Int64(organization.id)];
        transaction.execute("DELETE FROM organizations WHERE id = $1", &id).await?;
    }
    // An invitation names the person by the address it was mailed to.
    let invited = "DELETE FROM invitations WHERE email_key = (SELECT email_key FROM users WHERE id = $1)";
    transaction.execute(invited, &[Value::Int64(user_id)]).await?;
    // Entries about the account itself have names and addresses; those of organizations are theirs.
    let told = "UPDATE audit_entries SET before = NULL, after = NULL
                WHERE actor_user_id = $1 AND (organization_id IS NULL OR component = 'host')";
    transaction.execute(told, &[Value::Int64(user_id)]).await?;
    for table in rows.iter().filter(|table| table.is_first_party) {
        if let Erasing::Statement(statement) = &table.erasing {
            transaction.execute(&statement.sql, &statement.values).await?;
        }
    }
    Ok(())
}

fn organizations(rows: &ResultSet) -> Result<Vec<OwnedOrganization>, AppStoreError> {
    Row::all(rows).map(|row| Ok(OwnedOrganization { id: row.integer("id")?, name: row.text("name")? })).collect()
}

fn deletion(
    owned_with_others: Vec<OwnedOrganization>,
    removed_organizations: Vec<OwnedOrganization>,
    known: &KnownRows,
) -> Deletion {
    let (mut removed, mut kept): (Vec<String>, Vec<Kept>) = (Vec::new(), Vec::new());
    for table in &known.rows {
        match &table.erasing {
            Erasing::Statement(_) if removed.contains(&table.thing) => {}
            Erasing::Statement(_) => removed.push(table.thing.clone()),
            Erasing::Kept(reason) => {
                let (thing, table) = (table.thing.clone(), table.table.clone());
                kept.push(Kept { thing, table, reason: reason.clone() });
            }
        }
    }
    kept.extend(known.unknown_others.iter().map(|component| Kept {
        thing: format!("what the component {component} holds of you"),
        table: format!("{}*", OwnNames::of(component).prefix()),
        reason: format!("The component {component} is not loaded, so nobody can remove it: ask the operator to."),
    }));
    Deletion { owned_with_others, kept_back: Vec::new(), removed_organizations, removed, kept }
}
