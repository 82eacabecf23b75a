//! The way back: takes what a load, a deployment's registration or a range of blocks had brought out again, with everything
//! that was derived from it.
//!
//! Always true after a withdrawal: readers see what they would if those rows had never been loaded, but for rows that an
//! earlier load had brought too, which come back when that load is repeated. [`WithdrawalPlan`] says all of it before
//! anything is done. A crash on the way is made good by withdrawing the same once more.

mod plan;
mod removal;
mod scope;

use std::sync::Arc;

use super::chain_rule::{known_chains, resolve_chain};
use super::dataset::DatasetKind;
use super::error::IngestError;
use super::journal::{self, LoadState};
use super::progress::Silent;
use super::run::Ingest;
use super::runs;
use super::staging::BlockRange;
pub use plan::{Overlap, Part, WithdrawalPlan};
use quarry_stores::result_set::Value;
use scope::Scope;

/// The rows that are withdrawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WithdrawalTarget {
    /// A load, by its number.
    Load(u64),
    /// The registration of a lending deployment, by its slug.
    Deployment(String),
    /// All that is stored of a chain's blocks, both ends included.
    Blocks { chain: String, first_block: u64, last_block: u64 },
}

const ALL_KINDS: [DatasetKind; 11] = [
    DatasetKind::Logs,
    DatasetKind::Transactions,
    DatasetKind::Liquidations,
    DatasetKind::Absorptions,
    DatasetKind::Swaps,
    DatasetKind::Blocks,
    DatasetKind::HealthFactors,
    DatasetKind::Tokens,
    DatasetKind::Pools,
    DatasetKind::LendingDeployments,
    DatasetKind::TopicNames,
];

impl Ingest {
    /// Lists the rows that would go. Changes nothing.
    pub async fn plan_withdrawal(&self, target: &WithdrawalTarget) -> Result<WithdrawalPlan, IngestError> {
        let scope = self.scope(target).await?;
        plan::plan(&self.session, &scope).await
    }

    /// Takes the rows out. Gives how many they were.
    pub async fn withdraw(&self, target: &WithdrawalTarget) -> Result<u64, IngestError> {
        let work = async {
            let scope = self.scope(target).await?;
            let plan = plan::plan(&self.session, &scope).await?;
            let version = runs::begin(&self.session, DatasetKind::Blocks, &scope.name).await?;
            removal::remove(&self.session, &scope, version).await?;
            self.derive(version + 1, &scope.ranges, &(Arc::new(Silent) as Arc<dyn super::Progress>)).await?;
            removal::note(&self.session, &scope, version).await?;
            runs::finish(&self.session, version, DatasetKind::Blocks, &scope.name, 0, 0).await?;
            Ok(plan.rows())
        };
        self.exclusively(work).await
    }

    async fn scope(&self, target: &WithdrawalTarget) -> Result<Scope, IngestError> {
        match target {
            WithdrawalTarget::Load(number) => self.scope_of_load(*number).await,
            WithdrawalTarget::Deployment(slug) => self.scope_of_deployment(slug).await,
            WithdrawalTarget::Blocks { chain, first_block, last_block } => {
                self.scope_of_blocks(chain, *first_block, *last_block).await
            }
        }
    }

    async fn scope_of_load(&self, number: u64) -> Result<Scope, IngestError> {
        let entry = journal::entries(&self.session, Some(number)).await?.pop().ok_or(IngestError::NoLoad { number })?;
        if entry.state == LoadState::Withdrawn {
            return Err(IngestError::Withdrawn { number });
        }
        let sql = "SELECT arrayJoin(chain_ids) FROM loads FINAL WHERE number = {number:UInt64}";
        let chains = self.session.rows("reading a load", sql, &[("number", Value::UInt64(number))]).await?;
        let mut ranges = Vec::new();
        if let Some((first_block, last_block)) = entry.blocks {
            for row in 0..chains.count() {
                ranges.push(BlockRange { chain_id: chains.number(row, 0)?, first_block, last_block });
            }
        }
        let kind = ALL_KINDS.into_iter().find(|kind| kind.name() == entry.dataset);
        let mut rows = Vec::new();
        if let Some(kind) = kind {
            let within = match kind.has_blocks() && !ranges.is_empty() {
                true => {
                    let chains: Vec<_> = ranges.iter().map(|range| range.chain_id.to_string()).collect();
                    let BlockRange { first_block, last_block, .. } = ranges[0];
                    format!(
                        "chain_id IN ({}) AND block_number BETWEEN {first_block} AND {last_block} AND load = {number}",
                        chains.join(", ")
                    )
                }
                false => format!("load = {number}"),
            };
            rows.push((kind, within));
        }
        Ok(Scope { name: format!("withdrawal of load {number} ({})", entry.file), rows, ranges, load: Some(number) })
    }

    async fn scope_of_deployment(&self, slug: &str) -> Result<Scope, IngestError> {
        let sql = "SELECT toUInt64(countIf(slug = {slug:String})), arrayStringConcat(arraySort(groupUniqArray(toString(slug))), ', ') \
                   FROM lending_deployments FINAL";
        let found = self.session.rows("reading a deployment", sql, &[("slug", Value::Text(slug.to_owned()))]).await?;
        if found.number(0, 0)? == 0 {
            return Err(IngestError::NoDeployment { slug: slug.to_owned(), known: found.text(0, 1)? });
        }
        // The slug was found among those that are there, which are words.
        let rows = vec![(DatasetKind::LendingDeployments, format!("slug = '{slug}'"))];
        Ok(Scope { name: format!("withdrawal of deployment {slug}"), rows, ranges: Vec::new(), load: None })
    }

    async fn scope_of_blocks(&self, chain: &str, first_block: u64, last_block: u64) -> Result<Scope, IngestError> {
        if first_block > last_block {
            return Err(IngestError::NoBlocks { first_block, last_block });
        }
        let known = known_chains(&self.session).await?;
        let (chain_id, slug) = resolve_chain(chain, &known)?;
        let within = format!("chain_id = {chain_id} AND block_number BETWEEN {first_block} AND {last_block}");
        let kinds = ALL_KINDS
            .into_iter()
            .filter(|kind| kind.has_blocks() || kind.is_decoded_elsewhere() || *kind == DatasetKind::HealthFactors);
        Ok(Scope {
            name: format!("withdrawal of {slug} blocks {first_block} to {last_block}"),
            rows: kinds.map(|kind| (kind, within.clone())).collect(),
            ranges: vec![BlockRange { chain_id: *chain_id, first_block, last_block }],
            load: None,
        })
    }
}
