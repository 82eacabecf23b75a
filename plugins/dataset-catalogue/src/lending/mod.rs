//! Data of lenders.

use crate::column::ColumnKind::{Address, Boolean, Decimal, Integer, List, RawAmount, Text};
use crate::column::{BLOCK_NUMBER, BLOCK_TIMESTAMP, CHAIN_ID, Column, LOG_INDEX_OR_NULL, TRANSACTION_HASH};
use crate::dataset::{Category, Dataset, Reader, Source};
use crate::filter::{BLOCK_FROM, BLOCK_TO, CHAIN, DATE_FROM, DATE_TO, Filter, FilterField};
use crate::known::ProtocolSource;
use quarry_dataset_names as names;
use quarry_sdk::prelude::*;

statement!(warehouse, SelectLiquidations, "src/lending/liquidations.sql");
statement!(warehouse, SelectAbsorptions, "src/lending/absorptions.sql");
statement!(warehouse, SelectHealthFactors, "src/lending/health_factors.sql");

pub(crate) const DATASETS: &[Dataset] = &[
    Dataset {
        key: names::LIQUIDATIONS.key,
        name: names::LIQUIDATIONS.name,
        category: Category::Lending,
        description: names::LIQUIDATIONS.description,
        columns: &[
            CHAIN_ID,
            BLOCK_NUMBER,
            LOG_INDEX_OR_NULL,
            BLOCK_TIMESTAMP,
            TRANSACTION_HASH,
            Column::new("address", Address, "The contract that emitted the event."),
            Column::new("event", Text, "Which event it is."),
            Column::new("borrower", Address, "Whose debt was repaid."),
            Column::new("liquidator", Address, "Who repaid it and took the collateral."),
            Column::new("collateral_asset", Address, "What was taken; of Compound V2 the cToken."),
            Column::new("collateral_amount", RawAmount, "How much was taken.")
                .in_units("raw units of collateral_asset"),
            Column::new("debt_asset", Address, "What was repaid; null in Compound V2, whose event does not name it."),
            Column::new("debt_amount", RawAmount, "How much was repaid.").in_units("raw units of the debt"),
            Column::new("accrued_interest_amount", RawAmount, "Of Aave V1 alone: interest that the debt had accrued.")
                .in_units("raw units of the debt")
                .when_picked(),
            Column::new("receives_deposit_token", Boolean, "Of Aave alone: whether the liquidator took aTokens.")
                .when_picked(),
            Column::new(
                "protocol",
                Text,
                "That of the contract, else what a file calls it; null where nobody knows it.",
            ),
            Column::new("deployment", Text, "Slug of the contract's deployment; null where it is not registered."),
            Column::new("collateral_symbol", Text, "Short name of collateral_asset; null where it is unknown.")
                .of_strangers(),
            Column::new("collateral_decimals", Integer, "Of collateral_asset; null where they are unknown."),
            Column::new(
                "collateral_usd",
                Decimal,
                "Worth of what was taken, at the price of the hour before; null without one.",
            )
            .in_units("US dollars"),
            Column::new("debt_token", Address, "What was repaid; of Compound V2 the token that the cToken is of."),
            Column::new("debt_symbol", Text, "Short name of debt_token; null where it is unknown.").of_strangers(),
            Column::new("debt_decimals", Integer, "Of debt_token; null where they are unknown."),
            Column::new(
                "debt_usd",
                Decimal,
                "Worth of what was repaid, at the price of the hour before; null without one.",
            )
            .in_units("US dollars"),
        ],
        filters: &[
            CHAIN,
            FilterField::new(Filter::Protocols, "Liquidations of these protocols or deployments."),
            DATE_FROM,
            DATE_TO,
            BLOCK_FROM,
            BLOCK_TO,
            FilterField::new(
                Filter::Addresses,
                "Liquidations with one of these as borrower, liquidator or emitting contract.",
            ),
        ],
        order: &["chain_id", "block_number", "log_index"],
        source: Source::Warehouse(Reader::Statement(SelectLiquidations::NAME)),
        protocols: Some(ProtocolSource::Lenders),
        compares_measures: true,
    },
    Dataset {
        key: names::ABSORPTIONS.key,
        name: names::ABSORPTIONS.name,
        category: Category::Lending,
        description: names::ABSORPTIONS.description,
        columns: &[
            CHAIN_ID,
            BLOCK_NUMBER,
            LOG_INDEX_OR_NULL,
            BLOCK_TIMESTAMP,
            TRANSACTION_HASH,
            Column::new("address", Address, "The market that emitted the event."),
            Column::new("kind", Text, "debt or collateral; the dollar values of the two must not be added up."),
            Column::new("absorber", Address, "Who called for it."),
            Column::new("borrower", Address, "Whose account it was."),
            Column::new("asset", Address, "The collateral; null of a debt, which is in the market's base token."),
            Column::new("amount", RawAmount, "How much of the asset.").in_units("raw units of the asset"),
            Column::new("usd_value", RawAmount, "As the market valued it.").in_units("10^-8 US dollars"),
        ],
        filters: &[
            CHAIN,
            DATE_FROM,
            DATE_TO,
            BLOCK_FROM,
            BLOCK_TO,
            FilterField::new(Filter::Addresses, "Absorptions with one of these as borrower, absorber or market."),
        ],
        order: &["chain_id", "block_number", "log_index"],
        source: Source::Warehouse(Reader::Statement(SelectAbsorptions::NAME)),
        protocols: None,
        compares_measures: false,
    },
    Dataset {
        key: names::HEALTH_FACTORS.key,
        name: names::HEALTH_FACTORS.name,
        category: Category::Lending,
        description: names::HEALTH_FACTORS.description,
        columns: &[
            CHAIN_ID,
            Column::new("protocol", Text, "Slug of the protocol."),
            BLOCK_NUMBER,
            BLOCK_TIMESTAMP,
            Column::new("account", Address, "Whose it is."),
            Column::new("health_factor", Decimal, "Below 1 it can be liquidated; null where it owes nothing."),
            Column::new("collateral_usd", Decimal, "Null where the snapshot does not say.").in_units("US dollars"),
            Column::new("debt_usd", Decimal, "Null where the snapshot does not say.").in_units("US dollars"),
            Column::new("collaterals", List, "Token and raw amount of each.").when_picked(),
            Column::new("debts", List, "Token and raw amount of each.").when_picked(),
        ],
        filters: &[
            CHAIN,
            FilterField::new(Filter::Protocols, "Accounts of these protocols."),
            BLOCK_FROM,
            BLOCK_TO,
            FilterField::new(Filter::Addresses, "These accounts."),
        ],
        order: &["chain_id", "protocol", "block_number", "account"],
        source: Source::Warehouse(Reader::Statement(SelectHealthFactors::NAME)),
        protocols: Some(ProtocolSource::Snapshots),
        compares_measures: true,
    },
];
