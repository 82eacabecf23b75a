//! Logs that are kept and served by no component: by topic and emitter, with why.

use super::chain_rule::{known_chains, resolve_chain};
use super::error::IngestError;
use super::run::Ingest;
use quarry_stores::result_set::Value;

/// Logs of one topic and one emitter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptLogs {
    pub chain: String,
    /// In hex; of logs without topics nothing.
    pub topic0: String,
    /// The event's declaration, where it is known.
    pub event: String,
    pub emitter: String,
    pub logs: u64,
    /// The reason why none of them is decoded.
    pub reason: String,
}

const LIST: &str = include_str!("sql/list_kept_logs.sql");

impl Ingest {
    /// The commonest hundred, of one chain or of all. Reads every log.
    pub async fn kept_logs(&self, chain: Option<&str>) -> Result<Vec<KeptLogs>, IngestError> {
        let known = known_chains(&self.session).await?;
        let chain_id = match chain {
            Some(chain) => resolve_chain(chain, &known)?.0,
            None => 0,
        };
        let parameters = [("chain_id", Value::UInt64(chain_id))];
        let rows = self.session.rows("listing the logs that are not decoded", LIST, &parameters).await?;
        (0..rows.count())
            .map(|row| {
                Ok(KeptLogs {
                    chain: rows.text(row, 0)?,
                    topic0: rows.text(row, 1)?,
                    event: rows.text(row, 2)?,
                    emitter: rows.text(row, 3)?,
                    logs: rows.number(row, 4)?,
                    reason: rows.text(row, 5)?,
                })
            })
            .collect()
    }

    /// The journal of loads, the newest last.
    pub async fn loads(&self) -> Result<Vec<super::LoadEntry>, IngestError> {
        super::journal::entries(&self.session, None).await
    }
}
