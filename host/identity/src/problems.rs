//! Refusals of the identity domain in the published form.

use crate::KeyRejection;
use quarry_contract::{Problem, SilentStore};

impl From<KeyRejection> for Problem {
    fn from(rejection: KeyRejection) -> Problem {
        match rejection {
            KeyRejection::Malformed => invalid_key(
                "The value that was sent is not an API key: a key starts with qk_live_ or qk_test_ and is 36 characters long. \
                 Send it whole, as `Authorization: Bearer KEY`.",
            ),
            KeyRejection::Unknown => {
                invalid_key("This API key is not known here; check that it was copied whole, or make a new one.")
            }
            KeyRejection::OtherEnvironment { belongs_to } => invalid_key(format!(
                "This API key belongs to the {belongs_to} environment and opens nothing here; use a key of this one."
            ))
            .with("environment", belongs_to.name()),
            KeyRejection::Revoked(key) => {
                invalid_key(format!("The API key {} was revoked; make a new one.", key.key_name))
            }
            KeyRejection::Expired(key) => {
                invalid_key(format!("The API key {} has expired; make a new one.", key.key_name))
            }
            KeyRejection::MinterGone(key) => invalid_key(format!(
                "The API key {} has stopped because the member who made it is no longer in {}; make a new one.",
                key.key_name, key.organization_name
            )),
            KeyRejection::OrganizationSuspended(key) => invalid_key(format!(
                "The API key {} does not work while {} is suspended; its owner can ask the operator why.",
                key.key_name, key.organization_name
            )),
            KeyRejection::PlanHasNoApiAccess(key) => Problem::new(
                403,
                "plan_has_no_api_access",
                format!(
                    "The plan of {} ({}) has no API access; a plan that includes it is needed.",
                    key.organization_name, key.entitlements.plan_name
                ),
            ),
            KeyRejection::IpNotAllowed { ip, key } => Problem::new(
                403,
                "ip_not_allowed",
                format!("The API key {} may not be used from {ip}; add the address to its allow list.", key.key_name),
            )
            .with("ip", ip.to_string()),
            KeyRejection::StoreUnavailable(error) => {
                // Here, because the reason is lost on the way into the published form.
                tracing::error!(%error, "an API key could not be confirmed");
                Problem::data_source_unavailable(
                    "The application store is not reachable at the moment, so the API key could not be confirmed; \
                     try again shortly.",
                )
                .of_store(SilentStore::AppStore)
            }
        }
    }
}

/// 401. The code also covers a suspended organization: to the client the key is of no use until somebody acts.
fn invalid_key(detail: impl Into<String>) -> Problem {
    Problem::new(401, "invalid_or_revoked_key", detail)
}
