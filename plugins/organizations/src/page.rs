//! An organization's page: settings, members, invitations, domain, identity provider, plan, and what the reader may do.

use crate::access::{Rank, Standing};
use crate::clock::stored;
use crate::identity_provider::IdentityProvider;
use crate::words::{MemberRole, OrganizationKind, OrganizationStatus};
use quarry_sdk::prelude::*;
use serde::Serialize;

/// Of a list on the page. Of invitations the statement gives one more.
const MOST_SHOWN: usize = 500;

statement!(app_store, SelectPlan, "sql/plan.sql");
statement!(app_store, SelectCourtesies, "sql/courtesies.sql");
statement!(app_store, SelectOverrides, "sql/overrides.sql");
statement!(app_store, SelectMembers, "sql/members.sql");
statement!(app_store, CountMembers, "sql/member_count.sql");
statement!(app_store, SelectInvitations, "sql/invitations.sql");

/// A plan that was given for a time.
#[derive(Schema, Serialize)]
pub struct CourtesyPlan {
    #[schema(example = "team")]
    pub plan_key: String,
    /// When it ends.
    pub ends_at: Time,
}

/// What decides what the organization may do; `GET /me` shows what comes of it.
#[derive(Schema, Serialize)]
pub struct PlanInForce {
    /// What programs compare.
    #[schema(example = "institution")]
    pub key: String,
    /// What people read.
    #[schema(example = "Institution")]
    pub name: String,
    /// Plans on top of it that have not ended; of each allowance the better one counts.
    pub courtesies: Vec<CourtesyPlan>,
    /// Names of the features and allowances that staff set apart from the plan.
    #[schema(example = [])]
    pub overridden: Vec<String>,
}

/// The record that shows that a domain is the organization's.
#[derive(Schema, Serialize)]
pub struct TxtRecord {
    /// Where it stands.
    #[schema(example = "example.org")]
    pub name: String,
    /// What it says.
    #[schema(example = "quarry-domain-verification=5tL8wQzN2vXcR7bKpD4mYhG6sJ9fA3eU")]
    pub value: String,
}

/// The domain of the members' addresses.
#[derive(Schema, Serialize)]
pub struct EmailDomain {
    #[schema(example = "example.org")]
    pub domain: String,
    /// When its TXT record was found; null until then.
    pub verified_at: Option<Time>,
    /// The record to be made; null for members who cannot change settings.
    pub txt_record: Option<TxtRecord>,
}

/// Somebody who belongs to the organization.
#[derive(Schema, Serialize)]
pub struct Member {
    /// The membership's number, which is the person's.
    #[schema(example = 12)]
    pub id: i64,
    #[schema(example = "Ada Lovelace")]
    pub name: String,
    /// Null for members who cannot change settings.
    #[schema(example = "ada@example.org")]
    pub email: Option<String>,
    /// What the person is here.
    pub role: MemberRole,
    /// Whether the service has closed the account.
    #[schema(example = false)]
    pub disabled: bool,
    /// Since when the person belongs to it.
    pub joined_at: Time,
}

impl Member {
    /// One row of a list of members.
    pub fn read(rows: &ResultSet, row: usize, with_email: bool) -> Option<Member> {
        Some(Member {
            id: rows.integer(row, "user_id")?,
            name: rows.text(row, "name")?,
            email: rows.text(row, "email").filter(|_| with_email),
            role: MemberRole(rows.text(row, "role")?),
            disabled: stored(rows, row, "disabled_at").is_some(),
            joined_at: stored(rows, row, "created_at")?,
        })
    }
}

/// An invitation that nobody has taken.
#[derive(Schema, Serialize)]
pub struct Invitation {
    /// Unique in a deployment.
    #[schema(example = 5)]
    pub id: i64,
    #[schema(example = "grace@example.org")]
    pub email: String,
    /// What the person will be.
    pub role: MemberRole,
    /// Null when the account is gone.
    #[schema(example = "Ada Lovelace")]
    pub invited_by: Option<String>,
    /// When it was mailed.
    pub sent_at: Time,
    /// Until when it can be taken.
    pub expires_at: Time,
}

/// What the reader may do here.
#[derive(Schema, Serialize)]
pub struct Permissions {
    /// Settings and domain.
    pub manage_settings: bool,
    /// Roles, removal and invitations of members and admins.
    pub manage_members: bool,
    /// Also those of owners.
    pub manage_owners: bool,
    pub manage_api_keys: bool,
    pub manage_webhooks: bool,
    pub view_audit: bool,
}

