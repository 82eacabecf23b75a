//! Stage: route. One immutable table of every operation, looked up by method and path and swapped whole.
//!
//! A static segment wins over a parameter, from left to right. Static segments match as written (one spelling for each
//! path, so that nothing in front of the host can see another path than the host does); parameters are
//! percent-decoded once, by the parameter parser. Only the holder of the one [`RoutingTablePublisher`] (`modules`) can
//! change what is served; a request keeps the operation it found until it is answered.

use crate::request_body::RequestBodyPlan;
use arc_swap::ArcSwap;
use quarry_contract::parameters::ParameterPlan;
use quarry_contract::{Access, Handler, Method, Route};
use quarry_telemetry::OperationFigures;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use thiserror::Error;

/// Parameters that one path can have.
const MAX_PATH_PARAMETERS: usize = 8;

const METHODS: [Method; 5] = [Method::Get, Method::Post, Method::Put, Method::Patch, Method::Delete];

/// One operation on its way into a table.
pub struct Registration {
    pub route: Arc<Route>,
    pub handler: Arc<dyn Handler>,
    /// True when the module that covers the route is on; without meaning where the route names no module.
    pub enabled: bool,
}

/// One operation in a table: its declaration, its handler, and what was worked out from the two.
pub struct Operation {
    pub route: Arc<Route>,
    pub handler: Arc<dyn Handler>,
    pub enabled: bool,
    pub operation_id: Arc<str>,
    pub parameters: Arc<ParameterPlan>,
    pub request_body: Option<Arc<RequestBodyPlan>>,
    /// The figures that its requests are counted in; looked up by the first of them.
    pub figures: OnceLock<Arc<OperationFigures>>,
    revision: AtomicU64,
}

/// The revision that was given last, in this process.
static LAST_REVISION: AtomicU64 = AtomicU64::new(0);

impl Operation {
    /// A number of its own for what serves the operation: another one when its component, its declaration or its
    /// module's switch changes, the same one while other operations do. What an operation answered under one revision
    /// says nothing of the next.
    pub fn revision(&self) -> u64 {
        self.revision.load(Ordering::Relaxed)
    }

    /// True when `other` answers the same requests with the same code.
    fn is_same(&self, other: &Operation) -> bool {
        std::ptr::addr_eq(Arc::as_ptr(&self.handler), Arc::as_ptr(&other.handler))
            && self.enabled == other.enabled
            && self.route == other.route
    }
}

impl fmt::Debug for Operation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Operation").field("route", &self.route).field("enabled", &self.enabled).finish()
    }
}

/// The reason why a set of declarations cannot be one table.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum RoutingError {
    #[error("the operation id \"{operation_id}\" is declared twice")]
    SameOperationId { operation_id: String },
    #[error("\"{operation_id}\" and \"{other}\" both answer {method} {path} (names of path parameters do not count)")]
    SamePath { operation_id: String, other: String, method: Method, path: String },
    #[error("the tool \"{tool}\" of \"{operation_id}\" is one of another operation too")]
    SameTool { operation_id: String, tool: String },
    #[error("\"{operation_id}\" cannot be served at \"{path}\": {reason}")]
    Path { operation_id: String, path: String, reason: String },
    #[error("\"{operation_id}\" cannot be served: {reason}")]
    Declaration { operation_id: String, reason: String },
}

/// Every operation of a deployment.
#[derive(Default)]
pub struct RoutingTable {
    /// One tree for each of [`METHODS`].
    trees: [matchit::Router<Arc<Operation>>; 5],
    by_id: HashMap<Arc<str>, Arc<Operation>>,
    /// In the order in which they were registered.
    operations: Vec<Arc<Operation>>,
}

/// The result of looking up a method and a path.
#[derive(Debug)]
pub enum Lookup<'path> {
    Found(Arc<Operation>, PathValues<'path>),
    /// The path is served, but not for this method.
    OtherMethods(AllowedMethods),
    Nothing,
}

/// The encoded values of a path's parameters, in path order.
#[derive(Debug, Clone, Copy, Default)]
pub struct PathValues<'path> {
    values: [&'path str; MAX_PATH_PARAMETERS],
    count: usize,
}

impl<'path> PathValues<'path> {
    pub fn as_slice(&self) -> &[&'path str] {
        &self.values[..self.count]
    }
}

/// The methods that a path answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AllowedMethods(Vec<Method>);

impl AllowedMethods {
    /// The value of an `Allow` header: `GET, HEAD, OPTIONS`.
    pub fn header_text(&self) -> String {
        format!("{}, OPTIONS", self.without_options())
    }

