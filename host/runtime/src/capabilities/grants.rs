//! The rights of one loaded component: asked by its manifest, given by the deployment's configuration.

use crate::capabilities::dataset_check::{self, CheckedDataset};
use crate::capabilities::guard_check::{self, GuardError};
use crate::capabilities::message_schemas::MessageSchemas;
use crate::capabilities::new_accounts::{self, NewAccountError};
use crate::capabilities::outbox_shares::{MAX_EVENT_BYTES, MAX_NOTIFICATION_BYTES};
use crate::capabilities::personal_data::{self, PersonalDataError};
use crate::capabilities::statement_check::Examination;
use crate::capabilities::tenancy::{self, TenancyError};
use crate::capabilities::{
    DatasetError, Given, HostPattern, HostPatternError, ModuleDeskPlace, OutboundAccess, Questions, StatementFailure,
    StatementSet, StatementSetError,
};
use quarry_contract::{Grant, JobDeclaration, Manifest, Secret, Store};
use quarry_identity::object_links::ObjectLinks;
use quarry_identity::outbound::NameLookup;
use quarry_identity::personal_data::PersonalData;
use quarry_identity::secrets::SecretKeys;
use quarry_identity::{Environment, Keys, Letters, Organizations, Passwords, People, Providers, SignIn, SingleSignOn};
use quarry_stores::app::AppStore;
use quarry_stores::clock::Clock;
use quarry_stores::key_values::{KeyValueQuota, KeyValues};
use quarry_stores::objects::Objects;
use quarry_stores::row_files::{RowFileLimits, RowFiles};
use quarry_stores::warehouse::Warehouse;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use thiserror::Error;

/// The use of the stores when a component is loaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StoreUse {
    /// The host reads the declarations only.
    Nothing,
    /// A store in memory is asked in the place of the app store, and the warehouse is not: there is no deployment.
    Rehearse,
    /// The stores are asked whether they could run its statements, and nothing in them changes. Where its own tables are not
    /// made yet, a store in memory is asked in the place of the app store.
    Ask,
    /// Its own tables are brought up to date, and then they are asked: the component is about to serve.
    Serve,
}

/// The stores of a host, and what else its capabilities reach.
#[derive(Clone)]
pub struct Stores {
    pub app: AppStore,
    pub warehouse: Warehouse,
    pub at_load: StoreUse,
    pub key_values: KeyValues,
    pub outbound: OutboundAccess,
    pub objects: Objects,
    pub object_links: ObjectLinks,
    /// Files of rows that the host may write.
    pub row_files: RowFiles,
    pub addresses: Addresses,
    /// The keys that fingerprints and sealed secrets are made with.
    pub secret_keys: SecretKeys,
    pub passwords: Passwords,
    /// The changes that admins make to their organizations.
    pub organizations: Organizations,
    /// Their identity providers.
    pub single_sign_on: SingleSignOn,
    /// Names that people gave.
    pub names: NameLookup,
    /// The module switches, for staff.
    pub modules: ModuleDeskPlace,
    /// Other people's accounts, for staff; none where nobody signs in.
    pub people: Option<People>,
    /// Credentials by component and name.
    pub configured_secrets: BTreeMap<String, BTreeMap<String, Secret>>,
    /// The accounts; none where nobody signs in, when declarations are only read.
    pub accounts: Option<Accounts>,
    /// True where rows are held against the schemas of the answers that they stand in.
    pub checks_answers: bool,
}

/// The addresses of the deployment, each without a slash at the end; none where it does not say.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Addresses {
    /// Scheme and authority of the service.
    pub service: Option<String>,
    /// The address of the web application.
    pub web_app: Option<String>,
}

/// The services that change the accounts of people.
#[derive(Clone)]
pub struct Accounts {
    pub sign_in: SignIn,
    pub personal_data: PersonalData,
}

impl Stores {
    /// Makes the stores with the default quota for values, keys of the sandbox, nothing to ask outside and nowhere to put
    /// objects.
    pub fn new(app: AppStore, warehouse: Warehouse) -> Stores {
        let key_values = KeyValues::new(app.clone(), KeyValueQuota::default(), Clock::system());
        let keys = Keys::new(app.clone(), Environment::Sandbox);
        let organizations = Organizations::new(app.clone(), keys, Letters::new(None));
        let names = NameLookup::of_the_system();
        let single_sign_on = SingleSignOn::new(app.clone(), Providers::none(app.clone()), names.clone());
        Stores {
            app,
            warehouse,
            at_load: StoreUse::Nothing,
            key_values,
            outbound: OutboundAccess::closed(),
            objects: Objects::unconnected(),
            object_links: ObjectLinks::unconnected(),
            row_files: RowFiles::new(RowFileLimits::default()),
            addresses: Addresses::default(),
            secret_keys: SecretKeys::unconnected(),
            passwords: Passwords::default(),
            organizations,
            single_sign_on,
            names,
            modules: ModuleDeskPlace::default(),
            people: None,
            configured_secrets: BTreeMap::new(),
            accounts: None,
            checks_answers: false,
        }
    }

