//! What the components hold of people, those included whose modules are off: their tables are there all the same.

use crate::modules::Modules;
use crate::personal_data::{ComponentsData, PersonalDataError, PersonalRows};
use std::collections::BTreeSet;

impl ComponentsData for Modules {
    fn loaded(&self) -> BTreeSet<String> {
        self.state().served.values().map(|served| served.manifest.name.clone()).collect()
    }

    fn rows_of(&self, user_id: i64) -> Result<Vec<PersonalRows>, PersonalDataError> {
        let mut rows = Vec::new();
        for served in self.state().served.values() {
            rows.extend(served.capabilities.personal_rows(&served.manifest, user_id)?);
        }
        Ok(rows)
    }
}
