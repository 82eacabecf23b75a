//! People and organizations: making them, and what staff may do.

use crate::mail::is_address;
use crate::new_accounts::{NewAccount, NewAccounts};
use crate::{IdentityError, Passwords};
use jiff::Timestamp;
use quarry_contract::Secret;
use quarry_contract::entered_text::EnteredText;
use quarry_stores::app::{AppStore, AppStoreError, Row, Transaction};
use quarry_stores::result_set::Value;

/// The permissions that staff can have, by name.
pub const STAFF_PERMISSIONS: [&str; 7] =
    ["plans_manage", "modules_manage", "billing_manage", "audit_view", "orgs_manage", "users_manage", "editorial"];

/// The plan of a new personal organization.
const PERSONAL_PLAN: &str = "free";
const MAX_NAME_LENGTH: usize = 200;
const MAX_EMAIL_LENGTH: usize = 254;

/// The kind of an organization.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrganizationKind {
    /// One person's own; everybody has one.
    Personal,
    Institution,
}

impl OrganizationKind {
    pub fn name(self) -> &'static str {
        match self {
            OrganizationKind::Personal => "personal",
            OrganizationKind::Institution => "institution",
        }
    }
}

/// The role of a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    Owner,
    Admin,
    Member,
}

impl Role {
    pub fn name(self) -> &'static str {
        match self {
            Role::Owner => "owner",
            Role::Admin => "admin",
            Role::Member => "member",
        }
    }

    /// The role of that name.
    pub fn from_name(name: &str) -> Option<Role> {
        [Role::Owner, Role::Admin, Role::Member].into_iter().find(|role| role.name() == name)
    }
}

#[derive(Debug, Clone)]
pub struct NewUser {
    pub email: String,
    pub name: String,
    /// The password; `None` for a person who signs in by a provider only.
    pub password: Option<Secret>,
}

#[derive(Debug, Clone)]
pub struct NewOrganization {
    pub name: String,
    pub kind: OrganizationKind,
    pub plan_key: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CreatedUser {
    pub user_id: i64,
    /// The personal organization.
    pub organization_id: i64,
}

/// The people of a deployment. A clone shares the store and the password turns.
#[derive(Debug, Clone)]
pub struct Users {
    store: AppStore,
    passwords: Passwords,
}

impl Users {
    pub fn new(store: AppStore, passwords: Passwords) -> Users {
        Users { store, passwords }
    }

    /// Makes a person with a personal organization on the free plan: both or neither.
    pub async fn create_user(&self, new: NewUser, now: Timestamp) -> Result<CreatedUser, IdentityError> {
        let email = valid_email(&new.email)?;
        let name = &valid_name(&new.name)?;
        let password_hash = match new.password {
            Some(password) => Some(self.passwords.hash(password).await?),
            None => None,
        };
        let mut transaction = self.store.begin().await?;
        let accounts = NewAccounts::default();
        let created = insert_user(&mut transaction, &accounts, email, name, password_hash, now).await?;
        transaction.commit().await?;
        Ok(created)
    }

    /// The id of the user with this email, in any case.
    pub async fn find(&self, email: &str) -> Result<Option<i64>, AppStoreError> {
        let key = Value::Text(email.trim().to_lowercase());
        returned_id(self.store.query("SELECT id FROM users WHERE email_key = $1", &[key]).await)
    }

    /// Makes an organization with its first owner: both or neither. Gives its id.
    pub async fn create_organization(
        &self,
        new: &NewOrganization,
        owner_id: i64,
        now: Timestamp,
    ) -> Result<i64, IdentityError> {
        let new = &NewOrganization { name: valid_name(&new.name)?, ..new.clone() };
        let mut transaction = self.store.begin().await?;
        let organization_id = insert_organization(&mut transaction, new, now).await?;
        insert_member(&mut transaction, organization_id, owner_id, Role::Owner, now).await?;
        transaction.commit().await?;
        Ok(organization_id)
    }

