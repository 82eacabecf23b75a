//! The job that takes out the words of removed blocks, where they are more than a save takes out itself.

use crate::terms::index::ForgetTermsOfBlocks;
use quarry_sdk::prelude::*;

/// Blocks of up to 128 KiB whose words one transaction takes out.
const BLOCKS_AT_ONCE: usize = 50;

/// The blocks that are gone: ids are given once.
#[derive(Serialize, Deserialize)]
pub struct ForgetTermsArguments {
    pub blocks: Vec<i64>,
}

/// Takes out the words of many blocks that were removed from a research page at once.
#[job]
pub fn forget_terms(arguments: ForgetTermsArguments) -> Result<(), JobFailure> {
    for blocks in arguments.blocks.chunks(BLOCKS_AT_ONCE) {
        let transaction = Transaction::begin()?;
        transaction.execute(ForgetTermsOfBlocks { blocks: blocks.to_vec() })?;
        transaction.commit()?;
    }
    Ok(())
}
