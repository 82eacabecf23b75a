//! What the components that are loaded hold of people.

use crate::modules::Modules;
use crate::personal_data::{ComponentsData, PersonalDataError, PersonalRows};
use std::collections::BTreeSet;

impl ComponentsData for Modules {
    fn loaded(&self) -> BTreeSet<String> {
        self.components().iter().map(|component| component.manifest().name.clone()).collect()
    }

    fn rows_of(&self, user_id: i64) -> Result<Vec<PersonalRows>, PersonalDataError> {
        let mut rows = Vec::new();
        for component in self.components() {
            rows.extend(component.personal_rows(user_id)?);
        }
        Ok(rows)
    }
}
