//! The identity provider of an organization: saved and tested by its admins.

use crate::organizations::authority::{Manager, guardian, manager};
use crate::outbound::{NameLookup, NameLookupError};
use crate::outbox::{AuditEntry, Origin, record_audit_entry};
use crate::{Finding, OrganizationError, Providers};
use jiff::Timestamp;
use quarry_contract::{PersonCaller, Secret};
use quarry_stores::app::{AppStore, AppStoreError, Row, Transaction};
use quarry_stores::result_set::Value;
use serde_json::{Value as Json, json};

const MAX_ISSUER_BYTES: usize = 2_048;
const MAX_CLIENT_ID_BYTES: usize = 256;
const MAX_SECRET_BYTES: usize = 1_024;

/// The providers of organizations. A clone shares the store and what is known of the providers.
#[derive(Clone)]
pub struct SingleSignOn {
    store: AppStore,
    providers: Providers,
    names: NameLookup,
}

/// The fields to change. Fields that are left out stay.
#[derive(Debug, Clone, Default)]
pub struct SingleSignOnChange {
    pub issuer: Option<String>,
    pub client_id: Option<String>,
    pub client_secret: Option<Secret>,
    pub is_enabled: Option<bool>,
}

/// The stored settings.
struct Settings {
    issuer: String,
    client_id: String,
    sealed_secret: Vec<u8>,
    is_enabled: bool,
}

impl SingleSignOn {
    pub fn new(store: AppStore, providers: Providers, names: NameLookup) -> SingleSignOn {
        SingleSignOn { store, providers, names }
    }

