//! The guards of a component: asked before it is called, and again in each transaction.
//!
//! Invariant: a statement of a guarded route is bound to what the guard found for this caller, in this transaction; while the
//! transaction is open nobody changes the ranks of the tenant, since those who do wait for the tenant's lock.

use crate::capabilities::call::{Call, Frame, host_call};
use crate::capabilities::guarded_tenants::Belonging;
use crate::capabilities::statement_bindings::HostValues;
use crate::capabilities::{Capabilities, StatementFailure};
use quarry_contract::{
    Caller, Guarded, GuardedRequest, Parameter, ParameterPlace, Problem, RouteGuard, Store, TenantKind,
};
use quarry_statement::ParameterType;
use quarry_stores::app;
use quarry_stores::result_set::{ResultSet, Value};
use quarry_stores::row_memory::RowMemory;
use serde_json::Value as Json;
use std::sync::Arc;
use std::time::Duration;
use tracing::Instrument;

/// The bytes of what a guard's statement gives: one row of ids, words and names, which its request keeps to its end.
const GUARD_BYTES: usize = 64 << 10;

/// The outcome of asking a guard.
pub(super) type Verdict = Result<Guarded, GuardFailure>;

/// The reason why a guard lets nobody pass.
#[derive(Debug)]
pub(super) enum GuardFailure {
    /// It refuses, as it declares.
    Refused(Box<Problem>),
    /// The store, or a defect of the component.
    Failed(StatementFailure),
}

impl From<StatementFailure> for GuardFailure {
    fn from(failure: StatementFailure) -> GuardFailure {
        GuardFailure::Failed(failure)
    }
}

impl Capabilities {
    /// Asks the route's guard; none where it waits for the body.
    pub async fn guard(&self, request: GuardedRequest<'_>, remaining: Duration) -> Result<Option<Guarded>, Problem> {
        let Some(guard) = &request.route.guard else { return Ok(None) };
        if request.body.is_none() && self.guard_reads_body(guard) {
            return Ok(None);
        }
        let asking = async {
            let inputs = self.inputs(guard, request)?;
            self.ask_guard(guard, inputs, request.caller, remaining).await
        };
        match asking.instrument(tracing::info_span!("guard", guard = guard.guard.name.as_str())).await {
            Ok(guarded) => Ok(Some(guarded)),
            Err(GuardFailure::Refused(problem)) => Err(*problem),
            Err(GuardFailure::Failed(failure)) => Err(self.failed(guard, failure)),
        }
    }

    /// Asks a guard whose inputs are known.
    pub(super) async fn ask_guard(
        &self,
        guard: &RouteGuard,
        inputs: Vec<(String, Value)>,
        caller: &Caller,
        remaining: Duration,
    ) -> Verdict {
        let prepared = self.prepare_guard(guard, &inputs, caller)?;
        let memory = self.guard_memory();
        let asking = self.stores().app.read_within(&prepared.0, &prepared.1, &memory);
        let asked = tokio::time::timeout(remaining, asking).await;
        let row = asked.map_err(|_| StatementFailure::app_store_deadline())?;
        let name = &guard.guard.statement;
        let row = row.map_err(|error| StatementFailure::from_app_store(self.component(), name, &error))?;
        let guarded = judge(guard, inputs, &row, caller)?;
        let belongs = match self.belonging(&guarded, caller) {
            Belonging::Known(belongs) => belongs,
            Belonging::Asked(question) => {
                let asked = self.stores().app.query(question.sql, &question.values);
                let asked = tokio::time::timeout(remaining, asked).await;
                let rows = asked.map_err(|_| StatementFailure::app_store_deadline())?;
                let rows = rows.map_err(|error| StatementFailure::from_app_store(self.component(), name, &error))?;
                rows.row_count > 0
            }
        };
        self.if_belongs(guarded, belongs)
    }

    fn guard_memory(&self) -> RowMemory {
        self.row_memory().of_statement(GUARD_BYTES)
    }

    /// Tells that the guard's statement takes members of the body.
    pub fn guard_reads_body(&self, guard: &RouteGuard) -> bool {
        let parameters = self.statements().parameters_of(Store::AppStore, &guard.guard.statement).unwrap_or_default();
        parameters.iter().any(|parameter| matches!(parameter.in_namespace(), Some(("body", _))))
    }

    /// Tells that a statement is bound to values that a guard found.
    pub(super) fn takes_of_guard(&self, statement: &str) -> bool {
        let parameters = self.statements().parameters_of(Store::AppStore, statement).unwrap_or_default();
        parameters.iter().any(|parameter| matches!(parameter.in_namespace(), Some(("guard", _))))
    }

