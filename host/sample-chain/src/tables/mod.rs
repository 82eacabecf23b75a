//! The sample as CSV, in the column names of ethereum-etl, in chunks: what the ingest reads.
//!
//! Each table of each network is a stream of its own. Tables that follow from the simulation run it anew, which is
//! cheaper than keeping it; [`files`] runs it once for all of them.
//!
//! To add a table, add a variant to [`SampleTable`], its columns, and how it writes a block or its rows.

mod csv;
mod files;
mod ledger_rows;
mod lending_rows;
mod reader;
mod registry_rows;
mod stream;
mod table;

pub use files::{SampleFile, SampleFiles};
pub use reader::SampleTableReader;
pub use stream::SampleTableStream;
pub use table::SampleTable;

use super::{SampleChain, SampleNetwork};

impl SampleChain {
    /// One table of one network as CSV with a header line, in chunks of about [`SampleTableStream::CHUNK_BYTES`] that end at
    /// a line's end. Nothing is computed before the first chunk is taken; taking one costs CPU, so take them off the
    /// asynchronous threads.
    pub fn table(&self, network: SampleNetwork, table: SampleTable) -> SampleTableStream {
        SampleTableStream::new(self, network, table)
    }
}