    /// `GET, HEAD`.
    pub fn without_options(&self) -> String {
        let name = |method: &Method| if *method == Method::Get { "GET, HEAD" } else { method.name() };
        self.0.iter().map(name).collect::<Vec<_>>().join(", ")
    }
}

impl RoutingTable {
    /// Checks every declaration and builds the table.
    pub fn build(registrations: Vec<Registration>) -> Result<RoutingTable, RoutingError> {
        RoutingTable::build_after(&RoutingTable::default(), registrations)
    }

    /// The same, with what was worked out for `before` of the declarations that are in both: a schema is compiled once,
    /// however often a module is switched or a component comes.
    pub fn build_after(before: &RoutingTable, registrations: Vec<Registration>) -> Result<RoutingTable, RoutingError> {
        let mut table = RoutingTable::default();
        let mut places = Places::default();
        for Registration { route, handler, enabled } in registrations {
            let operation_id = route.operation_id.clone();
            let path_names = path_names(&route)?;
            places.take(&route)?;
            let known = before.by_id.get(operation_id.as_str()).filter(|known| Arc::ptr_eq(&known.route, &route));
            let (parameters, request_body) = match known {
                Some(known) => (Arc::clone(&known.parameters), known.request_body.clone()),
                None => plans(&route, &path_names)
                    .map_err(|reason| RoutingError::Declaration { operation_id: operation_id.clone(), reason })?,
            };
            let path = route.path.clone();
            let tree = &mut table.trees[tree_index(route.method)];
            let operation = Arc::new(Operation {
                operation_id: operation_id.as_str().into(),
                route,
                handler,
                enabled,
                parameters,
                request_body,
                figures: OnceLock::new(),
                revision: AtomicU64::new(LAST_REVISION.fetch_add(1, Ordering::Relaxed) + 1),
            });
            table.by_id.insert(Arc::clone(&operation.operation_id), Arc::clone(&operation));
            tree.insert(path.clone(), Arc::clone(&operation)).map_err(|error| RoutingError::Path {
                operation_id,
                path,
                reason: error.to_string(),
            })?;
            table.operations.push(operation);
        }
        Ok(table)
    }

    /// Checks that the routes have different ids, paths and tools, whatever else is wrong with one of them.
    pub fn check_places<'a>(mut routes: impl Iterator<Item = &'a Route>) -> Result<(), RoutingError> {
        let mut places = Places::default();
        routes.try_for_each(|route| places.take(route))
    }

    /// Finds the operation for a method and a path relative to the base path. `method` is `None` for one that no
    /// operation can have.
    pub fn lookup<'path>(&self, method: Option<Method>, path: &'path str) -> Lookup<'path> {
        if let Some(method) = method
            && let Ok(found) = self.trees[tree_index(method)].at(path)
        {
            let mut path_values = PathValues::default();
            for (place, (_, value)) in path_values.values.iter_mut().zip(found.params.iter()) {
                *place = value;
                path_values.count += 1;
            }
            return Lookup::Found(Arc::clone(found.value), path_values);
        }
        match self.allowed(path) {
            Some(allowed) => Lookup::OtherMethods(allowed),
            None => Lookup::Nothing,
        }
    }

    /// The methods that `path` answers; `None` where it answers none.
    pub fn allowed(&self, path: &str) -> Option<AllowedMethods> {
        let answers = |method: &Method| self.trees[tree_index(*method)].at(path).is_ok();
        let methods: Vec<_> = METHODS.into_iter().filter(answers).collect();
        (!methods.is_empty()).then_some(AllowedMethods(methods))
    }

    /// The methods of `path` whose operations look at no cookie; `None` where there are none.
    pub fn without_cookie(&self, path: &str) -> Option<AllowedMethods> {
        let is_meant = |method: &Method| {
            let found = self.trees[tree_index(*method)].at(path);
            found.is_ok_and(|found| matches!(found.value.route.access, Access::Keyless | Access::Key(_)))
        };
        let methods: Vec<_> = METHODS.into_iter().filter(is_meant).collect();
        (!methods.is_empty()).then_some(AllowedMethods(methods))
    }

    /// Gives the operations that `before` had already the revisions they had there.
    fn keep_revisions(&self, before: &RoutingTable) {
        for operation in self.by_id.values() {
            if let Some(known) = before.by_id.get(&operation.operation_id)
                && operation.is_same(known)
                && !operation.handler.tells_of_routes()
            {
                operation.revision.store(known.revision(), Ordering::Relaxed);
            }
        }
    }

    pub fn operation_count(&self) -> usize {
        self.operations.len()
    }

    /// Every operation, in the order in which they were registered.
    pub fn operations(&self) -> &[Arc<Operation>] {
        &self.operations
    }
}

