//! Access to the things of a tenant: a component declares the rules, and the host asks the store.

use crate::Problem;
use quarry_stores::result_set::Value;
use std::sync::Arc;

/// A guard, as a component declares it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Guard {
    /// Unique in the component.
    pub name: String,
    /// The name of the statement that gives its row.
    pub statement: String,
    pub tenant: TenantKind,
    /// The ranks from the lowest to the highest.
    pub ranks: Vec<String>,
    /// The statement gave no row.
    pub absent: GuardRefusal,
    pub rank_too_low: GuardRefusal,
    /// Further refusals, by the names that the column `refusal` gives.
    pub refusals: Vec<(String, GuardRefusal)>,
}

/// The owner of the things that a request is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tenant {
    pub kind: TenantKind,
    pub id: i64,
}

/// The kind of a tenant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TenantKind {
    Space,
    Organization,
    Person,
    /// A thing of a component's own.
    Own,
}

impl TenantKind {
    pub fn name(self) -> &'static str {
        match self {
            TenantKind::Space => "space",
            TenantKind::Organization => "organization",
            TenantKind::Person => "person",
            TenantKind::Own => "own",
        }
    }
}

/// A refusal by a guard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GuardRefusal {
    pub status: u16,
    pub code: String,
    /// Says what is wrong and what to do.
    pub sentence: String,
    /// The field of the body that it is about.
    pub field: Option<String>,
}

/// Characters of a text that a sentence quotes.
const MOST_QUOTED: usize = 60;

impl GuardRefusal {
    /// The refusal of a request whose guard was bound to these.
    pub fn problem(&self, inputs: &[(String, Value)]) -> Problem {
        let mut sentence = self.sentence.clone();
        for (name, value) in inputs {
            let place = format!("{{{name}}}");
            if sentence.contains(&place) {
                sentence = sentence.replace(&place, &shown(value));
            }
        }
        let problem = Problem::new(self.status, &self.code, sentence.clone());
        match &self.field {
            Some(field) => problem.with("fields", serde_json::json!({ field: sentence })),
            None => problem,
        }
    }
}

/// A value as a sentence has it.
fn shown(value: &Value) -> String {
    match value {
        Value::Int64(number) => number.to_string(),
        Value::UInt64(number) => number.to_string(),
        Value::Boolean(truth) => truth.to_string(),
        Value::Text(text) => {
            let start: String = text.chars().take(MOST_QUOTED).collect();
            format!("\"{}\"", start.escape_debug())
        }
        _ => "that was sent".to_owned(),
    }
}

impl RouteGuard {
    /// The name that the route's path has for a parameter of the guard's statement.
    #[inline]
    pub fn path_name<'a>(&'a self, name: &'a str) -> &'a str {
        self.paths.iter().find(|(of_guard, _)| of_guard == name).map_or(name, |(_, of_route)| of_route)
    }
}

/// A guard as a route uses it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RouteGuard {
    pub guard: Arc<Guard>,
    /// One of the guard's ranks.
    pub least_rank: Option<String>,
    /// The guard's name and the route's for parameters of the path that they call differently.
    pub paths: Vec<(String, String)>,
    /// The staff permission that stands in the place of a rank.
    pub or_permission: Option<String>,
    /// True for a route that changes ranks.
    pub changes_ranks: bool,
}

/// The row that the guard of a request found.
#[derive(Debug, Clone, PartialEq)]
pub struct Guarded {
    pub route: RouteGuard,
    /// The values that its statement was bound to, so that it can be asked again.
    pub inputs: Vec<(String, Value)>,
    pub rank: Option<String>,
    pub tenant: i64,
    /// Each column of the row, by name.
    pub columns: Vec<(String, Value)>,
}
