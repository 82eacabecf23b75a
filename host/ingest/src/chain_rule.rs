//! The chain of a row: the one that the command line names, or that the file says, of those that the warehouse knows.

use super::dataset::{DatasetKind, IngestOptions};
use super::error::{self, IngestError};
use super::session::Session;
use super::staging_sql::ChainRule;

/// The rule for the chain that the rows of a file belong to.
pub(super) fn chain_rule<'a>(
    kind: DatasetKind,
    options: &IngestOptions,
    known: &'a [(u64, String)],
) -> Result<ChainRule<'a>, IngestError> {
    Ok(match &options.chain {
        _ if !kind.has_chains() => ChainRule::Chainless,
        Some(chain) => {
            let (id, slug) = resolve_chain(chain, known)?;
            ChainRule::Named(*id, slug)
        }
        None => ChainRule::FromFile(known),
    })
}

/// The chains that the warehouse knows, by id.
pub(super) async fn known_chains(session: &Session) -> Result<Vec<(u64, String)>, IngestError> {
    let sql = "SELECT chain_id, toString(slug) FROM chains FINAL ORDER BY chain_id";
    let rows = session.rows("reading the known chains", sql, &[]).await?;
    (0..rows.count()).map(|row| Ok((rows.number(row, 0)?, rows.text(row, 1)?))).collect()
}

pub(super) fn resolve_chain<'a>(chain: &str, known: &'a [(u64, String)]) -> Result<&'a (u64, String), IngestError> {
    let wanted = chain.trim().to_ascii_lowercase();
    known
        .iter()
        .find(|(id, slug)| *slug == wanted || id.to_string() == wanted)
        .ok_or_else(|| IngestError::UnknownChain { chain: chain.to_owned(), known: error::known_chains(known) })
}
