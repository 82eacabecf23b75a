//! Data of lenders.

use super::ColumnKind::{Address, Boolean, Decimal, List, RawAmount, Text};
use super::DatasetFilter::{Addresses, BlockFrom, BlockTo, Chain, DateFrom, DateTo, Protocols};
use super::{BLOCK_NUMBER, BLOCK_TIMESTAMP, CHAIN_ID, Category, Dataset, LOG_INDEX, TRANSACTION_HASH, column};

pub(super) const DATASETS: &[Dataset] = &[
    Dataset {
        key: "liquidations",
        name: "Liquidations",
        category: Category::Lending,
        description: "Liquidations of Aave V1, V2, V3, their forks and Compound V2, decoded.",
        columns: &[
            CHAIN_ID,
            BLOCK_NUMBER,
            LOG_INDEX,
            BLOCK_TIMESTAMP,
            TRANSACTION_HASH,
            column("address", Address, "The contract that emitted the event."),
            column("event", Text, "Which event it is."),
            column("borrower", Address, "Whose debt was repaid."),
            column("liquidator", Address, "Who repaid it and took the collateral."),
            column("collateral_asset", Address, "What was taken; of Compound V2 the cToken."),
            column("collateral_amount", RawAmount, "Raw units of collateral_asset."),
            column("debt_asset", Address, "What was repaid; null in Compound V2, whose event does not name it."),
            column("debt_amount", RawAmount, "Raw units of the debt."),
            column("accrued_interest_amount", RawAmount, "Of Aave V1 alone: interest that the debt had accrued."),
            column("receives_deposit_token", Boolean, "Of Aave alone: whether the liquidator took aTokens."),
        ],
        filters: &[Chain, Protocols, DateFrom, DateTo, BlockFrom, BlockTo, Addresses],
    },
    Dataset {
        key: "absorptions",
        name: "Absorptions",
        category: Category::Lending,
        description: "Accounts that markets of Compound III absorbed: one row for the debt, one for each collateral.",
        columns: &[
            CHAIN_ID,
            BLOCK_NUMBER,
            LOG_INDEX,
            BLOCK_TIMESTAMP,
            TRANSACTION_HASH,
            column("address", Address, "The market that emitted the event."),
            column("kind", Text, "debt or collateral; the dollar values of the two must not be added up."),
            column("absorber", Address, "Who called for it."),
            column("borrower", Address, "Whose account it was."),
            column("asset", Address, "The collateral; null of a debt, which is in the market's base token."),
            column("amount", RawAmount, "Raw units of the asset."),
            column("usd_value", RawAmount, "As the market valued it, with 8 decimals."),
        ],
        filters: &[Chain, DateFrom, DateTo, BlockFrom, BlockTo, Addresses],
    },
    Dataset {
        key: "health_factors",
        name: "Health factors",
        category: Category::Lending,
        description: "What each account of a protocol owed and had at the blocks of snapshots.",
        columns: &[
            CHAIN_ID,
            column("protocol", Text, "Slug of the protocol."),
            BLOCK_NUMBER,
            BLOCK_TIMESTAMP,
            column("account", Address, "Whose it is."),
            column("health_factor", Decimal, "Below 1 it can be liquidated; null where it owes nothing."),
            column("collateral_usd", Decimal, "Null where the snapshot does not say."),
            column("debt_usd", Decimal, "Null where the snapshot does not say."),
            column("collaterals", List, "Token and raw amount of each."),
            column("debts", List, "Token and raw amount of each."),
        ],
        filters: &[Chain, Protocols, BlockFrom, BlockTo, Addresses],
    },
];
