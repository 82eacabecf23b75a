//! The newest block of each chain that a file or a figure has rows of: later blocks change nothing in it.

use crate::dataset::Dataset;
use quarry_sdk::prelude::*;

statement!(warehouse, SelectNewestBlocks, "src/pins/newest_blocks.sql");

/// The newest block of one chain.
#[derive(Row, Serialize, Deserialize, Debug, Clone, PartialEq, Eq)]
pub struct Pin {
    pub chain_id: u64,
    /// The chain's slug, or its number where it has none.
    pub chain: String,
    pub block_number: u64,
}

#[derive(Row)]
struct FoundPin {
    #[row(flatten)]
    pin: Pin,
    /// False where no block of the chain is final yet.
    is_final: bool,
}

/// One for each chain that a dataset had rows of: rows of other chains came later, and are left out too.
#[derive(Serialize, Deserialize, Debug, Clone, Default, PartialEq, Eq)]
pub struct Pins(pub Vec<Pin>);

impl Pins {
    /// The newest block of the chain, or of every chain, as it is now, below the depth of finality where a chain is followed. None of a
    /// dataset whose rows stand in no blocks. A chain no block of which is final yet has no pin: 422 `nothing_final` where it is the one that
    /// was asked for.
    pub fn newest(dataset: &Dataset, chain_id: Option<u64>) -> Result<Pins, Problem> {
        if !dataset.has_blocks() {
            return Ok(Pins::default());
        }
        let datasets = dataset.rests_on();
        let found: Vec<FoundPin> = SelectNewestBlocks { datasets, chain_id }.all()?;
        if let (Some(_), Some(unsettled)) = (chain_id, found.iter().find(|found| !found.is_final)) {
            return Err(nothing_final(&unsettled.pin.chain));
        }
        Ok(Pins(found.into_iter().filter(|found| found.is_final).map(|found| found.pin).collect()))
    }

    /// Chains, and the newest block of each, as statements are bound to them. No pins are empty lists, which leave nothing out; where there
    /// was no chain to pin, the pin of a chain that does not exist leaves out everything.
    pub(crate) fn lists(pins: Option<&Pins>) -> (Vec<u64>, Vec<u64>) {
        match pins {
            None => (Vec::new(), Vec::new()),
            Some(Pins(pins)) if pins.is_empty() => (vec![0], vec![0]),
            Some(Pins(pins)) => pins.iter().map(|pin| (pin.chain_id, pin.block_number)).unzip(),
        }
    }
}

/// 422: each block of the chain can still be replaced.
pub(crate) fn nothing_final(chain: &str) -> Problem {
    let sentence = format!(
        "No block of {chain} is final yet, so its rows can still be replaced: try again when the chain has grown."
    );
    Problem::new(422, "nothing_final", sentence).with("chain", chain)
}
