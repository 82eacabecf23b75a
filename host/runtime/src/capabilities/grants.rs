//! The rights of one loaded component: asked by its manifest, given by the deployment's configuration.

use crate::capabilities::dataset_check::{self, CheckedDataset};
use crate::capabilities::giving_way::Patience;
use crate::capabilities::message_schemas::MessageSchemas;
use crate::capabilities::outbox_shares::{MAX_EVENT_BYTES, MAX_NOTIFICATION_BYTES};
use crate::capabilities::statement_check::Examination;
use crate::capabilities::table_grants::is_adoptable;
use crate::capabilities::table_room::TableRoom;
use crate::capabilities::{
    Given, GrantError, HostPattern, HostPatternError, PublishedDataset, Questions, StatementFailure, StatementSet,
    Stores, everyone_check, guard_check, hooks, new_account_check, personal_data_check, tenancy,
};
use quarry_contract::{Caller, Grant, JobDeclaration, Manifest, Secret, Store, told_name};
use quarry_stores::app::WriteFlow;
use quarry_stores::row_memory::RowMemory;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;

/// The capabilities of one component.
pub struct Capabilities {
    component: String,
    grants: BTreeSet<Grant>,
    statements: Arc<StatementSet>,
    jobs: BTreeMap<String, JobDeclaration>,
    events: MessageSchemas,
    notifications: MessageSchemas,
    stores: Arc<Stores>,
    outbound_hosts: Vec<HostPattern>,
    given_hosts: Vec<HostPattern>,
    /// The groups of settings that the manifest names.
    settings_groups: Vec<String>,
    /// It is tried before it serves: it reads, and nothing else.
    is_trial: bool,
    /// Its statements may ask which modules are on.
    reads_switches: bool,
    is_first_party: bool,
    datasets: Vec<CheckedDataset>,
    /// The memory of the rows that its calls hold.
    row_memory: RowMemory,
    /// None of a component without tables of its own.
    table_room: Option<TableRoom>,
    /// None of a component of the service, whose transactions give way to nobody.
    write_patience: Option<Arc<Patience>>,
}

/// The bytes of rows that all calls of a component may hold, unless it is configured otherwise: a quarter of the host's.
pub const COMPONENT_HELD_BYTES: usize = 256 << 20;

/// The table of the app store that says which modules are on.
const SWITCHES: &str = "modules";

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
        let given = given.with_adopted(manifest);
        let (component, append_only) = (&manifest.name, &manifest.append_only_tables);
        let examination = Examination { component, given: &given, append_only, asked: None };
        // The texts for the engine that is not in use here are read too, so that their author is told.
        everyone_check::check_tables(manifest, &capabilities.statements.examine(&examination)?)?;
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
        if let Some(table) = manifest.adopts.iter().find(|table| !is_adoptable(table)) {
            return Err(GrantError::NotAdoptable { table: table.clone() });
        }
        hooks::check(manifest, given)?;
        let statements = StatementSet::parse(&manifest.statements, &manifest.scopes, stores.app.dialect())?;
        personal_data_check::check(manifest, &statements)?;
        guard_check::check(manifest, &statements)?;
        everyone_check::check(manifest, &statements)?;
        new_account_check::check(manifest, &statements)?;
        let datasets = dataset_check::check(manifest, &statements)?;
        let jobs = manifest.jobs.iter().map(|job| (job.name.clone(), job.clone())).collect();
        let events = manifest.events.iter().map(|event| (&event.name, &event.schema, &event.example));
        let events = MessageSchemas::new("event", MAX_EVENT_BYTES, events)?;
        let notifications = manifest.notifications.iter().map(|kind| (&kind.name, &kind.schema, &kind.example));
        let notifications = MessageSchemas::new("notification", MAX_NOTIFICATION_BYTES, notifications)?;
        stores.settings.check(manifest)?;
        let given_hosts = stores.outbound.hosts(&manifest.name);
        let outbound_hosts = outbound_hosts(manifest, &given_hosts)?;
        let component = manifest.name.clone();
        let row_memory = stores.row_memory.of_component(COMPONENT_HELD_BYTES);
        let reads_switches = given.covers(&component, Store::AppStore, SWITCHES);
        Ok(Capabilities {
            component,
            is_first_party: manifest.is_first_party(),
            grants: asked,
            statements: Arc::new(statements),
            jobs,
            events,
            notifications,
            stores,
            outbound_hosts,
            given_hosts,
            settings_groups: manifest.settings.clone(),
            is_trial: false,
            reads_switches,
            datasets,
            row_memory,
            table_room: (!manifest.migrations.is_empty()).then(|| TableRoom::of(&manifest.name)),
            write_patience: (!manifest.is_first_party()).then(|| Arc::new(Patience::new(Instant::now()))),
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

    /// Sets the bytes of rows that all calls of the component may hold. For one that has not been called yet.
    pub fn holding_at_most(mut self, bytes: usize) -> Capabilities {
        self.row_memory = self.stores.row_memory.of_component(bytes);
        self
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

    /// Tells that its answers may say what is served here: which modules are on, or the datasets of other components.
    pub fn tells_of_components(&self) -> bool {
        self.reads_switches || self.has(Grant::Datasets)
    }

    /// Tells that the component is a part of the service.
    pub fn is_first_party(&self) -> bool {
        self.is_first_party
    }

    /// Gives the name under which an event, a message or an audit action of the component is told.
    pub(super) fn told_name(&self, name: &str) -> String {
        told_name(&self.component, self.is_first_party, name)
    }

    /// The time that others wait for its transactions; none where they do not give way.
    pub(super) fn write_patience(&self) -> Option<&Arc<Patience>> {
        self.write_patience.as_ref()
    }

    /// The flow in which it writes for `caller`.
    pub(crate) fn write_flow(&self, caller: &Caller) -> WriteFlow {
        match caller.organization_id() {
            _ if !self.is_first_party => WriteFlow::Component(self.component.as_str().into()),
            Some(id) => WriteFlow::Organization(id),
            None => WriteFlow::Host,
        }
    }

    /// The room of its own tables; none where it has none.
    pub(super) fn table_room(&self) -> Option<&TableRoom> {
        self.table_room.as_ref()
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

    /// The datasets that the component declares.
    pub fn published(&self) -> impl Iterator<Item = PublishedDataset> {
        self.datasets.iter().map(|checked| PublishedDataset {
            dataset: Arc::clone(&checked.dataset),
            tables: checked.tables.clone(),
            component: self.component.clone(),
            statements: Arc::clone(&self.statements),
        })
    }

    pub(super) fn statements(&self) -> &Arc<StatementSet> {
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

    /// The groups of settings that the manifest names.
    pub(super) fn settings_groups(&self) -> &[String] {
        &self.settings_groups
    }

    /// The memory of the rows that its calls hold.
    pub(super) fn row_memory(&self) -> &RowMemory {
        &self.row_memory
    }

    pub(crate) fn stores(&self) -> &Stores {
        &self.stores
    }
}

/// The servers that the manifest names. One that the deployment does not give is told to the operator.
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
    if !missing.is_empty() {
        tracing::info!(
            component = manifest.name,
            servers = missing.join(", "),
            "a component asks servers that the deployment does not give it: its calls of these are refused"
        );
    }
    Ok(asked)
}