    /// Adds a person to an organization.
    pub async fn add_member(
        &self,
        organization_id: i64,
        user_id: i64,
        role: Role,
        now: Timestamp,
    ) -> Result<(), IdentityError> {
        let mut transaction = self.store.begin().await?;
        insert_member(&mut transaction, organization_id, user_id, role, now).await?;
        Ok(transaction.commit().await?)
    }

    /// Gives a person one of [`STAFF_PERMISSIONS`]; giving it again changes nothing.
    pub async fn grant_permission(&self, email: &str, permission: &str) -> Result<(), IdentityError> {
        if !STAFF_PERMISSIONS.contains(&permission) {
            return Err(IdentityError::UnknownPermission {
                permission: permission.to_owned(),
                known: STAFF_PERMISSIONS.join(", "),
            });
        }
        let user_id = self.known(email).await?;
        self.store
            .execute(
                "INSERT INTO user_permissions (user_id, permission) VALUES ($1, $2)
                 ON CONFLICT (user_id, permission) DO NOTHING",
                &[Value::Int64(user_id), Value::Text(permission.to_owned())],
            )
            .await?;
        Ok(())
    }

    /// The id of a member of staff who has the permission.
    pub async fn with_permission(&self, email: &str, permission: &str) -> Result<i64, IdentityError> {
        let user_id = self.known(email).await?;
        let values = [Value::Int64(user_id), Value::Text(permission.to_owned())];
        let sql = "SELECT users.id FROM users JOIN user_permissions ON user_permissions.user_id = users.id
                   WHERE users.id = $1 AND user_permissions.permission = $2 AND users.disabled_at IS NULL";
        let found = returned_id(self.store.query(sql, &values).await)?;
        let (email, permission) = (email.to_owned(), permission.to_owned());
        found.ok_or(IdentityError::WithoutPermission { email, permission })
    }

    /// Gives a person the platform tier `alpha`, which sees what is not open to everybody yet.
    pub async fn grant_alpha(&self, email: &str) -> Result<(), IdentityError> {
        let user_id = self.known(email).await?;
        self.store.execute("UPDATE users SET platform_tier = 'alpha' WHERE id = $1", &[Value::Int64(user_id)]).await?;
        Ok(())
    }

    async fn known(&self, email: &str) -> Result<i64, IdentityError> {
        let found = self.find(email).await?;
        found.ok_or_else(|| IdentityError::UnknownUser { email: email.to_owned() })
    }
}

/// A person with a personal organization on the free plan, and with what components do with a new account.
pub(super) async fn insert_user(
    transaction: &mut Transaction,
    accounts: &NewAccounts,
    email: &str,
    name: &str,
    password_hash: Option<String>,
    now: Timestamp,
) -> Result<CreatedUser, IdentityError> {
    let inserted = transaction
        .query(
            "INSERT INTO users (email, email_key, name, password_hash, created_at)
             VALUES ($1, $2, $3, $4, $5) RETURNING id",
            &[
                Value::Text(email.to_owned()),
                Value::Text(email.to_lowercase()),
                Value::Text(name.to_owned()),
                password_hash.map_or(Value::Null, Value::Text),
                Value::Timestamp(now.as_microsecond()),
            ],
        )
        .await;
    let user_id = match inserted {
        Err(error) if error.is_unique_violation() => {
            return Err(IdentityError::EmailTaken { email: email.to_owned() });
        }
        inserted => returned_id(inserted)?.ok_or_else(no_row)?,
    };
    let personal =
        NewOrganization { name: name.to_owned(), kind: OrganizationKind::Personal, plan_key: PERSONAL_PLAN.to_owned() };
    let organization_id = insert_organization(transaction, &personal, now).await?;
    insert_member(transaction, organization_id, user_id, Role::Owner, now).await?;
    let account = NewAccount { user_id, name: name.to_owned(), created_at: now.as_microsecond() };
    accounts.prepare_in(transaction, &account).await?;
    Ok(CreatedUser { user_id, organization_id })
}

async fn insert_organization(
    transaction: &mut Transaction,
    new: &NewOrganization,
    now: Timestamp,
) -> Result<i64, IdentityError> {
    let inserted = transaction
        .query(
            "INSERT INTO organizations (name, kind, plan_key, created_at)
             SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), plans.key, CAST($3 AS BIGINT) FROM plans WHERE plans.key = $4
             RETURNING id",
            &[
                Value::Text(new.name.clone()),
                Value::Text(new.kind.name().to_owned()),
                Value::Timestamp(now.as_microsecond()),
                Value::Text(new.plan_key.clone()),
            ],
        )
        .await;
    returned_id(inserted)?.ok_or_else(|| IdentityError::UnknownPlan { plan_key: new.plan_key.clone() })
}

