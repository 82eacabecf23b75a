//! The people of the sample organization: a member of staff, an admin and a member, who can sign in right after the first
//! start.
//!
//! Their passwords stand in a file that only its owner can read. A later start takes them from there as long as they work;
//! otherwise it gives new ones.

use crate::sample::{SampleError, write_file};
use crate::{NewUser, Passwords, Role, STAFF_PERMISSIONS, Users};
use jiff::Timestamp;
use quarry_contract::Secret;
use quarry_stores::app::{AppStore, Row};
use quarry_stores::result_set::Value;
use rand::RngExt;
use rand::distr::Alphanumeric;
use serde_json::{Map, Value as Json};
use std::path::Path;

const PASSWORD_LENGTH: usize = 20;

/// Somebody who can sign in.
#[derive(Debug, Clone)]
pub struct SamplePerson {
    /// `staff`, `admin` or `member`.
    pub kind: &'static str,
    pub email: &'static str,
    pub password: Secret,
}

struct Part {
    kind: &'static str,
    email: &'static str,
    name: &'static str,
    role: Role,
}

const PARTS: [Part; 3] = [
    Part { kind: "staff", email: "staff@quarry.example", name: "Sample Staff", role: Role::Member },
    Part { kind: "admin", email: "admin@quarry.example", name: "Sample Admin", role: Role::Admin },
    Part { kind: "member", email: "member@quarry.example", name: "Sample Member", role: Role::Member },
];

/// Makes the people where they are missing, and gives their passwords. `file` holds them as JSON, mode 0600; its folder must
/// exist.
pub async fn seed_sample_people(
    store: &AppStore,
    organization_id: i64,
    file: &Path,
    now: Timestamp,
) -> Result<Vec<SamplePerson>, SampleError> {
    let passwords = Passwords::default();
    let users = Users::new(store.clone(), passwords.clone());
    let stored = stored_passwords(file).await;
    let mut people = Vec::with_capacity(PARTS.len());
    for part in PARTS {
        let kept = stored.get(part.kind).and_then(Json::as_str).map(Secret::new);
        let password = match kept {
            Some(kept) if works(store, &passwords, part.email, &kept).await? => kept,
            _ => give_password(store, &users, &passwords, &part, now).await?,
        };
        settle(store, &users, organization_id, &part, now).await?;
        people.push(SamplePerson { kind: part.kind, email: part.email, password });
    }
    let written: Map<String, Json> =
        people.iter().map(|person| (person.kind.to_owned(), person.password.expose().into())).collect();
    if written != stored {
        let text = Json::Object(written).to_string();
        write_file(file, &text).await.map_err(|source| SampleError::File { file: file.to_owned(), source })?;
    }
    Ok(people)
}

async fn works(store: &AppStore, passwords: &Passwords, email: &str, password: &Secret) -> Result<bool, SampleError> {
    let sql = "SELECT password_hash FROM users WHERE email_key = $1";
    let rows = store.query(sql, &[Value::Text(email.to_owned())]).await?;
    let hash = Row::first(&rows).map(|row| row.optional_text("password_hash")).transpose()?.flatten();
    match hash {
        Some(hash) => Ok(passwords.verify(password.clone(), &hash).await.is_ok_and(|is_right| is_right)),
        None => Ok(false),
    }
}

/// A new password for a person, who is made where they are missing.
async fn give_password(
    store: &AppStore,
    users: &Users,
    passwords: &Passwords,
    part: &Part,
    now: Timestamp,
) -> Result<Secret, SampleError> {
    let random = rand::rng().sample_iter(Alphanumeric).take(PASSWORD_LENGTH).map(char::from);
    let password = Secret::new(random.collect::<String>());
    match users.find(part.email).await? {
        Some(user_id) => {
            let hash = passwords.hash(password.clone()).await.map_err(crate::IdentityError::from)?;
            let sql = "UPDATE users SET password_hash = $1 WHERE id = $2";
            store.execute(sql, &[Value::Text(hash), Value::Int64(user_id)]).await?;
        }
        None => {
            let password = Some(password.clone());
            let new = NewUser { email: part.email.to_owned(), name: part.name.to_owned(), password };
            users.create_user(new, now).await?;
        }
    }
    Ok(password)
}

/// The place in the organization, and what staff may do; giving either again changes nothing.
async fn settle(
    store: &AppStore,
    users: &Users,
    organization_id: i64,
    part: &Part,
    now: Timestamp,
) -> Result<(), SampleError> {
    let sql = "INSERT INTO memberships (organization_id, user_id, role, created_at)
               SELECT CAST($1 AS BIGINT), users.id, CAST($2 AS TEXT), CAST($3 AS BIGINT) FROM users
               WHERE users.email_key = $4
               ON CONFLICT (organization_id, user_id) DO NOTHING";
    let values = [
        Value::Int64(organization_id),
        Value::Text(part.role.name().to_owned()),
        Value::Timestamp(now.as_microsecond()),
        Value::Text(part.email.to_owned()),
    ];
    store.execute(sql, &values).await?;
    if part.kind == "staff" {
        for permission in STAFF_PERMISSIONS {
            users.grant_permission(part.email, permission).await?;
        }
        users.grant_alpha(part.email).await?;
    }
    Ok(())
}

/// The passwords of an earlier start; none when the file is missing or cannot be read: then there are new ones.
async fn stored_passwords(file: &Path) -> Map<String, Json> {
    let Ok(text) = tokio::fs::read(file).await else { return Map::new() };
    serde_json::from_slice(&text).unwrap_or_default()
}
