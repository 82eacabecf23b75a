//! The data that components hold of people, including components whose modules are off: their tables exist all the same.

use crate::modules::Modules;
use crate::modules::served::Served;
use quarry_contract::Grant;
use quarry_identity::personal_data::{AccountKeeper, ComponentsData, PersonalDataError, PersonalRows};
use quarry_identity::{AccountComponent, AccountComponents, AccountStatement, AccountStatementError, NewAccount};
use std::collections::BTreeSet;

impl ComponentsData for Modules {
    fn loaded(&self) -> BTreeSet<String> {
        self.state().served.values().map(|served| served.manifest.name.clone()).collect()
    }

    fn is_first_party(&self, component: &str) -> bool {
        self.policy.given.get(component).is_some_and(|given| given.grants.contains(&Grant::FirstParty))
    }

    fn rows_of(&self, user_id: i64) -> Result<Vec<PersonalRows>, PersonalDataError> {
        let mut rows = Vec::new();
        for served in self.state().served.values() {
            rows.extend(served.capabilities.personal_rows(&served.manifest, user_id)?);
        }
        Ok(rows)
    }

    fn keepers_of(&self, user_id: i64) -> Result<Vec<AccountKeeper>, PersonalDataError> {
        let mut keepers = Vec::new();
        for served in self.state().served.values() {
            keepers.extend(served.capabilities.account_keepers(&served.manifest, user_id)?);
        }
        Ok(keepers)
    }
}

impl AccountComponents for Modules {
    fn with_statements(&self) -> Vec<AccountComponent> {
        let state = self.state();
        let served = state.served.values().filter(|served| !served.manifest.account_statements.is_empty());
        let component = |served: &Served| AccountComponent {
            name: served.manifest.name.clone(),
            is_first_party: served.capabilities.is_first_party(),
        };
        served.map(component).collect()
    }

    fn statements(
        &self,
        component: &str,
        accounts: &[NewAccount],
    ) -> Result<Vec<AccountStatement>, AccountStatementError> {
        let state = self.state();
        let served = state.served.values().find(|served| served.manifest.name == component);
        served.map_or(Ok(Vec::new()), |served| served.capabilities.account_statements(&served.manifest, accounts))
    }
}