/// All that its members see of an organization.
#[derive(Schema, Serialize)]
pub struct OrganizationPage {
    /// Unique in a deployment.
    #[schema(example = 7)]
    pub id: i64,
    #[schema(example = "Sample Research")]
    pub name: String,
    /// Whose it is.
    pub kind: OrganizationKind,
    /// A suspended one cannot be opened.
    pub status: OrganizationStatus,
    /// When it was made.
    pub created_at: Time,
    /// What the reader is here.
    pub role: MemberRole,
    /// What the reader may do here.
    pub can: Permissions,
    /// What decides what the organization may do.
    pub plan: PlanInForce,
    /// Null where none was set.
    pub email_domain: Option<EmailDomain>,
    /// How many members there are.
    #[schema(example = 1)]
    pub member_count: i64,
    /// Owners first, then admins, then by name; the first 500.
    pub members: Vec<Member>,
    /// Whether there are more members than are shown.
    #[schema(example = false)]
    pub members_truncated: bool,
    /// Those that nobody has taken, the newest first; at most 500. Empty for members who cannot change settings.
    pub invitations: Vec<Invitation>,
    /// Whether there are more invitations than are shown: those that are left out can be taken no more.
    #[schema(example = false)]
    pub invitations_truncated: bool,
    /// Where people of the domain sign in; null where none was saved, and for members who cannot change settings.
    pub identity_provider: Option<IdentityProvider>,
}

/// The page as whoever has this standing sees it.
pub fn of(standing: &Standing) -> Result<Answer, Problem> {
    let organization_id = standing.organization_id;
    let (manages, owns) = (standing.manages(), standing.rank == Rank::Owner);
    let rows = SelectMembers { organization_id }.query()?;
    let members: Vec<_> = (0..rows.row_count()).filter_map(|row| Member::read(&rows, row, manages)).collect();
    let member_count = CountMembers { organization_id }.query()?.integer(0, "members").unwrap_or_default();
    let mut invitations = if manages { invitations(organization_id)? } else { Vec::new() };
    let invitations_truncated = invitations.len() > MOST_SHOWN;
    invitations.truncate(MOST_SHOWN);
    let page = OrganizationPage {
        id: organization_id,
        name: standing.name.clone(),
        kind: OrganizationKind(standing.kind.clone()),
        status: OrganizationStatus(standing.status.clone()),
        created_at: standing.created_at,
        role: MemberRole::of(standing.rank),
        can: Permissions {
            manage_settings: manages,
            manage_members: manages,
            manage_owners: owns,
            manage_api_keys: manages,
            manage_webhooks: manages,
            view_audit: manages,
        },
        plan: plan(organization_id)?,
        email_domain: email_domain(standing),
        member_count,
        members_truncated: member_count > i64::try_from(members.len()).unwrap_or(i64::MAX),
        members,
        invitations,
        invitations_truncated,
        identity_provider: if manages { IdentityProvider::of(organization_id)? } else { None },
    };
    Ok(Answer::json(&page))
}

/// What the record of a domain says.
pub fn txt_value(token: &str) -> String {
    format!("quarry-domain-verification={token}")
}

fn email_domain(standing: &Standing) -> Option<EmailDomain> {
    let domain = standing.email_domain.clone()?;
    let token = standing.domain_token.as_deref().filter(|_| standing.manages());
    let txt_record = token.map(|token| TxtRecord { name: domain.clone(), value: txt_value(token) });
    Some(EmailDomain { domain, verified_at: standing.domain_verified_at, txt_record })
}

fn plan(organization_id: i64) -> Result<PlanInForce, Problem> {
    let plan = SelectPlan { organization_id }.query()?;
    let courtesies = SelectCourtesies { organization_id, now: Time::now().microseconds }.query()?;
    let overrides = SelectOverrides { organization_id }.query()?;
    let courtesy = |row| {
        Some(CourtesyPlan {
            plan_key: courtesies.text(row, "plan_key")?,
            ends_at: stored(&courtesies, row, "ends_at")?,
        })
    };
    Ok(PlanInForce {
        key: plan.text(0, "key").unwrap_or_default(),
        name: plan.text(0, "name").unwrap_or_default(),
        courtesies: (0..courtesies.row_count()).filter_map(courtesy).collect(),
        overridden: (0..overrides.row_count()).filter_map(|row| overrides.text(row, "name")).collect(),
    })
}

fn invitations(organization_id: i64) -> Result<Vec<Invitation>, Problem> {
    let rows = SelectInvitations { organization_id }.query()?;
    let invitation = |row| {
        Some(Invitation {
            id: rows.integer(row, "id")?,
            email: rows.text(row, "email")?,
            role: MemberRole(rows.text(row, "role")?),
            invited_by: rows.text(row, "invited_by"),
            sent_at: stored(&rows, row, "created_at")?,
            expires_at: stored(&rows, row, "expires_at")?,
        })
    };
    Ok((0..rows.row_count()).filter_map(invitation).collect())
}
