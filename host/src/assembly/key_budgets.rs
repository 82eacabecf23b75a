//! `budgets`, as the edge asks it.

use crate::assembly::OpenStores;
use futures_util::future::BoxFuture;
use quarry_contract::{Allowance, BudgetState, KeyCaller, Problem, Spending};
use quarry_edge::RequestBudgets;
use quarry_edge::budgets::{Budgets, Hosts, system_clock};
use quarry_stores::app::AppStoreDialect;

/// Counts against what the key's organization is entitled to.
pub struct KeyBudgets {
    budgets: Budgets,
}

impl KeyBudgets {
    pub fn new(budgets: Budgets) -> KeyBudgets {
        KeyBudgets { budgets }
    }
}

impl RequestBudgets for KeyBudgets {
    fn spend<'a>(&'a self, key: &'a KeyCaller) -> BoxFuture<'a, Result<Spending, Problem>> {
        Box::pin(async move { self.budgets.spend(key.key_id, limit(key)).await.map_err(Problem::from) })
    }

    fn budget_state<'a>(&'a self, key: &'a KeyCaller) -> BoxFuture<'a, Option<BudgetState>> {
        Box::pin(async move {
            self.budgets.budget_state(key.key_id, limit(key)).await.unwrap_or_else(|error| {
                tracing::warn!(%error, "the budget_state of a key could not be told");
                None
            })
        })
    }
}

fn limit(key: &KeyCaller) -> Option<u64> {
    key.entitlements.allowance(Allowance::ApiRequestsPerHour)
}

/// The budgets of the deployment: an embedded store serves one host, another one may serve several.
pub(super) fn of_deployment(stores: &OpenStores) -> Budgets {
    let hosts = match stores.app.dialect() {
        AppStoreDialect::Sqlite => Hosts::One,
        AppStoreDialect::Postgres => Hosts::Several,
    };
    Budgets::new(stores.app.for_counters(), hosts, system_clock())
}
