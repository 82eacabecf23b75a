//! The self-test that a component must pass before it serves: its operations do not break down on their own examples.
//!
//! Each operation that reads (GET, without a key or with one) and whose required parameters have examples is asked once,
//! in a fresh instance and within the component's own limits. A fault of the guest (a trap, CPU time, memory) refuses
//! the component; whatever it answers does not, and neither does a store that is slow or down: the component serves then,
//! and is tried again at the next load, because nothing is known of the operations that had no end. Nothing is written, mailed or asked outside: a trial has the stores to read from and no other capability, and
//! asks as an organization that does not exist. Operations for signed-in people are not tried, for there is no such
//! person. A component that was found good is not tried again (`modules/verdicts.rs`).

use crate::bindings::quarry::plugin::exchange;
use crate::capabilities::{Call, Capabilities};
use crate::declared_answers::DeclaredAnswers;
use crate::fault::what_failed;
use crate::instance::State;
use crate::self_test_result::{SelfTestFailure, Tried};
use crate::{LoadError, LoadedComponent, instance};
use futures_util::stream::{self, StreamExt, TryStreamExt};
use jiff::Timestamp;
use quarry_contract::parameters::example_values;
use quarry_contract::{
    Access, Allowance, Caller, Entitlements, Feature, KeyCaller, Method, PageRequest, Plan, Request, ResponseForm,
    Route, Scope, SessionRule, Toward,
};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// All operations of a component; those that were not tried by then are taken on trust until the next load.
const TIME: Duration = Duration::from_secs(10);
/// One operation, beyond its CPU time: a question of the warehouse that takes longer is left.
const TIME_OF_ONE: Duration = Duration::from_secs(3);
const AT_ONCE: usize = 4;
/// Characters of what the component said last.
const SAID_CHARACTERS: usize = 300;

impl LoadedComponent {
    /// Tries the component. `trial` is what it may do meanwhile.
    pub(super) async fn self_test(&self, trial: Arc<Capabilities>) -> Result<Tried, LoadError> {
        let began = Instant::now();
        let routes = self.manifest().routes.iter().filter(|route| is_tried(route));
        let trials: Vec<_> = routes
            .filter_map(|route| {
                Some(self.clone().try_one(
                    route.method,
                    route.path.clone(),
                    example_request(route)?,
                    Arc::clone(&trial),
                ))
            })
            .collect();
        let tried = trials.len();
        let trials = stream::iter(trials).buffer_unordered(AT_ONCE).try_collect::<Vec<Tried>>();
        let name = self.manifest().name.as_str();
        let outcome = tokio::time::timeout(TIME, trials).await.unwrap_or_else(|_| Ok(vec![Tried::InPart]))?;
        if outcome.contains(&Tried::InPart) {
            // On a first start the status has nothing to show yet. A store that fails has a warning of its own.
            tracing::info!(
                component = name,
                "the self-test ran out of time, or a store did not answer: the component serves, and is tried again when it \
                 is loaded again"
            );
            return Ok(Tried::InPart);
        }
        let milliseconds = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        tracing::debug!(component = name, tried, milliseconds, "a component passed its self-test");
        Ok(Tried::Whole)
    }

    async fn try_one(
        self,
        method: Method,
        path: String,
        request: Request,
        trial: Arc<Capabilities>,
    ) -> Result<Tried, LoadError> {
        let Some(operation) = self.answers.get(&*request.operation_id) else { return Ok(Tried::Whole) };
        let _slot = self.runtime.slot().await.ok_or(LoadError::NoSlot)?;
        let deadline = Instant::now() + self.limits.cpu + TIME_OF_ONE;
        let request = Request { deadline, ..request };
        let request = if operation.for_everyone { request.without_caller() } else { request };
        let (caller, page) = (request.caller.clone(), request.page.clone());
        let call =
            Call::new(trial, caller, page, Arc::clone(&request.request_id), deadline).with_shares(self.limits.shares());
        let call = call
            .of_route_statements(Arc::clone(&operation.statements))
            .answering_everyone(&request.operation_id, operation.for_everyone);
        let mut store = instance::store(&self.runtime.engine, call, &self.limits, &self.line);
        let outcome = tokio::time::timeout_at(deadline.into(), self.run(&mut store, &request, operation)).await;
        if let Some(said) = store.data().call.beyond_everyone() {
            let said = format!(" ({said})");
            return Err(
                SelfTestFailure { method, path, what: "asks for more than is everyone's".to_owned(), said }.into()
            );
        }
        let error = match outcome {
            Err(_) => return Ok(Tried::InPart),
            Ok(Ok(Err(problem))) if problem.code == "data_source_unavailable" => return Ok(Tried::InPart),
            // An object does not come from the stores that a trial reads from.
            Ok(Ok(Err(_) | Ok(exchange::Answer { body: exchange::Body::Object(_), .. }))) => return Ok(Tried::Whole),
            Ok(Ok(Ok(answer))) => {
                return self
                    .try_answer(store.into_data(), deadline, &request, operation, answer)
                    .await
                    .map_err(|(what, said)| SelfTestFailure { method, path, what, said }.into());
            }
            Ok(Err(error)) => error,
        };
        let (_, what) = what_failed(store.data(), &self.limits);
        tracing::debug!(operation_id = &*request.operation_id, error = format!("{error:#}"), "a self-test failed");
        let said = store.data().call.said().map(|line| format!(" ({})", shortened(line))).unwrap_or_default();
        Err(SelfTestFailure { method, path, what, said }.into())
    }
}

