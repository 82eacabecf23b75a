//! `datasets`: what components declare, read by others through the statement and the tables of the component that declared it.
//!
//! Always true here: a dataset's SQL is the statement of its component, which the wall held against what that component was given;
//! its readers pick columns among those declared, and bind values.

use crate::capabilities::call::{Call, CallWarehouse, RowBounds, ask_warehouse};
use crate::capabilities::statement_bindings::HostValues;
use crate::capabilities::statements::{Prepared, counting_text};
use crate::capabilities::{PartBounds, PublishedDataset, RowFileTarget, Rows, StatementFailure};
use quarry_contract::{Caller, Grant, Store};
use quarry_stores::result_set::Value;
use quarry_stores::row_files::WrittenParts;
use std::time::Duration;

impl Call {
    /// The datasets of components that serve, by key.
    pub fn published_datasets(&self) -> Result<Vec<PublishedDataset>, StatementFailure> {
        self.frame.needs(Grant::Datasets)?;
        let desk = self.frame.capabilities.stores().modules.get();
        let mut published = desk.map(|desk| desk.datasets()).unwrap_or_default();
        published.sort_by(|one, other| one.dataset.key.cmp(&other.dataset.key));
        Ok(published)
    }

    /// Runs a dataset's statement.
    pub async fn query_dataset(&mut self, key: &str, bindings: Vec<(String, Value)>) -> Result<Rows, StatementFailure> {
        let (owner, prepared) = self.prepare_dataset(key, bindings)?;
        let remaining = prepared.time_within(self.frame.time.remaining()?);
        let bounds = RowBounds { max_rows: self.statements.max_rows, memory: &self.statements.memory };
        // A host has one warehouse: the caller's is that of the component that declared it.
        let warehouse = CallWarehouse::of(&self.frame.capabilities, self.frame.is_of_a_job);
        let asking =
            Box::pin(ask_warehouse(warehouse, &owner.component, key, prepared.sql(), &prepared, remaining, bounds));
        let (set, rows_read) = self.frame.time.asking(Store::Warehouse, asking).await?;
        self.statements.check_rows(&set)?;
        self.statements.gave_rows(set.row_count, rows_read);
        Ok(Rows { statement: key.to_owned(), set, after: Vec::new(), order: None, rows_read })
    }

    /// Counts the rows of a dataset, for `at_most`.
    pub async fn count_dataset_rows(
        &mut self,
        key: &str,
        bindings: Vec<(String, Value)>,
        at_most: Duration,
    ) -> Result<u64, StatementFailure> {
        let (owner, prepared) = self.prepare_dataset(key, bindings)?;
        let remaining = self.frame.time.remaining()?.min(at_most);
        let sql = counting_text(prepared.sql());
        let warehouse = CallWarehouse::of(&self.frame.capabilities, self.frame.is_of_a_job);
        let one_row = RowBounds { max_rows: 1, memory: &self.statements.memory };
        let counting = Box::pin(ask_warehouse(warehouse, &owner.component, key, &sql, &prepared, remaining, one_row));
        let (set, rows_read) = self.frame.time.asking(Store::Warehouse, counting).await?;
        self.statements.gave_rows(set.row_count, rows_read);
        match set.column("row_count").map(|column| column.value(0)) {
            Some(Value::UInt64(rows)) => Ok(rows),
            other => {
                Err(StatementFailure::Rejected(format!("the rows of the dataset {key} were counted as {other:?}")))
            }
        }
    }

    /// Writes a dataset's rows into objects of the component that asks.
    pub async fn write_dataset_parts(
        &mut self,
        key: &str,
        bindings: Vec<(String, Value)>,
        target: RowFileTarget,
        bounds: PartBounds,
    ) -> Result<WrittenParts, StatementFailure> {
        self.frame.needs(Grant::Datasets)?;
        self.frame.needs(Grant::RowFiles)?;
        let (owner, prepared) = self.prepare_dataset(key, bindings)?;
        let sql = match &target.columns {
            None => prepared.sql().to_owned(),
            Some(columns) => owner.statements.narrowed(&owner.dataset.statement, &prepared, columns)?,
        };
        self.write_prepared_parts(key, &sql, &prepared, target, bounds).await
    }

    /// The statement of the component that declared the dataset, and nothing of the caller in it.
    fn prepare_dataset(
        &mut self,
        key: &str,
        bindings: Vec<(String, Value)>,
    ) -> Result<(PublishedDataset, Prepared), StatementFailure> {
        self.frame.refuse_within_transaction("read a dataset")?;
        let found = self.published_datasets()?.into_iter().find(|published| published.dataset.key == key);
        let gone = || {
            StatementFailure::Unavailable(format!(
                "The dataset {key:.64} is not there at the moment: its component is not loaded, or its module is off."
            ))
        };
        let owner = found.ok_or_else(gone)?;
        self.statements.take()?;
        let host = HostValues::of(&Caller::Nobody);
        let prepared = owner.statements.prepare(Store::Warehouse, &owner.dataset.statement, bindings, host, None)?;
        Ok((owner, prepared))
    }
}
