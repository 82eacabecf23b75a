//! A person's rows, table by table: the host's, and those of the components that are loaded.

use crate::personal_data::{HOST_DATA, HostErasure, PersonalData, PersonalDataError};
use quarry_stores::app::{AppStore, BoundStatement, Row};
use quarry_stores::result_set::Value;
use std::collections::BTreeSet;
use std::sync::{Arc, Weak};

/// The word that stands in the place of a component's name.
const HOST: &str = "host";

/// The fate of rows when the account is deleted.
#[derive(Debug, Clone)]
pub enum Erasing {
    Statement(BoundStatement),
    /// They stay, for this reason.
    Kept(String),
}

/// The rows of one table that belong to one person.
#[derive(Debug, Clone)]
pub struct PersonalRows {
    /// The owner of the table: `host`, or a component's name.
    pub owner: String,
    pub table: String,
    /// The rows, in words for the person.
    pub thing: String,
    /// The column that holds the person's id.
    pub user_column: String,
    pub export: BoundStatement,
    pub erasing: Erasing,
}

/// The data that the loaded components hold of people.
pub trait ComponentsData: Send + Sync + 'static {
    /// The names of those that are loaded.
    fn loaded(&self) -> BTreeSet<String>;

    /// The rows of one person.
    fn rows_of(&self, user_id: i64) -> Result<Vec<PersonalRows>, PersonalDataError>;

    /// The rules that may keep the account of one person.
    fn keepers_of(&self, user_id: i64) -> Result<Vec<AccountKeeper>, PersonalDataError>;
}

/// A rule that may keep an account from being deleted.
#[derive(Debug, Clone)]
pub struct AccountKeeper {
    /// Its rows keep the account.
    pub rows: BoundStatement,
    pub code: String,
    /// Says what the person must do first.
    pub sentence: String,
    /// The member of the refusal that has the rows.
    pub member: String,
    /// The kind of tenants in which the deletion changes ranks, and the statement that gives them.
    pub tenant: &'static str,
    pub tenants: BoundStatement,
}

/// All that is known of a person's rows.
pub(super) struct KnownRows {
    /// In the order in which a deletion removes them: the person's own row goes last.
    pub(super) rows: Vec<PersonalRows>,
    /// Components that have tables here and are not loaded.
    pub(super) unknown: Vec<String>,
}

impl PersonalData {
    pub(super) fn components(&self) -> Result<Arc<dyn ComponentsData>, PersonalDataError> {
        self.components.get().and_then(Weak::upgrade).ok_or(PersonalDataError::NotReady)
    }

    pub(super) async fn rows_of(&self, user_id: i64) -> Result<KnownRows, PersonalDataError> {
        let components = self.components()?;
        let loaded = components.loaded();
        let unknown = with_tables(&self.store).await?.into_iter().filter(|name| !loaded.contains(name)).collect();
        let mut rows = components.rows_of(user_id)?;
        let bound = |sql: &str| BoundStatement { sql: sql.to_owned(), values: vec![Value::Int64(user_id)] };
        rows.extend(HOST_DATA.iter().map(|data| PersonalRows {
            owner: HOST.to_owned(),
            table: data.table.to_owned(),
            thing: data.thing.to_owned(),
            user_column: data.user_column.to_owned(),
            export: bound(data.export),
            erasing: match data.erasure {
                HostErasure::Statement(sql) => Erasing::Statement(bound(sql)),
                HostErasure::Kept(reason) => Erasing::Kept(reason.to_owned()),
            },
        }));
        Ok(KnownRows { rows, unknown })
    }
}

/// The components that have made tables of their own.
async fn with_tables(store: &AppStore) -> Result<Vec<String>, PersonalDataError> {
    let sql = "SELECT DISTINCT component FROM component_migrations ORDER BY component LIMIT 1000";
    let rows = store.query(sql, &[]).await?;
    Ok(Row::all(&rows).map(|row| row.text("component")).collect::<Result<_, _>>()?)
}

/// The text that reads some rows of an export: that of its statement, with the number of rows and of those before them as two
/// more values behind the `bound` ones.
pub fn page_of_rows(sql: &str, bound: usize) -> String {
    let (limit, offset) = (bound + 1, bound + 2);
    format!("SELECT * FROM ({sql}) AS personal_rows LIMIT CAST(${limit} AS BIGINT) OFFSET CAST(${offset} AS BIGINT)")
}
