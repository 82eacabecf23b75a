//! The reasons why a component cannot have what its manifest asks for.

use crate::capabilities::guard_check::GuardError;
use crate::capabilities::hooks::HookError;
use crate::capabilities::tenancy::TenancyError;
use crate::capabilities::{
    DatasetError, EveryoneError, HostPatternError, NewAccountError, PersonalDataError, SettingsError, StatementSetError,
};
use thiserror::Error;

/// The reason why a component cannot have the grants that it asks for.
#[derive(Debug, Error)]
pub enum GrantError {
    #[error(
        "it asks for the grants {missing}, which the deployment does not give it; add them to components.grants.{component} if you trust it with them"
    )]
    NotGiven { component: String, missing: String },
    #[error(
        "it adopts {table}, which is no table that the host's migrations made for a family: its own tables begin with its name and two underscores"
    )]
    NotAdoptable { table: String },
    #[error("its outbound-hosts are wrong: {0}")]
    HostPattern(#[from] HostPatternError),
    #[error("it names outbound-hosts and does not ask for the grant outbound-http; its manifest needs both")]
    HostsWithoutGrant,
    #[error(transparent)]
    Settings(#[from] SettingsError),
    #[error(transparent)]
    Hook(#[from] HookError),
    #[error(transparent)]
    Statement(#[from] StatementSetError),
    #[error(transparent)]
    PersonalData(#[from] PersonalDataError),
    #[error(transparent)]
    Guard(#[from] GuardError),
    #[error(transparent)]
    Everyone(#[from] EveryoneError),
    #[error(transparent)]
    Tenancy(#[from] TenancyError),
    #[error(transparent)]
    NewAccount(#[from] NewAccountError),
    #[error(transparent)]
    Dataset(#[from] DatasetError),
    #[error("the {kind} {name} is wrong, its {what}: {reason}")]
    Message { kind: &'static str, name: String, what: &'static str, reason: String },
}