    /// Tells what the caller has to do with the tenant that a guard found.
    fn belonging(&self, guarded: &Guarded, caller: &Caller) -> Belonging {
        // Staff with the permission of the route are let in by the host, and not by the guard.
        let is_trusted = self.is_first_party() || guarded.rank.is_none() && passes_as_staff(&guarded.route, caller);
        match is_trusted {
            true => Belonging::Known(true),
            false => Belonging::of(caller, guarded.route.guard.tenant, guarded.tenant),
        }
    }

    /// Gives the finding where its caller belongs to the tenant; else it is as if there were no row.
    fn if_belongs(&self, guarded: Guarded, belongs: bool) -> Verdict {
        if belongs {
            return Ok(guarded);
        }
        let (component, guard) = (self.component(), guarded.route.guard.name.as_str());
        let (kind, tenant) = (guarded.route.guard.tenant.name(), guarded.tenant);
        tracing::warn!(
            component,
            guard,
            kind,
            tenant,
            "a guard names a tenant that its caller does not belong to: refused"
        );
        Err(GuardFailure::Refused(Box::new(guarded.route.guard.absent.problem(&guarded.inputs))))
    }

    /// The problem of a guard that could not be asked.
    pub(super) fn failed(&self, guard: &RouteGuard, failure: StatementFailure) -> Problem {
        match failure {
            StatementFailure::Rejected(reason) | StatementFailure::Conflict(reason) => {
                let (component, guard) = (self.component(), guard.guard.name.as_str());
                tracing::error!(component, guard, reason, "a guard could not be asked");
                Problem::plugin_failed("The operation could not tell whether you may do this, so nothing was done.")
            }
            StatementFailure::Unavailable(detail) | StatementFailure::DeadlineExceeded(detail) => {
                Problem::data_source_unavailable(detail).of_store(Store::AppStore)
            }
            StatementFailure::LimitExceeded(detail) => Problem::data_source_unavailable(detail),
            StatementFailure::Overloaded(detail) => Problem::overloaded(detail),
        }
    }

    /// The SQL of a guard and what it is bound to.
    fn prepare_guard(
        &self,
        guard: &RouteGuard,
        inputs: &[(String, Value)],
        caller: &Caller,
    ) -> Result<(String, Vec<Value>), StatementFailure> {
        let host = HostValues { caller, guarded: None, inputs };
        let prepared = self.statements().prepare(Store::AppStore, &guard.guard.statement, Vec::new(), host, None)?;
        Ok((prepared.sql().to_owned(), prepared.numbered))
    }

    /// Gives the inputs that the guard's statement takes of the request.
    fn inputs(
        &self,
        guard: &RouteGuard,
        request: GuardedRequest<'_>,
    ) -> Result<Vec<(String, Value)>, StatementFailure> {
        let parameters = self.statements().parameters_of(Store::AppStore, &guard.guard.statement).unwrap_or_default();
        let body: Option<Json> = match request.body {
            Some(bytes) if self.guard_reads_body(guard) => serde_json::from_slice(bytes).ok(),
            _ => None,
        };
        let mut inputs = Vec::with_capacity(parameters.len());
        for parameter in parameters {
            let value = match parameter.in_namespace() {
                Some(("path", name)) => parameter_value(request, ParameterPlace::Path, guard.path_name(name)),
                Some(("query", name)) => parameter_value(request, ParameterPlace::Query, name),
                Some(("body", name)) => body_value(body.as_ref().and_then(|body| body.get(name)), parameter.kind),
                _ => continue,
            };
            inputs.push((parameter.name.clone(), value));
        }
        Ok(inputs)
    }
}

/// A parameter of the request; null where it was left out.
fn parameter_value(request: GuardedRequest<'_>, wanted: ParameterPlace, name: &str) -> Value {
    let is_wanted = |parameter: &Parameter| parameter.place == wanted && parameter.name == name;
    let place = request.route.parameters.iter().position(is_wanted);
    place.and_then(|place| request.parameters.get(place)).cloned().unwrap_or(Value::Null)
}

/// A member of a body that satisfies its schema; null where it is not there.
fn body_value(member: Option<&Json>, kind: ParameterType) -> Value {
    let value = match (member, kind) {
        (Some(Json::Bool(value)), ParameterType::Boolean) => Some(Value::Boolean(*value)),
        (Some(Json::Number(number)), ParameterType::Int64) => number.as_i64().map(Value::Int64),
        (Some(Json::Number(number)), ParameterType::Uint64) => number.as_u64().map(Value::UInt64),
        (Some(Json::String(text)), ParameterType::Text) => Some(Value::Text(text.clone())),
        _ => None,
    };
    value.unwrap_or(Value::Null)
}

