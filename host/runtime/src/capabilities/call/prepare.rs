//! The preparation of a declared statement that a call runs, in a transaction or outside of one.

use crate::capabilities::StatementFailure;
use crate::capabilities::call::Call;
use crate::capabilities::statement_bindings::HostValues;
use crate::capabilities::statements::Prepared;
use quarry_contract::{Grant, Store};
use quarry_stores::result_set::Value;

impl Call {
    /// The SQL and values of a declared statement, for a component that may run it.
    pub(in crate::capabilities) fn prepare(
        &mut self,
        store: Store,
        name: &str,
        bindings: Vec<(String, Value)>,
    ) -> Result<Prepared, StatementFailure> {
        self.frame.needs(match store {
            Store::Warehouse => Grant::Warehouse,
            Store::AppStore => Grant::AppStore,
        })?;
        self.route.check_statement(name)?;
        self.statements.take()?;
        let host = HostValues { caller: &self.requester.caller, guarded: self.route.guarded.as_deref(), inputs: &[] };
        self.frame.capabilities.statements().prepare(store, name, bindings, host, self.route.page.as_ref())
    }
}