    /// Saves the provider of an organization. It is felt by the next sign-in, on every host.
    pub async fn save(
        &self,
        person: &PersonCaller,
        origin: Origin<'_>,
        organization_id: i64,
        change: SingleSignOnChange,
        now: Timestamp,
    ) -> Result<(), OrganizationError> {
        if let Some(issuer) = &change.issuer {
            // A caller who may not save it causes no name lookup, and no transaction is open during a lookup.
            let mut transaction = self.store.begin().await?;
            guardian(&mut transaction, person, organization_id, now).await?;
            drop(transaction);
            self.check_issuer(issuer.trim()).await?;
        }
        let mut transaction = self.store.begin().await?;
        let managed = guardian(&mut transaction, person, organization_id, now).await?;
        let stored = settings(&mut transaction, organization_id).await?;
        let secret_changes = change.client_secret.is_some();
        let settings = self.merged(&managed, stored.as_ref(), change)?;
        if settings.is_enabled && verified_domain(&mut transaction, organization_id).await?.is_none() {
            return Err(invalid(
                "enabled",
                "People can sign in there once the organization's email domain is verified: verify it first.",
            ));
        }
        // A test covers these settings. The switch that lets people sign in there is not one of them.
        let stays_tested = !secret_changes
            && stored
                .as_ref()
                .is_some_and(|stored| (&stored.issuer, &stored.client_id) == (&settings.issuer, &settings.client_id));
        let sql =
            "INSERT INTO organization_single_sign_on (organization_id, issuer, client_id, client_secret, is_enabled,
                                                            tested_at, updated_at)
                   VALUES ($1, $2, $3, $4, $5, NULL, $6)
                   ON CONFLICT (organization_id) DO UPDATE
                   SET issuer = excluded.issuer, client_id = excluded.client_id, client_secret = excluded.client_secret,
                       is_enabled = excluded.is_enabled, updated_at = excluded.updated_at,
                       tested_at = CASE WHEN $7 THEN organization_single_sign_on.tested_at END";
        let values = [
            Value::Int64(organization_id),
            Value::Text(settings.issuer.clone()),
            Value::Text(settings.client_id.clone()),
            Value::Bytes(settings.sealed_secret.clone()),
            Value::Boolean(settings.is_enabled),
            Value::Timestamp(now.as_microsecond()),
            Value::Boolean(stays_tested),
        ];
        transaction.execute(sql, &values).await?;
        let mut after = settings.shown();
        after["client_secret_changed"] = secret_changes.into();
        let entry = AuditEntry {
            organization_id: Some(organization_id),
            action: "single_sign_on.saved".to_owned(),
            target_type: "organization".to_owned(),
            target_id: organization_id.to_string(),
            before: stored.map(|stored| stored.shown().to_string()),
            after: Some(after.to_string()),
        };
        record_audit_entry(&mut transaction, origin, &entry, now).await?;
        Ok(transaction.commit().await?)
    }

    /// Looks at the stored provider as a sign-in would, past all that is remembered of it.
    pub async fn test(
        &self,
        person: &PersonCaller,
        origin: Origin<'_>,
        organization_id: i64,
        now: Timestamp,
    ) -> Result<Vec<Finding>, OrganizationError> {
        let mut transaction = self.store.begin().await?;
        manager(&mut transaction, person, organization_id).await?;
        let unknown = OrganizationError::Unknown { what: "identity provider of organization", id: organization_id };
        let settings = settings(&mut transaction, organization_id).await?.ok_or(unknown)?;
        let domain = verified_domain(&mut transaction, organization_id).await?;
        // Nothing else is waited for while a transaction is open.
        drop(transaction);
        let mut findings = self.providers.probe(&settings.issuer).await;
        findings.push(match domain {
            Some(domain) => Finding {
                is_good: true,
                sentence: format!("The domain {domain} is verified: people of it can sign in."),
            },
            None => Finding {
                is_good: false,
                sentence: "No email domain is verified, so nobody can sign in: verify it.".to_owned(),
            },
        });
        if !settings.is_enabled {
            findings
                .push(Finding { is_good: true, sentence: "It is not enabled yet: nobody signs in there.".to_owned() });
        }
        let is_good = findings.iter().all(|finding| finding.is_good);
        let mut transaction = self.store.begin().await?;
        // Asked again: the role may have gone while the provider was asked.
        manager(&mut transaction, person, organization_id).await?;
        let sql = "UPDATE organization_single_sign_on SET tested_at = CAST($1 AS BIGINT)
                   WHERE organization_id = $2 AND issuer = $3 AND client_id = $4";
        let tested_at = if is_good { Value::Timestamp(now.as_microsecond()) } else { Value::Null };
        let values =
            [tested_at, Value::Int64(organization_id), Value::Text(settings.issuer), Value::Text(settings.client_id)];
        transaction.execute(sql, &values).await?;
        let entry = AuditEntry {
            organization_id: Some(organization_id),
            action: "single_sign_on.tested".to_owned(),
            target_type: "organization".to_owned(),
            target_id: organization_id.to_string(),
            before: None,
            after: Some(json!({ "passed": is_good }).to_string()),
        };
        record_audit_entry(&mut transaction, origin, &entry, now).await?;
        transaction.commit().await?;
        Ok(findings)
    }

    /// An https address that leads to public addresses.
    async fn check_issuer(&self, issuer: &str) -> Result<(), OrganizationError> {
        if issuer.len() > MAX_ISSUER_BYTES {
            return Err(invalid("issuer", "An issuer's address has at most 2048 bytes."));
        }
        match url::Url::parse(issuer) {
            Ok(url) if url.query().is_none() && url.fragment().is_none() => {}
            Ok(_) => return Err(invalid("issuer", "An issuer's address has neither a query nor a fragment.")),
            Err(_) => return Err(invalid("issuer", "This is not a URL: write one such as https://login.example.org.")),
        }
        self.names.check_url(issuer).await.map_err(|error| match error {
            NameLookupError::NoAnswer | NameLookupError::Setup(_) => {
                invalid("issuer", "Its name cannot be looked up at the moment: try again shortly.")
            }
            error => OrganizationError::Invalid { field: "issuer", sentence: format!("It cannot be used: {error}.") },
        })
    }

    /// The settings to store.
    fn merged(
        &self,
        managed: &Manager,
        stored: Option<&Settings>,
        change: SingleSignOnChange,
    ) -> Result<Settings, OrganizationError> {
        if !managed.is_institution {
            return Err(OrganizationError::Forbidden("A personal organization has no identity provider."));
        }
        let given = |text: Option<String>| text.map(|text| text.trim().to_owned());
        let issuer = given(change.issuer).or_else(|| stored.map(|stored| stored.issuer.clone()));
        let issuer = issuer
            .ok_or_else(|| invalid("issuer", "Give the provider's address, such as https://login.example.org."))?;
        let client_id = given(change.client_id).or_else(|| stored.map(|stored| stored.client_id.clone()));
        let client_id = client_id.filter(|id| (1..=MAX_CLIENT_ID_BYTES).contains(&id.len()));
        let client_id = client_id.ok_or_else(|| {
            invalid("client_id", "Give the id that the provider knows this service by, at most 256 bytes.")
        })?;
        let sealed_secret = match (change.client_secret, stored) {
            (Some(secret), _) => self.sealed(&secret)?,
            (None, Some(stored)) if stored.issuer == issuer && stored.client_id == client_id => {
                stored.sealed_secret.clone()
            }
            // The secret that is stored goes to the provider that it was given for, and to nobody else.
            (None, _) => return Err(invalid("client_secret", "Give the client secret of this provider and client.")),
        };
        let is_enabled = change.is_enabled.or(stored.map(|stored| stored.is_enabled)).unwrap_or(false);
        Ok(Settings { issuer, client_id, sealed_secret, is_enabled })
    }

    fn sealed(&self, secret: &Secret) -> Result<Vec<u8>, OrganizationError> {
        if !(1..=MAX_SECRET_BYTES).contains(&secret.expose().len()) {
            return Err(invalid("client_secret", "A client secret has 1 to 1024 bytes."));
        }
        self.providers.seal(secret).ok_or_else(|| invalid("client_secret", "It could not be sealed: try again."))
    }
}

impl Settings {
    /// Without the secret.
    fn shown(&self) -> Json {
        json!({ "issuer": self.issuer, "client_id": self.client_id, "enabled": self.is_enabled })
    }
}

fn invalid(field: &'static str, sentence: &str) -> OrganizationError {
    OrganizationError::Invalid { field, sentence: sentence.to_owned() }
}

async fn settings(transaction: &mut Transaction, organization_id: i64) -> Result<Option<Settings>, AppStoreError> {
    let sql = "SELECT issuer, client_id, client_secret, is_enabled FROM organization_single_sign_on WHERE organization_id = $1";
    let rows = transaction.query(sql, &[Value::Int64(organization_id)]).await?;
    let Some(row) = Row::first(&rows) else { return Ok(None) };
    Ok(Some(Settings {
        issuer: row.text("issuer")?,
        client_id: row.text("client_id")?,
        sealed_secret: row.bytes("client_secret")?,
        is_enabled: row.boolean("is_enabled")?,
    }))
}

async fn verified_domain(transaction: &mut Transaction, organization_id: i64) -> Result<Option<String>, AppStoreError> {
    let sql = "SELECT email_domain FROM organizations WHERE id = $1 AND domain_verified_at IS NOT NULL";
    let rows = transaction.query(sql, &[Value::Int64(organization_id)]).await?;
    Ok(Row::first(&rows).map(|row| row.optional_text("email_domain")).transpose()?.flatten())
}