/// Judges by the guard's row.
fn judge(guard: &RouteGuard, inputs: Vec<(String, Value)>, rows: &ResultSet, caller: &Caller) -> Verdict {
    let declared = &guard.guard;
    let refused = |problem: Problem| GuardFailure::Refused(Box::new(problem));
    let defect = |sentence: String| GuardFailure::Failed(StatementFailure::Rejected(sentence));
    if rows.row_count == 0 {
        return Err(refused(declared.absent.problem(&inputs)));
    }
    let columns: Vec<(String, Value)> =
        rows.columns.iter().map(|column| (column.name.clone(), column.value(0))).collect();
    let column = |name: &str| columns.iter().find(|(known, _)| known == name).map(|(_, value)| value);
    match column("refusal") {
        None | Some(Value::Null) => {}
        Some(Value::Text(name)) => {
            let refusal = declared.refusals.iter().find(|(known, _)| known == name);
            let (_, refusal) =
                refusal.ok_or_else(|| defect(format!("its column refusal has the unknown name {name}")))?;
            return Err(refused(refusal.problem(&inputs)));
        }
        Some(_) => return Err(defect("its column refusal is no text".to_owned())),
    }
    let Some(Value::Int64(tenant)) = column("tenant") else {
        return Err(defect("its column tenant is no number".to_owned()));
    };
    let rank = match column("rank") {
        None | Some(Value::Null) => None,
        Some(Value::Text(rank)) => Some(rank.clone()),
        Some(_) => return Err(defect("its column rank is no text".to_owned())),
    };
    if !declared.ranks.is_empty() {
        let place = |wanted: &str| declared.ranks.iter().position(|known| known == wanted);
        match &rank {
            None if passes_as_staff(guard, caller) => {}
            None => return Err(refused(declared.absent.problem(&inputs))),
            Some(word) => {
                let has = place(word);
                let has =
                    has.ok_or_else(|| defect(format!("its column rank has \"{word}\", which it does not declare")))?;
                if guard.least_rank.as_deref().and_then(place).is_some_and(|least| has < least) {
                    return Err(refused(declared.rank_too_low.problem(&inputs)));
                }
            }
        }
    }
    Ok(Guarded { route: guard.clone(), inputs, rank, tenant: *tenant, columns })
}

/// Tells staff who pass where they have no rank.
pub(super) fn passes_as_staff(guard: &RouteGuard, caller: &Caller) -> bool {
    match (&guard.or_permission, caller) {
        (Some(permission), Caller::Person(person)) => person.has_permission(permission),
        _ => false,
    }
}

impl Call {
    /// Takes the tenant's lock in a transaction that has just begun, asks the guard again there, and binds what it finds.
    pub(super) async fn guard_again(&mut self, transaction: &mut app::Transaction) -> Result<(), StatementFailure> {
        let Some(before) = self.route.guarded.clone() else { return Ok(()) };
        let remaining = self.frame.time.remaining()?;
        let Frame { capabilities, time, .. } = &mut self.frame;
        let (sql, values) = capabilities.prepare_guard(&before.route, &before.inputs, &self.requester.caller)?;
        let name = &before.route.guard.statement;
        // Components number their own things from 1.
        let kind = match before.route.guard.tenant {
            TenantKind::Own => format!("own {}", capabilities.component()),
            kind => kind.name().to_owned(),
        };
        let belonging = capabilities.belonging(&before, &self.requester.caller);
        let again = async {
            let tenant = app::Tenant { kind: &kind, id: before.tenant };
            transaction.lock_tenant(tenant, before.route.changes_ranks).await?;
            let rows = transaction.query_within(&sql, &values, &capabilities.guard_memory()).await?;
            let belongs = match belonging {
                Belonging::Known(belongs) => belongs,
                Belonging::Asked(question) => transaction.query(question.sql, &question.values).await?.row_count > 0,
            };
            Ok::<_, app::AppStoreError>((rows, belongs))
        };
        let asked = tokio::time::timeout(remaining, again).instrument(host_call("guard"));
        let (rows, belongs) = match time.asking(Store::AppStore, asked).await {
            Ok(rows) => {
                rows.map_err(|error| StatementFailure::from_app_store(capabilities.component(), name, &error))?
            }
            Err(_) => return Err(StatementFailure::app_store_deadline()),
        };
        match judge(&before.route, before.inputs.clone(), &rows, &self.requester.caller) {
            // The lock is that of the tenant that was found before: what has moved since is refused as what is gone.
            Ok(now) if now.tenant != before.tenant => {
                self.route.refusal = Some(before.route.guard.absent.problem(&before.inputs));
                Err(StatementFailure::Rejected("the guarded thing was moved to another tenant meanwhile".to_owned()))
            }
            Ok(_) if !belongs => {
                self.route.refusal = Some(before.route.guard.absent.problem(&before.inputs));
                Err(StatementFailure::Rejected("the caller does not belong to the tenant by now".to_owned()))
            }
            Ok(now) => {
                self.route.guarded = Some(Arc::new(now));
                Ok(())
            }
            Err(GuardFailure::Refused(problem)) => {
                self.route.refusal = Some(*problem);
                Err(StatementFailure::Rejected("the guard of the route refuses by now".to_owned()))
            }
            Err(GuardFailure::Failed(failure)) => Err(failure),
        }
    }
}
