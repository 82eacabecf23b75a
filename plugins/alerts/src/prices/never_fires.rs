//! The reason for which a price alert cannot fire with what is loaded.

use crate::prices::PriceAlert;
use quarry_pool_summaries::PoolSummary;
use quarry_sdk::prelude::*;

/// Says of each alert why it cannot fire; of none while the warehouse does not answer.
pub fn judge_prices(alerts: &mut [PriceAlert]) -> Result<(), Problem> {
    let mut addresses: Vec<Vec<u8>> = alerts.iter().map(|alert| alert.pool_address.0.clone()).collect();
    addresses.sort();
    addresses.dedup();
    let Some(pools) = if_available(quarry_pool_summaries::at(addresses))? else { return Ok(()) };
    for alert in alerts {
        let pool = pools.iter().find(|pool| pool.address == alert.pool_address && pool.chain == alert.chain);
        alert.never_fires = reason(pool);
    }
    Ok(())
}

/// The reason, of a market that has a price or has none; without a market, that it is tracked no more.
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
