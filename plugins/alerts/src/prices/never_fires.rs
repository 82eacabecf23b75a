//! The reason for which a price alert cannot fire with what is loaded.

use crate::prices::PriceAlert;
use quarry_pool_summaries::PoolSummary;
use quarry_sdk::prelude::*;

/// A price alert that was made or armed just now.
#[derive(Schema, Serialize)]
pub struct ArmedPriceAlert {
    #[serde(flatten)]
    #[schema(flatten)]
    pub alert: PriceAlert,
    /// The reason for which it cannot fire with what is loaded here; null where it can.
    #[schema(example = "The market has no price here: no price event of it is loaded.")]
    pub never_fires: Option<String>,
}

/// The reason, of a market with or without a price; none of a market that is tracked no more.
pub fn reason(pool: Option<&PoolSummary>) -> Option<String> {
    let Some(pool) = pool else {
        return Some("The market is tracked no more, so it has no price.".to_owned());
    };
    match (&pool.close, pool.as_of) {
        (Some(_), _) => None,
        (None, Some(_)) => Some(
            "The market has no price here: it cannot be derived, as while the decimals of its tokens are not known. The alert \
             fires only once they are."
                .to_owned(),
        ),
        (None, None) => Some(
            "The market has no price here: no price event of it is loaded. The alert fires only once one is.".to_owned(),
        ),
    }
}
