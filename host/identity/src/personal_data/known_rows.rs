//! All rows of a person: the host's, and those of the components that are loaded.

use crate::personal_data::{
    ComponentsData, Erasing, HOST_DATA, HostErasure, PersonalData, PersonalDataError, PersonalRows,
};
use quarry_stores::app::{AppStore, BoundStatement, Row};
use quarry_stores::result_set::Value;
use std::sync::{Arc, Weak};

/// The word that stands in the place of a component's name.
const HOST: &str = "host";

/// All that is known of a person's rows.
pub(super) struct KnownRows {
    /// In the order in which a deletion removes them: the person's own row goes last.
    pub(super) rows: Vec<PersonalRows>,
    /// Parts of the service that have tables here and are not loaded.
    pub(super) unknown: Vec<String>,
    /// Other components of which that is true.
    pub(super) unknown_others: Vec<String>,
}

impl PersonalData {
    pub(super) fn components(&self) -> Result<Arc<dyn ComponentsData>, PersonalDataError> {
        self.components.get().and_then(Weak::upgrade).ok_or(PersonalDataError::NotReady)
    }

    pub(super) async fn rows_of(&self, user_id: i64) -> Result<KnownRows, PersonalDataError> {
        let components = self.components()?;
        let loaded = components.loaded();
        let absent = with_tables(&self.store).await?.into_iter().filter(|name| !loaded.contains(name));
        let (unknown, unknown_others) = absent.partition(|name| components.is_first_party(name));
        let mut rows = components.rows_of(user_id)?;
        let bound = |sql: &str| BoundStatement { sql: sql.to_owned(), values: vec![Value::Int64(user_id)] };
        rows.extend(HOST_DATA.iter().map(|data| PersonalRows {
            owner: HOST.to_owned(),
            table: data.table.to_owned(),
            thing: data.thing.to_owned(),
            user_column: data.user_column.to_owned(),
            export: bound(data.export),
            is_first_party: true,
            erasing: match data.erasure {
                HostErasure::Statement(sql) => Erasing::Statement(bound(sql)),
                HostErasure::Kept(reason) => Erasing::Kept(reason.to_owned()),
            },
        }));
        Ok(KnownRows { rows, unknown, unknown_others })
    }
}

/// The components that have made tables of their own.
async fn with_tables(store: &AppStore) -> Result<Vec<String>, PersonalDataError> {
    let sql = "SELECT DISTINCT component FROM component_migrations ORDER BY component LIMIT 1000";
    let rows = store.query(sql, &[]).await?;
    Ok(Row::all(&rows).map(|row| row.text("component")).collect::<Result<_, _>>()?)
}