    /// Stores that nobody answers for: declarations can be read with them, and no statement runs.
    pub fn unconnected() -> Stores {
        let warehouse = Warehouse::over_unix_socket(Path::new("no-warehouse.sock"), "default");
        Stores::new(AppStore::unconnected(), warehouse)
    }
}

/// The capabilities of one component.
pub struct Capabilities {
    component: String,
    grants: BTreeSet<Grant>,
    statements: StatementSet,
    jobs: BTreeMap<String, JobDeclaration>,
    events: MessageSchemas,
    notifications: MessageSchemas,
    stores: Arc<Stores>,
    outbound_hosts: Vec<HostPattern>,
    given_hosts: Vec<HostPattern>,
    /// It is tried before it serves: it reads, and nothing else.
    is_trial: bool,
    /// Its statements may ask which modules are on.
    reads_switches: bool,
    datasets: Vec<CheckedDataset>,
}

/// The table of the app store that says which modules are on.
const SWITCHES: &str = "modules";

/// The reason why a component cannot have the grants that it asks for.
#[derive(Debug, Error)]
pub enum GrantError {
    #[error(
        "it asks for the grants {missing}, which the deployment does not give it; add them to components.grants.{component} if you trust it with them"
    )]
    NotGiven { component: String, missing: String },
    #[error("its outbound-hosts are wrong: {0}")]
    HostPattern(#[from] HostPatternError),
    #[error("it names outbound-hosts and does not ask for the grant outbound-http; its manifest needs both")]
    HostsWithoutGrant,
    #[error(
        "it asks for the servers {missing}, which the deployment does not give it; add them to components.outbound_http.{component} if you trust it with them"
    )]
    HostNotGiven { component: String, missing: String },
    #[error(transparent)]
    Statement(#[from] StatementSetError),
    #[error(transparent)]
    PersonalData(#[from] PersonalDataError),
    #[error(transparent)]
    Guard(#[from] GuardError),
    #[error(transparent)]
    Tenancy(#[from] TenancyError),
    #[error(transparent)]
    NewAccount(#[from] NewAccountError),
    #[error(transparent)]
    Dataset(#[from] DatasetError),
    #[error("the {kind} {name} is wrong, its {what}: {reason}")]
    Message { kind: &'static str, name: String, what: &'static str, reason: String },
}

impl Capabilities {
    /// Checks what `manifest` asks for against what is given, the tables of its statements included, as far as the texts
    /// alone tell. Every shape of every statement is parsed, which takes up to half a second: not for a thread that serves
    /// requests.
    pub fn new(manifest: &Manifest, given: &Given, stores: Arc<Stores>) -> Result<Capabilities, GrantError> {
        Capabilities::questioned(manifest, given, stores).map(|(capabilities, _)| capabilities)
    }

    /// Does the work of [`Capabilities::new`], and gives the questions for the stores about the statements before any of them
    /// runs.
    pub fn questioned(
        manifest: &Manifest,
        given: &Given,
        stores: Arc<Stores>,
    ) -> Result<(Capabilities, Questions), GrantError> {
        let capabilities = Capabilities::of_examined(manifest, given, stores)?;
        let examination = Examination { component: &manifest.name, given, asked: None };
        // The texts for the engine that is not in use here are read too, so that their author is told.
        capabilities.statements.examine(&examination)?;
        tenancy::check(manifest, &capabilities.statements)?;
        let questions = Questions::of(&capabilities.statements, manifest, &examination)?;
        Ok((capabilities, questions))
    }

    /// Does the work of [`Capabilities::new`] for a manifest whose statements were examined before against what is given now.
    pub fn of_examined(manifest: &Manifest, given: &Given, stores: Arc<Stores>) -> Result<Capabilities, GrantError> {
        let asked: BTreeSet<Grant> = manifest.grants.iter().copied().collect();
        let missing: Vec<&str> = asked.difference(&given.grants).map(|grant| grant.name()).collect();
        if !missing.is_empty() {
            return Err(GrantError::NotGiven { component: manifest.name.clone(), missing: missing.join(", ") });
        }
        let statements = StatementSet::parse(&manifest.statements, &manifest.scopes, stores.app.dialect())?;
        personal_data::check(manifest, &statements)?;
        guard_check::check(manifest, &statements)?;
        new_accounts::check(manifest, &statements)?;
        let datasets = dataset_check::check(manifest, &statements)?;
        let jobs = manifest.jobs.iter().map(|job| (job.name.clone(), job.clone())).collect();
        let events = manifest.events.iter().map(|event| (&event.name, &event.schema, &event.example));
        let events = MessageSchemas::new("event", MAX_EVENT_BYTES, events)?;
        let notifications = manifest.notifications.iter().map(|kind| (&kind.name, &kind.schema, &kind.example));
        let notifications = MessageSchemas::new("notification", MAX_NOTIFICATION_BYTES, notifications)?;
        let given_hosts = stores.outbound.hosts(&manifest.name);
        let outbound_hosts = outbound_hosts(manifest, &given_hosts)?;
        let component = manifest.name.clone();
        let reads_switches = given.covers(&component, Store::AppStore, SWITCHES);
        Ok(Capabilities {
            component,
            grants: asked,
            statements,
            jobs,
            events,
            notifications,
            stores,
            outbound_hosts,
            given_hosts,
            is_trial: false,
            reads_switches,
            datasets,
        })
    }

    /// Does the work of [`Capabilities::of_examined`] for a component that is tried before it serves: of the grants that it
    /// asks for it has those that read.
    pub fn of_a_trial(manifest: &Manifest, given: &Given, stores: Arc<Stores>) -> Result<Capabilities, GrantError> {
        let mut capabilities = Capabilities::of_examined(manifest, given, stores)?;
        capabilities
            .grants
            .retain(|grant| matches!(grant, Grant::Warehouse | Grant::AppStore | Grant::Identity | Grant::Datasets));
        capabilities.is_trial = true;
        Ok(capabilities)
    }

    /// The declared job of that name.
    pub(super) fn job(&self, name: &str) -> Result<&JobDeclaration, StatementFailure> {
        self.jobs
            .get(name)
            .ok_or_else(|| StatementFailure::Rejected(format!("no job {name} is declared in the manifest")))
    }

    pub(super) fn events(&self) -> &MessageSchemas {
        &self.events
    }

    pub(super) fn notifications(&self) -> &MessageSchemas {
        &self.notifications
    }

    /// Gives the bytes that stand for a token in the component.
    pub fn fingerprint(&self, token: &Secret) -> Vec<u8> {
        self.stores.secret_keys.fingerprint(&self.component, token).to_vec()
    }

    /// The component's name.
    pub fn component(&self) -> &str {
        &self.component
    }

    pub(super) fn has(&self, grant: Grant) -> bool {
        self.grants.contains(&grant)
    }

    /// Tells that rows are held against the schemas of the answers that they stand in.
    pub fn checks_answers(&self) -> bool {
        self.is_trial || self.stores.checks_answers
    }

    /// Tells that its answers may say which modules are on.
    pub fn reads_switches(&self) -> bool {
        self.reads_switches
    }

    /// Tells that the component is being tried.
    pub(super) fn is_trial(&self) -> bool {
        self.is_trial
    }

    /// Gives the sentence for a component that uses a grant without having it.
    pub(super) fn missing(&self, grant: Grant) -> String {
        match self.is_trial {
            true => format!("a self-test reads from the stores and does nothing else: {} is not at hand", grant.name()),
            false => grant.missing(),
        }
    }

    pub(super) fn datasets(&self) -> &[CheckedDataset] {
        &self.datasets
    }

    pub(super) fn statements(&self) -> &StatementSet {
        &self.statements
    }

    /// The servers that the manifest names.
    pub(super) fn outbound_hosts(&self) -> &[HostPattern] {
        &self.outbound_hosts
    }

    /// The servers that the deployment gives.
    pub(super) fn given_hosts(&self) -> &[HostPattern] {
        &self.given_hosts
    }

    pub(super) fn stores(&self) -> &Stores {
        &self.stores
    }
}

/// The servers that the manifest names, each of which the deployment must give.
fn outbound_hosts(manifest: &Manifest, given: &[HostPattern]) -> Result<Vec<HostPattern>, GrantError> {
    if !manifest.outbound_hosts.is_empty() && !manifest.grants.contains(&Grant::OutboundHttp) {
        return Err(GrantError::HostsWithoutGrant);
    }
    let asked = manifest
        .outbound_hosts
        .iter()
        .map(|text| text.parse())
        .collect::<Result<Vec<HostPattern>, HostPatternError>>()?;
    let is_given = |asked: &HostPattern| given.iter().any(|given| given.overlaps(asked));
    let missing: Vec<String> = asked.iter().filter(|asked| !is_given(asked)).map(ToString::to_string).collect();
    match missing.is_empty() {
        true => Ok(asked),
        false => Err(GrantError::HostNotGiven { component: manifest.name.clone(), missing: missing.join(", ") }),
    }
}