async fn insert_member(
    transaction: &mut Transaction,
    organization_id: i64,
    user_id: i64,
    role: Role,
    now: Timestamp,
) -> Result<(), IdentityError> {
    let inserted = transaction
        .execute(
            "INSERT INTO memberships (organization_id, user_id, role, created_at) VALUES ($1, $2, $3, $4)",
            &[
                Value::Int64(organization_id),
                Value::Int64(user_id),
                Value::Text(role.name().to_owned()),
                Value::Timestamp(now.as_microsecond()),
            ],
        )
        .await;
    match inserted {
        Err(error) if error.is_unique_violation() => Err(IdentityError::AlreadyAMember { organization_id, user_id }),
        inserted => Ok(inserted.map(|_| ())?),
    }
}

/// Makes a person a member, unless they are one already; tells whether they were not.
pub(super) async fn join(
    transaction: &mut Transaction,
    organization_id: i64,
    user_id: i64,
    role: Role,
    now: Timestamp,
) -> Result<bool, AppStoreError> {
    // Refused by the statement itself: on PostgreSQL an error would end the transaction.
    let sql = "INSERT INTO memberships (organization_id, user_id, role, created_at) VALUES ($1, $2, $3, $4)
               ON CONFLICT (organization_id, user_id) DO NOTHING";
    let values = [
        Value::Int64(organization_id),
        Value::Int64(user_id),
        Value::Text(role.name().to_owned()),
        Value::Timestamp(now.as_microsecond()),
    ];
    Ok(transaction.execute(sql, &values).await? > 0)
}

/// The column `id` of the first row, if there is one.
fn returned_id(
    rows: Result<quarry_stores::result_set::ResultSet, AppStoreError>,
) -> Result<Option<i64>, AppStoreError> {
    let rows = rows?;
    Row::first(&rows).map(|row| row.integer("id")).transpose()
}

fn no_row() -> AppStoreError {
    AppStoreError::UnexpectedColumn { column: "id".to_owned(), problem: "was not returned by the INSERT".to_owned() }
}

/// An address of a dotted host that an email can be sent to, as the mail sender judges it; whether mail arrives shows only when an
/// email is sent.
pub(super) fn valid_email(email: &str) -> Result<&str, IdentityError> {
    let email = email.trim();
    let is_valid = email.len() <= MAX_EMAIL_LENGTH
        && !email.contains(char::is_whitespace)
        && EnteredText::Line.read(email).is_ok()
        && email.rsplit_once('@').is_some_and(|(_, host)| host.contains('.'))
        && is_address(email);
    if is_valid { Ok(email) } else { Err(IdentityError::InvalidEmail { email: email.to_owned() }) }
}

pub(super) fn valid_name(name: &str) -> Result<String, IdentityError> {
    let name = EnteredText::Line.read(name)?;
    let length = name.chars().count();
    if (1..=MAX_NAME_LENGTH).contains(&length) {
        Ok(name)
    } else {
        Err(IdentityError::InvalidName { length, limit: MAX_NAME_LENGTH })
    }
}
