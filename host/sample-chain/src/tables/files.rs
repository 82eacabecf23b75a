//! The sample as files in a folder: `<network>/<table>.csv`.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::stream::{header, write_rows};
use super::{SampleTable, SampleTableStream};
use crate::ledger::Simulation;
use crate::{SampleChain, SampleChainError, SampleNetwork};

/// A written file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SampleFile {
    /// Where it lies.
    pub path: PathBuf,
    /// The network whose rows it holds.
    pub network: SampleNetwork,
    /// The table of its rows.
    pub table: SampleTable,
    /// Rows, the header not counted.
    pub rows: u64,
    /// Size in bytes.
    pub bytes: u64,
}

/// All files of a sample.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SampleFiles {
    /// Network by network, each in the order of [`SampleTable::ALL`]: an order in which they can be loaded.
    pub files: Vec<SampleFile>,
}

impl SampleChain {
    /// Writes all tables of all networks below a folder, which is created, over files that are already there. The bytes
    /// are those of [`SampleChain::table`].
    ///
    /// # Errors
    /// [`SampleChainError::Write`] with the path that could not be written.
    pub fn write_to(&self, folder: &Path) -> Result<SampleFiles, SampleChainError> {
        let mut files = Vec::new();
        for network in self.networks() {
            let folder = folder.join(network.slug());
            std::fs::create_dir_all(&folder)
                .map_err(|source| SampleChainError::Write { path: folder.clone(), source })?;
            let mut sheets = SampleTable::ALL
                .into_iter()
                .map(|table| Sheet::create(&folder, network, table))
                .collect::<Result<Vec<_>, _>>()?;
            for sheet in &mut sheets {
                sheet.fill_from_registry(self)?;
            }
            for block in Simulation::new(self, network) {
                for sheet in &mut sheets {
                    sheet.file.rows += write_rows(network, sheet.file.table, &block, &mut sheet.buffer);
                    sheet.flush_when_large()?;
                }
            }
            for sheet in sheets {
                files.push(sheet.finish()?);
            }
        }
        Ok(SampleFiles { files })
    }
}

/// A file being written.
struct Sheet {
    file: SampleFile,
    output: File,
    buffer: Vec<u8>,
}

impl Sheet {
    fn create(folder: &Path, network: SampleNetwork, table: SampleTable) -> Result<Self, SampleChainError> {
        let path = folder.join(table.name()).with_extension("csv");
        let output = File::create(&path).map_err(|source| SampleChainError::Write { path: path.clone(), source })?;
        Ok(Self { file: SampleFile { path, network, table, rows: 0, bytes: 0 }, output, buffer: header(table) })
    }

    /// Writes the rows that do not follow from blocks.
    fn fill_from_registry(&mut self, chain: &SampleChain) -> Result<(), SampleChainError> {
        if self.file.table.follows_from_blocks() {
            return Ok(());
        }
        self.buffer.clear();
        let mut stream = chain.table(self.file.network, self.file.table);
        for chunk in &mut stream {
            self.buffer.extend_from_slice(&chunk);
            self.flush_when_large()?;
        }
        self.file.rows = stream.rows();
        Ok(())
    }

    fn flush_when_large(&mut self) -> Result<(), SampleChainError> {
        if self.buffer.len() >= SampleTableStream::CHUNK_BYTES { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), SampleChainError> {
        self.output
            .write_all(&self.buffer)
            .map_err(|source| SampleChainError::Write { path: self.file.path.clone(), source })?;
        self.file.bytes += self.buffer.len() as u64;
        self.buffer.clear();
        Ok(())
    }

    fn finish(mut self) -> Result<SampleFile, SampleChainError> {
        self.flush()?;
        Ok(self.file)
    }
}
