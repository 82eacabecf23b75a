//! A table as a stream of chunks, in constant memory.

use bytes::Bytes;

use super::{SampleTable, ledger_rows, lending_rows, registry_rows};
use crate::ledger::{Block, Simulation};
use crate::lending::SnapshotWalk;
use crate::{SampleChain, SampleNetwork};

/// One table of one network as chunks of CSV. Each chunk ends at a line's end; the first begins with the header.
pub struct SampleTableStream {
    network: SampleNetwork,
    table: SampleTable,
    source: Source,
    buffer: Vec<u8>,
    rows: u64,
}

/// The source of the rows.
enum Source {
    /// The registry's rows, all at once; taken at the first chunk.
    Registry(Option<SampleChain>),
    /// The rows of a simulation, which is not built before the first chunk is taken.
    Waiting(SampleChain),
    Ledger(Box<Simulation>),
    Snapshots(Box<SnapshotWalk>),
}

impl SampleTableStream {
    /// The size that a chunk reaches before it is handed out; the last one may be smaller, and none is larger by more
    /// than a block's rows.
    pub const CHUNK_BYTES: usize = 256 * 1024;

    pub(super) fn new(chain: &SampleChain, network: SampleNetwork, table: SampleTable) -> Self {
        let source = match table {
            SampleTable::Tokens | SampleTable::Pools | SampleTable::LendingDeployments => {
                Source::Registry(Some(chain.clone()))
            }
            SampleTable::Blocks | SampleTable::Transactions | SampleTable::Logs | SampleTable::HealthFactors => {
                Source::Waiting(chain.clone())
            }
        };
        Self { network, table, source, buffer: header(table), rows: 0 }
    }

    /// The number of rows of the chunks so far, the header not counted.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Adds the next rows to the buffer; false at the end.
    fn extend(&mut self) -> bool {
        match &mut self.source {
            Source::Registry(chain) => match chain.take() {
                Some(chain) => {
                    self.rows += match self.table {
                        SampleTable::Tokens => registry_rows::write_tokens(&chain, self.network, &mut self.buffer),
                        SampleTable::LendingDeployments => {
                            lending_rows::write_deployments(self.network, &mut self.buffer)
                        }
                        _ => registry_rows::write_pools(&chain, self.network, &mut self.buffer),
                    };
                    true
                }
                None => false,
            },
            Source::Waiting(chain) => {
                self.source = match self.table {
                    SampleTable::HealthFactors => Source::Snapshots(Box::new(SnapshotWalk::new(chain, self.network))),
                    _ => Source::Ledger(Box::new(Simulation::new(chain, self.network))),
                };
                true
            }
            Source::Snapshots(walk) => match walk.next() {
                Some(accounts) => {
                    self.rows += lending_rows::write_snapshot(self.network, &accounts, &mut self.buffer);
                    true
                }
                None => false,
            },
            Source::Ledger(simulation) => match simulation.next() {
                Some(block) => {
                    self.rows += write_rows(self.network, self.table, &block, &mut self.buffer);
                    true
                }
                None => false,
            },
        }
    }
}

impl Iterator for SampleTableStream {
    type Item = Bytes;

    fn next(&mut self) -> Option<Bytes> {
        while self.buffer.len() < Self::CHUNK_BYTES && self.extend() {}
        if self.buffer.is_empty() {
            return None;
        }
        Some(Bytes::from(std::mem::take(&mut self.buffer)))
    }
}

/// The first line of a table.
pub(super) fn header(table: SampleTable) -> Vec<u8> {
    format!("{}\n", table.header()).into_bytes()
}

/// A block's rows in one of the tables that follow from blocks; how many.
pub(super) fn write_rows(network: SampleNetwork, table: SampleTable, block: &Block, buffer: &mut Vec<u8>) -> u64 {
    match table {
        SampleTable::Blocks => ledger_rows::write_block(network, block, buffer),
        SampleTable::Transactions => ledger_rows::write_transactions(block, buffer),
        SampleTable::Logs => ledger_rows::write_logs(block, buffer),
        SampleTable::Tokens | SampleTable::Pools | SampleTable::LendingDeployments | SampleTable::HealthFactors => 0,
    }
}
