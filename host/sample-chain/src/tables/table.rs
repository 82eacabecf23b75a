//! The tables of the sample.

use super::{ledger_rows, lending_rows, registry_rows};

/// A table of the sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SampleTable {
    /// ethereum-etl's `tokens`. Supplies and block numbers are empty; one token has no decimals.
    Tokens,
    /// Pools: `address, protocol, source, token0, token1, fee, created_block_number`. `fee` is in V3's pips, empty for V2.
    Pools,
    /// ethereum-etl's `blocks`; only blocks with a transaction of the sample.
    Blocks,
    /// ethereum-etl's `transactions`.
    Transactions,
    /// ethereum-etl's `logs`; `topics` is one field, separated by commas.
    Logs,
    /// Lending contracts: `chain, address, protocol, slug, name, underlying`.
    LendingDeployments,
    /// Snapshots of those who borrow; their balances are JSON.
    HealthFactors,
}

impl SampleTable {
    /// All tables, in an order in which each follows what its rows refer to.
    pub const ALL: [Self; 7] = [
        Self::Tokens,
        Self::Pools,
        Self::Blocks,
        Self::Transactions,
        Self::Logs,
        Self::LendingDeployments,
        Self::HealthFactors,
    ];

    /// The table's name, which is also its file's name without the ending.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tokens => "tokens",
            Self::Pools => "pools",
            Self::Blocks => "blocks",
            Self::Transactions => "transactions",
            Self::Logs => "logs",
            Self::LendingDeployments => "lending_deployments",
            Self::HealthFactors => "health_factors",
        }
    }

    /// The CSV's first line, without its end.
    pub(super) fn header(self) -> &'static str {
        match self {
            Self::Tokens => registry_rows::TOKEN_COLUMNS,
            Self::Pools => registry_rows::POOL_COLUMNS,
            Self::Blocks => ledger_rows::BLOCK_COLUMNS,
            Self::Transactions => ledger_rows::TRANSACTION_COLUMNS,
            Self::Logs => ledger_rows::LOG_COLUMNS,
            Self::LendingDeployments => lending_rows::DEPLOYMENT_COLUMNS,
            Self::HealthFactors => lending_rows::HEALTH_FACTOR_COLUMNS,
        }
    }

    /// True when its rows follow from blocks.
    pub(super) fn follows_from_blocks(self) -> bool {
        matches!(self, Self::Blocks | Self::Transactions | Self::Logs)
    }
}
