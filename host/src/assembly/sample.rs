//! The sample chain, loaded through the same ingest as real data.

use futures_util::stream;
use jiff::Timestamp;
use quarry_ingest::{DatasetKind, Format, Ingest, IngestError, IngestOptions, Progress};
use quarry_sample_chain::{SampleChain, SampleChainError, SampleChainOptions, SampleNetwork, SampleTable};
use quarry_stores::result_set::Value;
use quarry_stores::warehouse::{Warehouse, WarehouseError};
use std::sync::Arc;
use thiserror::Error;

/// The end of the sample's 90 days, fixed so that every installation has the same data: 2026-11-01T00:00:00Z.
const END_SECONDS: i64 = 1_793_491_200;

/// The sample chain could not be loaded.
#[derive(Debug, Error)]
pub enum SampleError {
    #[error("the sample chain cannot be made: {0}")]
    Make(#[from] SampleChainError),
    #[error("the sample chain cannot be loaded: {0}")]
    Load(#[from] IngestError),
    #[error("the warehouse cannot say what it holds: {0}")]
    Warehouse(#[from] WarehouseError),
    #[error("the end of the sample chain is no time: {0}")]
    End(#[from] jiff::Error),
}

/// A table that is loaded next.
#[derive(Debug, Clone, Copy)]
pub struct SampleStep {
    pub network: SampleNetwork,
    pub table: SampleTable,
    /// The table's number, from 1.
    pub number: usize,
    /// The number of tables that are loaded in all.
    pub of: usize,
}

/// Loads what is missing of the sample chain; on a second start that is nothing.
pub async fn load_sample_chain(
    warehouse: &Warehouse,
    progress: impl Fn(&SampleStep) -> Arc<dyn Progress>,
) -> Result<(), SampleError> {
    let end = Timestamp::from_second(END_SECONDS)?;
    let chain = SampleChain::new(SampleChainOptions::standard(end))?;
    let loaded = loaded_tables(warehouse).await?;
    let ingest = Ingest::new(warehouse.clone());
    let tables = chain.networks().flat_map(|network| SampleTable::ALL.map(|table| (network, table)));
    let missing: Vec<_> = tables.filter(|(network, table)| !loaded.contains(&source_name(*network, *table))).collect();
    for (index, (network, table)) in missing.iter().copied().enumerate() {
        let name = source_name(network, table);
        let options = IngestOptions { chain: Some(network.chain_id().to_string()), ..IngestOptions::default() };
        let bytes = stream::iter(chain.table(network, table).map(Ok));
        let progress = progress(&SampleStep { network, table, number: index + 1, of: missing.len() });
        ingest.ingest_bytes(dataset(table), Format::Csv, &name, bytes, &options, progress).await?;
    }
    Ok(())
}

fn dataset(table: SampleTable) -> DatasetKind {
    match table {
        SampleTable::Tokens => DatasetKind::Tokens,
        SampleTable::Pools => DatasetKind::Pools,
        SampleTable::Blocks => DatasetKind::Blocks,
        SampleTable::Transactions => DatasetKind::Transactions,
        SampleTable::Logs => DatasetKind::Logs,
        SampleTable::LendingDeployments => DatasetKind::LendingDeployments,
        SampleTable::HealthFactors => DatasetKind::HealthFactors,
    }
}

/// Gives the name of a sample table in `ingest_runs`.
fn source_name(network: SampleNetwork, table: SampleTable) -> String {
    format!("sample chain {}/{}", network.slug(), table.name())
}

/// The sample's tables that were loaded whole.
async fn loaded_tables(warehouse: &Warehouse) -> Result<Vec<String>, WarehouseError> {
    let answer = warehouse
        .query(
            "SELECT DISTINCT source FROM ingest_runs FINAL WHERE finished = 1 AND startsWith(source, 'sample chain ')",
            &[],
            quarry_stores::warehouse::QuerySettings {
                deadline: std::time::Duration::from_secs(30),
                max_rows: 1_000,
                max_memory_bytes: 256 << 20,
                readonly: true,
            },
        )
        .await?;
    let names = answer.rows.column("source").map(|column| {
        (0..answer.rows.row_count)
            .filter_map(|row| match column.value(row) {
                Value::Text(name) => Some(name),
                _ => None,
            })
            .collect()
    });
    Ok(names.unwrap_or_default())
}
