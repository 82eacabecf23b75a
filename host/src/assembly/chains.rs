//! The chains that a deployment adds: those of its configuration go into the warehouse, and what the warehouse has is what
//! `chain` takes.

use quarry_config::ChainSection;
use quarry_contract::know_chains;
use quarry_ingest::{Ingest, IngestError, KnownChain};
use quarry_stores::shutdown::Shutdown;
use quarry_stores::warehouse::Warehouse;
use std::collections::BTreeMap;
use std::time::Duration;

/// The interval at which a serving host looks for chains that a command added beside it.
const LOOK_EVERY: Duration = Duration::from_secs(5);

/// Adds the configuration's chains and makes all of them known to this process.
pub(super) async fn add_configured(
    warehouse: &Warehouse,
    chains: &BTreeMap<String, ChainSection>,
) -> Result<(), IngestError> {
    let ingest = Ingest::new(warehouse.clone());
    for (slug, section) in chains {
        let ChainSection { id, finality, explorer } = section.clone();
        let chain = KnownChain { id, slug: slug.clone(), finality_depth: finality, explorer_url: explorer };
        ingest.add_chain(&chain).await?;
    }
    look(&ingest).await
}

/// Keeps looking until the host ends.
pub(super) async fn follow(warehouse: Warehouse, mut shutdown: Shutdown) {
    let ingest = Ingest::new(warehouse);
    loop {
        tokio::select! {
            () = shutdown.wait() => return,
            () = tokio::time::sleep(LOOK_EVERY) => {}
        }
        // A warehouse that hangs holds no stop up.
        tokio::select! {
            () = shutdown.wait() => return,
            looked = look(&ingest) => if let Err(error) = looked {
                tracing::debug!(%error, "the chains could not be read");
            },
        }
    }
}

async fn look(ingest: &Ingest) -> Result<(), IngestError> {
    know_chains(ingest.chains().await?.into_iter().map(|chain| (chain.slug, chain.id)));
    Ok(())
}
