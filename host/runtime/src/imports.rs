//! The capabilities, connected to the engine.

use crate::bindings::quarry::plugin::{deployment, exchange, identity, log, manifest, settings, values, warehouse};
use crate::capabilities::{Addresses, HeldRows, LogLevel, ProfileFailure, Rows, StatementFailure, UndeclaredSettings};
use crate::convert;
use crate::instance::State;
use quarry_contract::Store;
use std::time::Duration;
use wasmtime::component::Resource;

impl manifest::Host for State {}
impl exchange::Host for State {}
impl values::Host for State {}

impl values::HostResultSet for State {
    fn row_count(&mut self, rows: Resource<HeldRows>) -> wasmtime::Result<u32> {
        Ok(u32::try_from(self.table.get(&rows)?.read()?.set.row_count)?)
    }

    fn value(&mut self, rows: Resource<HeldRows>, row: u32, column: String) -> wasmtime::Result<Option<values::Value>> {
        let set = &self.table.get(&rows)?.read()?.set;
        let row = row as usize;
        if row >= set.row_count {
            return Ok(None);
        }
        Ok(set.column(&column).map(|column| convert::value_to_guest(column.value(row))))
    }

    fn columns(&mut self, rows: Resource<HeldRows>) -> wasmtime::Result<Vec<values::Column>> {
        Ok(self.table.get(&rows)?.read()?.set.columns.iter().map(convert::column_to_guest).collect())
    }

    fn rows_read(&mut self, rows: Resource<HeldRows>) -> wasmtime::Result<u64> {
        Ok(self.table.get(&rows)?.read()?.rows_read)
    }

    async fn drop(&mut self, rows: Resource<HeldRows>) -> wasmtime::Result<()> {
        self.table.delete(rows)?;
        Ok(())
    }
}

impl State {
    pub(super) async fn run_statement(
        &mut self,
        store: Store,
        statement: &str,
        parameters: Vec<values::Binding>,
    ) -> wasmtime::Result<Result<Resource<HeldRows>, values::StatementFailure>> {
        let rows = self.call.query(store, statement, convert::bindings_from_guest(parameters)).await;
        self.hold_rows(store, rows)
    }

    /// Keeps rows of `store` for the guest, which gets a handle.
    pub(super) fn hold_rows(
        &mut self,
        store: Store,
        rows: Result<Rows, StatementFailure>,
    ) -> wasmtime::Result<Result<Resource<HeldRows>, values::StatementFailure>> {
        match self.told(Some(store), rows) {
            Ok(rows) => Ok(Ok(self.table.push(HeldRows::Read(rows))?)),
            Err(failure) => Ok(Err(failure)),
        }
    }

    /// The outcome of a call as the guest is told it. Where `store` did not answer, a refusal of the guest names it.
    pub(super) fn told<T>(
        &mut self,
        store: Option<Store>,
        outcome: Result<T, StatementFailure>,
    ) -> Result<T, values::StatementFailure> {
        self.call.note_outcome(store, outcome.as_ref().err());
        outcome.map_err(convert::failure_to_guest)
    }
}

impl warehouse::Host for State {
    async fn query(
        &mut self,
        statement: String,
        parameters: Vec<values::Binding>,
    ) -> wasmtime::Result<Result<Resource<HeldRows>, values::StatementFailure>> {
        State::run_statement(self, Store::Warehouse, &statement, parameters).await
    }

    fn defer_query(
        &mut self,
        statement: String,
        parameters: Vec<values::Binding>,
    ) -> wasmtime::Result<Result<Resource<HeldRows>, values::StatementFailure>> {
        match self.call.defer_query(&statement, convert::bindings_from_guest(parameters)) {
            Ok(deferred) => Ok(Ok(self.table.push(HeldRows::Deferred(deferred))?)),
            Err(failure) => Ok(Err(convert::failure_to_guest(failure))),
        }
    }

    async fn count_rows(
        &mut self,
        statement: String,
        parameters: Vec<values::Binding>,
        at_most_seconds: u32,
    ) -> wasmtime::Result<Result<u64, values::StatementFailure>> {
        let at_most = Duration::from_secs(at_most_seconds.max(1).into());
        let counted = self.call.count_rows(&statement, convert::bindings_from_guest(parameters), at_most).await;
        Ok(self.told(Some(Store::Warehouse), counted))
    }
}

impl identity::Host for State {
    fn caller_profile(&mut self) -> wasmtime::Result<Option<identity::Profile>> {
        Ok(self
            .call
            .identity()
            .entitlements()
            .map(|(id, name, kind, entitlements)| convert::profile_to_guest(id, name, kind, entitlements)))
    }

    async fn organization_profile(
        &mut self,
        organization_id: i64,
    ) -> wasmtime::Result<Result<Option<identity::Profile>, identity::ProfileFailure>> {
        let found = self.call.identity().organization_profile(organization_id).await;
        let profile = found.map(|found| {
            found.map(|found| convert::profile_to_guest(found.id, &found.name, &found.kind, &found.entitlements))
        });
        Ok(profile.map_err(|failure| match failure {
            ProfileFailure::NotGranted(sentence) => identity::ProfileFailure::NotGranted(sentence),
            ProfileFailure::Forbidden(sentence) => identity::ProfileFailure::Forbidden(sentence),
            ProfileFailure::Unavailable(sentence) => identity::ProfileFailure::Unavailable(sentence),
        }))
    }
}

impl deployment::Host for State {
    fn addresses(&mut self) -> wasmtime::Result<deployment::DeploymentAddresses> {
        let Addresses { service, web_app, .. } = self.call.addresses();
        Ok(deployment::DeploymentAddresses { service, web_app })
    }

    fn base_path(&mut self) -> wasmtime::Result<String> {
        Ok(self.call.addresses().base_path)
    }
}

impl settings::Host for State {
    fn read(&mut self, group: String) -> wasmtime::Result<Result<String, settings::SettingsFailure>> {
        let undeclared = |UndeclaredSettings(sentence)| settings::SettingsFailure::NotDeclared(sentence);
        Ok(self.call.settings(&group).map_err(undeclared))
    }
}

impl log::Host for State {
    fn emit(&mut self, level: log::Level, message: String) -> wasmtime::Result<()> {
        let level = match level {
            log::Level::Debug => LogLevel::Debug,
            log::Level::Info => LogLevel::Info,
            log::Level::Warn => LogLevel::Warn,
            log::Level::Error => LogLevel::Error,
        };
        self.call.log(level, &message);
        Ok(())
    }
}