/// The right to change what is served. There is one for each edge.
pub struct RoutingTablePublisher(Arc<ArcSwap<RoutingTable>>);

/// The table that is served now.
#[derive(Clone)]
pub struct RoutingTableView(Arc<ArcSwap<RoutingTable>>);

/// The two ends of a table: `modules` keeps the publisher, the edge gets the view.
pub fn publish_routes(table: RoutingTable) -> (RoutingTablePublisher, RoutingTableView) {
    let shared = Arc::new(ArcSwap::from_pointee(table));
    (RoutingTablePublisher(Arc::clone(&shared)), RoutingTableView(shared))
}

impl RoutingTablePublisher {
    /// The table in force.
    pub fn current(&self) -> Arc<RoutingTable> {
        self.0.load_full()
    }

    /// Serves `table` from the next request on; requests in flight end as they began.
    pub fn swap(&self, table: RoutingTable) {
        table.keep_revisions(&self.0.load());
        self.0.store(Arc::new(table));
    }
}

impl RoutingTableView {
    /// The table in force.
    pub fn current(&self) -> Arc<RoutingTable> {
        self.0.load_full()
    }

    pub(super) fn lookup<'path>(&self, method: Option<Method>, path: &'path str) -> Lookup<'path> {
        self.0.load().lookup(method, path)
    }

    pub(super) fn allowed(&self, path: &str) -> Option<AllowedMethods> {
        self.0.load().allowed(path)
    }

    pub(super) fn without_cookie(&self, path: &str) -> Option<AllowedMethods> {
        self.0.load().without_cookie(path)
    }
}

fn tree_index(method: Method) -> usize {
    match method {
        Method::Get => 0,
        Method::Post => 1,
        Method::Put => 2,
        Method::Patch => 3,
        Method::Delete => 4,
    }
}

/// The places of operations in one table, each of which one route may have.
#[derive(Default)]
struct Places {
    operation_ids: HashSet<String>,
    tools: HashSet<String>,
    /// Operation ids by method and shape of the path.
    shapes: HashMap<(Method, String), String>,
}

impl Places {
    fn take(&mut self, route: &Route) -> Result<(), RoutingError> {
        let operation_id = route.operation_id.clone();
        if !self.operation_ids.insert(operation_id.clone()) {
            return Err(RoutingError::SameOperationId { operation_id });
        }
        if let Some(tool) = route.tools.iter().find(|tool| !self.tools.insert(tool.name.clone())) {
            return Err(RoutingError::SameTool { operation_id, tool: tool.name.clone() });
        }
        match self.shapes.insert((route.method, path_shape(&route.path)), operation_id.clone()) {
            Some(other) => {
                let (method, path) = (route.method, route.path.clone());
                Err(RoutingError::SamePath { operation_id, other, method, path })
            }
            None => Ok(()),
        }
    }
}

/// The parsing plans of a declaration.
type Plans = (Arc<ParameterPlan>, Option<Arc<RequestBodyPlan>>);

fn plans(route: &Route, path_names: &[&str]) -> Result<Plans, String> {
    let parameters = ParameterPlan::new(route, path_names)?;
    let request_body = route.request_body.as_ref().map(RequestBodyPlan::new).transpose();
    Ok((Arc::new(parameters), request_body.map_err(|error| error.to_string())?.map(Arc::new)))
}

/// The path with the names of its parameters taken out: two paths of one shape match the same requests.
fn path_shape(path: &str) -> String {
    let segments = path.split('/').map(|segment| if segment.starts_with('{') { "{}" } else { segment });
    segments.collect::<Vec<_>>().join("/")
}

/// The names of a path's parameters, in order, where the path is well formed: `/` and segments that are a word or a
/// whole `{name}`.
fn path_names(route: &Route) -> Result<Vec<&str>, RoutingError> {
    let refuse = |reason: &str| {
        Err(RoutingError::Path {
            operation_id: route.operation_id.clone(),
            path: route.path.clone(),
            reason: reason.to_owned(),
        })
    };
    let Some(segments) = route.path.strip_prefix('/') else { return refuse("it must begin with \"/\"") };
    let is_word = |text: &str| {
        !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte))
    };
    let mut names = Vec::new();
    for segment in segments.split('/') {
        match segment.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
            Some(name) if is_word(name) => names.push(name),
            None if is_word(segment) && !matches!(segment, "." | "..") => {}
            _ => return refuse("a segment must be letters, digits and -_.~, or one whole {name}"),
        }
    }
    if names.len() > MAX_PATH_PARAMETERS {
        return refuse("it has more than 8 parameters");
    }
    Ok(names)
}