impl LoadedComponent {
    /// Takes an answer of a trial as a client's would be taken. Fails with what is wrong with it, and why.
    async fn try_answer(
        &self,
        mut state: State,
        deadline: Instant,
        request: &Request,
        operation: &DeclaredAnswers,
        answer: exchange::Answer,
    ) -> Result<Tried, (String, String)> {
        let taking = self.answer(&mut state, &request.operation_id, operation, answer);
        match tokio::time::timeout_at(deadline.into(), taking).await {
            Err(_) => Ok(Tried::InPart),
            Ok(Err(problem)) if problem.code == "data_source_unavailable" => Ok(Tried::InPart),
            Ok(Err(problem)) if problem.code == "plugin_failed" => {
                let said = state.call.said().map(|line| format!(" ({})", shortened(line))).unwrap_or_default();
                Err(("gave an answer that the host cannot use".to_owned(), said))
            }
            Ok(_) => Ok(Tried::Whole),
        }
    }
}

fn is_tried(route: &Route) -> bool {
    let is_open = match &route.access {
        Access::Keyless | Access::Key(Scope::Read | Scope::ResearchWrite | Scope::Exports) => true,
        Access::Session(SessionRule { .. }) | Access::Visitor | Access::ServiceClient => false,
    };
    let is_whole = !matches!(route.response_form, ResponseForm::EventStream { .. });
    // A guard finds nothing for nobody.
    let is_open = is_open && route.guard.is_none();
    is_open && is_whole && route.method == Method::Get && route.request_body.is_none()
}

/// A request as the declaration's examples make it; none where they make none.
fn example_request(route: &Route) -> Option<Request> {
    let caller = match &route.access {
        Access::Key(scope) => Caller::Key(Arc::new(nobodys_key(*scope))),
        _ => Caller::Nobody,
    };
    let page = |limit| PageRequest { limit, cursor: None, toward: Toward::default(), walk: route.walk };
    Some(Request {
        operation_id: Arc::from(route.operation_id.as_str()),
        parameters: example_values(route)?,
        caller,
        network: Default::default(),
        browser: None,
        body: None,
        page: route.default_limit.map(page),
        request_id: Arc::from("self-test"),
        deadline: Instant::now(),
        timings: None,
        guarded: None,
        media_type: None,
        if_match: None,
    })
}

/// A key of an organization that does not exist, and may do all.
fn nobodys_key(scope: Scope) -> KeyCaller {
    let plan = Plan {
        key: "self-test".to_owned(),
        name: "Self-test".to_owned(),
        allowances: [None; Allowance::ALL.len()],
        features: [true; Feature::ALL.len()],
    };
    KeyCaller {
        key_id: 0,
        key_name: "self-test".to_owned(),
        scopes: vec![scope],
        organization_id: 0,
        organization_name: "Self-test".to_owned(),
        organization_kind: "institution".to_owned(),
        user_id: 0,
        entitlements: Arc::new(Entitlements::in_force(plan, &[], &[], Timestamp::UNIX_EPOCH)),
    }
}

/// The beginning, in one line.
fn shortened(said: &str) -> String {
    let line = said.split_whitespace().collect::<Vec<_>>().join(" ");
    line.chars().take(SAID_CHARACTERS).collect()
}
