//! An organization's page: settings, members, invitations, domain, identity provider, plan, and what the reader may do.

use crate::access::MemberRole;
use crate::domain::txt_value;
use crate::invitations::{Invitation, SelectInvitations};
use crate::members::{Member, SelectMembers};
use crate::organization::{Organization, OrganizationKind, OrganizationStatus};
use crate::single_sign_on::{IdentityProvider, SelectSingleSignOn};
use quarry_sdk::prelude::*;
use serde::Serialize;

statement!(app_store, SelectCourtesies, "src/organization/courtesies.sql");
statement!(app_store, SelectOverrides, "src/organization/overrides.sql");

/// A plan that was given for a time.
#[derive(Row, Schema, Serialize)]
pub struct CourtesyPlan {
    /// The plan that is given: what programs compare.
    #[schema(example = "team")]
    pub plan_key: String,
    /// The time at which it ends.
    pub ends_at: Time,
}

/// The plan that decides what the organization may do. `GET /me` shows the result.
#[derive(Schema, Serialize)]
pub struct PlanInForce {
    /// The key that programs compare.
    #[schema(example = "institution")]
    pub key: String,
    /// The name or title that people read.
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
    /// The name at which the record stands.
    #[schema(example = "example.org")]
    pub name: String,
    /// The text of the record.
    #[schema(example = "quarry-domain-verification=5tL8wQzN2vXcR7bKpD4mYhG6sJ9fA3eU")]
    pub value: String,
}

/// The domain of the members' addresses.
#[derive(Schema, Serialize)]
pub struct EmailDomain {
    #[schema(example = "example.org")]
    pub domain: String,
    /// The time at which its TXT record was found; null until then.
    pub verified_at: Option<Time>,
    /// The record to be made; null for members who cannot change settings.
    pub txt_record: Option<TxtRecord>,
}

/// The actions that the reader may take here.
#[derive(Schema, Serialize)]
pub struct Permissions {
    /// The reader may change settings and domain.
    pub manage_settings: bool,
    /// The reader may change roles, remove and invite members and admins.
    pub manage_members: bool,
    /// True when the reader may also manage owners.
    pub manage_owners: bool,
    pub manage_api_keys: bool,
    pub manage_webhooks: bool,
    pub view_audit: bool,
}

/// An organization with all that its members see of it.
#[derive(Schema, Serialize)]
pub struct OrganizationPage {
    /// Id of the organization, unique in a deployment.
    #[schema(example = 7)]
    pub id: i64,
    #[schema(example = "Sample Research")]
    pub name: String,
    /// The kind of the organization.
    pub kind: OrganizationKind,
    /// A suspended one cannot be opened.
    pub status: OrganizationStatus,
    /// The time at which it was made.
    pub created_at: Time,
    /// The reader's role here.
    pub role: MemberRole,
    /// The actions that the reader may take here.
    pub can: Permissions,
    /// The plan that decides what the organization may do.
    pub plan: PlanInForce,
    /// The organization's email domain; null where none was set.
    pub email_domain: Option<EmailDomain>,
    /// The number of members.
    #[schema(example = 1)]
    pub member_count: i64,
    /// Members, owners first, then admins, then by name; the first 500.
    pub members: Vec<Member>,
    /// True when there are more members than are shown.
    #[schema(example = false)]
    pub members_truncated: bool,
    /// Invitations that were not accepted yet, the newest first; at most 500. Empty for members who cannot change settings.
    pub invitations: Vec<Invitation>,
    /// True when there are more invitations than are shown. Invitations that are not shown can no longer be accepted.
    #[schema(example = false)]
    pub invitations_truncated: bool,
    /// The provider at which people of the domain sign in; null where none was saved, and for members who cannot change
    /// settings.
    pub identity_provider: Option<IdentityProvider>,
}

/// The page as somebody with this role sees it.
pub fn of(organization: Organization, role: MemberRole) -> Result<Answer, Problem> {
    let manages = role >= MemberRole::Admin;
    let members: Vec<Member> = SelectMembers {}.all()?;
    let invitations: Vec<Invitation> = if manages { SelectInvitations {}.all()? } else { Vec::new() };
    let is_cut = |shown: usize, all: i64| i64::try_from(shown).is_ok_and(|shown| shown < all);
    let email_domain = email_domain(&organization, manages);
    let page = OrganizationPage {
        id: organization.id,
        name: organization.name,
        kind: organization.kind,
        status: organization.status,
        created_at: organization.created_at,
        role,
        can: Permissions {
            manage_settings: manages,
            manage_members: manages,
            manage_owners: role == MemberRole::Owner,
            manage_api_keys: manages,
            manage_webhooks: manages,
            view_audit: manages,
        },
        plan: PlanInForce {
            key: organization.plan_key,
            name: organization.plan_name,
            courtesies: SelectCourtesies { now: Time::now() }.all()?,
            overridden: SelectOverrides {}.values()?,
        },
        email_domain,
        member_count: organization.member_count,
        members_truncated: is_cut(members.len(), organization.member_count),
        members,
        invitations_truncated: manages && is_cut(invitations.len(), organization.invitation_count),
        invitations,
        identity_provider: if manages { SelectSingleSignOn {}.one()? } else { None },
    };
    Ok(Answer::json(&page))
}

fn email_domain(organization: &Organization, manages: bool) -> Option<EmailDomain> {
    let domain = organization.email_domain.clone()?;
    let token = organization.domain_token.as_deref().filter(|_| manages);
    let txt_record = token.map(|token| TxtRecord { name: domain.clone(), value: txt_value(token) });
    Some(EmailDomain { domain, verified_at: organization.domain_verified_at, txt_record })
}
