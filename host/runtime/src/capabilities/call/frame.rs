//! The frame of a call: what each capability has to look at before it does anything.

use crate::capabilities::call::open_transaction::OpenFlag;
use crate::capabilities::call::time::CallTime;
use crate::capabilities::{Capabilities, StatementFailure};
use quarry_contract::Grant;
use std::sync::{Arc, OnceLock};
use std::time::Instant;

/// The grants of the component, the time of the call, and whether a transaction is open.
pub(in crate::capabilities) struct Frame {
    pub(in crate::capabilities) capabilities: Arc<Capabilities>,
    pub(in crate::capabilities) time: CallTime,
    pub(in crate::capabilities) transaction: OpenFlag,
    /// True for a job: nobody waits for it, so it has its own time for a warehouse that hangs.
    pub(in crate::capabilities) is_of_a_job: bool,
    /// The operation, where it is a GET that does not say why it writes.
    reads_for: Option<Arc<str>>,
    /// The operation, where it answers everyone.
    everyone_of: Option<Arc<str>>,
    /// The refusal of what such an operation may not use, once it has asked for it.
    beyond_everyone: OnceLock<String>,
}

/// What gives everyone the same, and notices when that changes.
const SAME_FOR_EVERYONE: [Grant; 3] = [Grant::Warehouse, Grant::AppStore, Grant::Datasets];

impl Frame {
    pub(super) fn new(capabilities: Arc<Capabilities>, deadline: Instant) -> Frame {
        let (time, transaction) = (CallTime::new(deadline), OpenFlag::default());
        Frame {
            capabilities,
            time,
            transaction,
            is_of_a_job: false,
            reads_for: None,
            everyone_of: None,
            beyond_everyone: OnceLock::new(),
        }
    }

    /// Holds the call to reading, where the route of `operation_id` `only_reads`.
    pub(super) fn reads(&mut self, operation_id: &Arc<str>, only_reads: bool) {
        self.reads_for = only_reads.then(|| Arc::clone(operation_id));
    }

    /// Holds the call to what gives everyone the same, where the route of `operation_id` answers everyone.
    pub(super) fn answers_everyone(&mut self, operation_id: &Arc<str>, for_everyone: bool) {
        self.everyone_of = for_everyone.then(|| Arc::clone(operation_id));
    }

    /// The first refusal of what the operation may not use because it answers everyone.
    pub(super) fn beyond_everyone(&self) -> Option<&str> {
        self.beyond_everyone.get().map(String::as_str)
    }

    fn refusal_for_everyone(&self, grant: Grant) -> Option<String> {
        let operation_id = self.everyone_of.as_deref().filter(|_| !SAME_FOR_EVERYONE.contains(&grant))?;
        let refusal = self.beyond_everyone.get_or_init(|| {
            format!(
                "{operation_id} answers everyone, so it cannot use {}, whose answers may be its caller's: leave `answers = everyone` out",
                grant.name()
            )
        });
        Some(refusal.clone())
    }

    /// Tells that the engine lets the call's statements read and nothing else.
    pub(in crate::capabilities) fn only_reads(&self) -> bool {
        self.reads_for.is_some() || self.capabilities.is_trial()
    }

    /// Refuses a call that would write, on a route that reads.
    pub(in crate::capabilities) fn refuse_on_a_read(&self, what: &str) -> Result<(), StatementFailure> {
        self.read_refusal(what).map_or(Ok(()), |sentence| Err(StatementFailure::Rejected(sentence)))
    }

    /// The sentence of that refusal; none where the route may write.
    pub(in crate::capabilities) fn read_refusal(&self, what: &str) -> Option<String> {
        let operation_id = self.reads_for.as_deref()?;
        Some(format!(
            "{operation_id} is a GET that does not say why it writes, so it cannot {what}: make it a POST, or give it \
             `writes = \"REASON\"`"
        ))
    }

    /// The component's name.
    pub(in crate::capabilities) fn component(&self) -> &str {
        self.capabilities.component()
    }

    /// The sentence for an author whose component was not granted something, or whose operation answers everyone; none where it may
    /// use it.
    pub(in crate::capabilities) fn missing(&self, grant: Grant) -> Option<String> {
        let not_given = || (!self.capabilities.has(grant)).then(|| self.capabilities.missing(grant));
        self.refusal_for_everyone(grant).or_else(not_given)
    }

    /// Refuses what the component was not granted.
    pub(in crate::capabilities) fn needs(&self, grant: Grant) -> Result<(), StatementFailure> {
        self.missing(grant).map_or(Ok(()), |sentence| Err(StatementFailure::Rejected(sentence)))
    }

    /// Refuses to wait for something else while a transaction is open: on SQLite it holds every other writer up.
    pub(in crate::capabilities) fn refuse_within_transaction(&self, what: &str) -> Result<(), StatementFailure> {
        self.open_transaction_refusal(what).map_or(Ok(()), |sentence| Err(StatementFailure::Rejected(sentence)))
    }

    /// The sentence of that refusal; none while no transaction is open.
    pub(in crate::capabilities) fn open_transaction_refusal(&self, what: &str) -> Option<String> {
        let sentence = || format!("a transaction is open: commit or drop it before you {what}");
        self.transaction.is_set().then(sentence)
    }
}
