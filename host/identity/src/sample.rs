//! A sample organization with two keys, so that a first request works right after the first start.
//!
//! A key cannot be shown again, so the two stand in a file that only its owner can read. A later start takes them from
//! there as long as they work; otherwise it revokes them and mints new ones.

use crate::{IdentityError, Keys, NewKey, NewOrganization, NewUser, OrganizationKind, Passwords, Users};
use jiff::Timestamp;
use quarry_contract::{Scope, Secret};
use quarry_stores::app::{AppStore, AppStoreError, Row};
use quarry_stores::result_set::Value;
use std::io;
use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};
use thiserror::Error;
use tokio::io::AsyncWriteExt;

/// Address of the account that minted the sample keys.
pub const KEY_HOLDER_EMAIL: &str = "sample@quarry.example";
const PERSON: &str = "Sample Researcher";
const ORGANIZATION: &str = "Sample Research";
const PLAN: &str = "team";
const READ_KEY: &str = "read";
const FULL_KEY: &str = "full";

/// The way in for a first request.
#[derive(Debug, Clone)]
pub struct SampleAccess {
    /// A key with the scope `read`.
    pub read: Secret,
    /// A key with every scope.
    pub full: Secret,
    pub organization_id: i64,
}

#[derive(Debug, Error)]
pub enum SampleError {
    #[error(transparent)]
    Identity(#[from] IdentityError),
    #[error("the file of the sample's secrets, {file}, cannot be written", file = file.display())]
    File { file: PathBuf, source: io::Error },
}

impl From<AppStoreError> for SampleError {
    fn from(error: AppStoreError) -> SampleError {
        SampleError::Identity(IdentityError::Store(error))
    }
}

/// Makes the sample organization where it is missing and gives its two keys, the stored ones as long as they work.
/// `file` holds them as JSON, mode 0600; its folder must exist.
pub async fn seed_sample(
    store: &AppStore,
    keys: &Keys,
    file: &Path,
    now: Timestamp,
) -> Result<SampleAccess, SampleError> {
    let (organization_id, user_id) = sample_organization(store, now).await?;
    if let Some((read, full)) = stored_keys(file).await
        && works(keys, &read, organization_id, now).await
        && works(keys, &full, organization_id, now).await
    {
        return Ok(SampleAccess { read, full, organization_id });
    }
    for record in keys.list(organization_id).await? {
        if record.revoked_at.is_none() && [READ_KEY, FULL_KEY].contains(&record.name.as_str()) {
            keys.revoke(record.id, now).await?;
        }
    }
    let mint = async |name: &str, scopes: Vec<Scope>| {
        let new = NewKey {
            organization_id,
            user_id,
            name: name.to_owned(),
            scopes,
            ip_allow_list: Vec::new(),
            expires_at: None,
        };
        keys.mint(new, now).await.map(|(_, secret)| secret)
    };
    let read = mint(READ_KEY, vec![Scope::Read]).await?;
    let full = mint(FULL_KEY, vec![Scope::Read, Scope::ResearchWrite, Scope::Exports]).await?;
    let text = serde_json::json!({ READ_KEY: read.expose(), FULL_KEY: full.expose() }).to_string();
    write_file(file, &text).await.map_err(|source| SampleError::File { file: file.to_owned(), source })?;
    Ok(SampleAccess { read, full, organization_id })
}

/// The organization and its one user.
async fn sample_organization(store: &AppStore, now: Timestamp) -> Result<(i64, i64), SampleError> {
    let users = Users::new(store.clone(), Passwords::default());
    let user_id = match users.find(KEY_HOLDER_EMAIL).await? {
        Some(user_id) => user_id,
        None => {
            let new = NewUser { email: KEY_HOLDER_EMAIL.to_owned(), name: PERSON.to_owned(), password: None };
            users.create_user(new, now).await?.user_id
        }
    };
    let rows = store
        .query(
            "SELECT organizations.id FROM organizations
             JOIN memberships ON memberships.organization_id = organizations.id
             WHERE memberships.user_id = $1 AND organizations.name = $2 AND organizations.kind = 'institution'
             ORDER BY organizations.id LIMIT 1",
            &[Value::Int64(user_id), Value::Text(ORGANIZATION.to_owned())],
        )
        .await?;
    if let Some(row) = Row::first(&rows) {
        return Ok((row.integer("id")?, user_id));
    }
    let new = NewOrganization {
        name: ORGANIZATION.to_owned(),
        kind: OrganizationKind::Institution,
        plan_key: PLAN.to_owned(),
    };
    Ok((users.create_organization(&new, user_id, now).await?, user_id))
}

async fn works(keys: &Keys, key: &Secret, organization_id: i64, now: Timestamp) -> bool {
    let found = keys.authenticate(key.expose(), IpAddr::V4(Ipv4Addr::LOCALHOST), now).await;
    found.is_ok_and(|caller| caller.organization_id == organization_id)
}

/// The keys of an earlier start; none when the file is missing or cannot be read: then new ones are minted.
async fn stored_keys(file: &Path) -> Option<(Secret, Secret)> {
    let text = tokio::fs::read(file).await.ok()?;
    let stored: serde_json::Value = serde_json::from_slice(&text).ok()?;
    let key = |name: &str| stored.get(name)?.as_str().map(Secret::new);
    Some((key(READ_KEY)?, key(FULL_KEY)?))
}

/// Written beside and renamed over, so that a reader sees the old secrets or the new ones.
pub(super) async fn write_file(file: &Path, text: &str) -> io::Result<()> {
    let draft = file.with_extension("draft");
    match tokio::fs::remove_file(&draft).await {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut opened = tokio::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(&draft).await?;
    opened.write_all(text.as_bytes()).await?;
    opened.sync_all().await?;
    tokio::fs::rename(&draft, file).await
}
