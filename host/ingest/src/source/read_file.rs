//! A file as its readers give it: chunks of whole records, and what was found about it.

use std::io;

use super::lines::LineMap;

/// Bytes in one chunk, about.
pub(super) const CHUNK_BYTES: usize = 1 << 20;
/// Chunks waiting for the warehouse at most.
pub(super) const QUEUED_CHUNKS: usize = 4;

/// A reader that cuts decompressed bytes into chunks of whole, well-formed records.
pub(crate) trait Records: Send {
    /// The next chunk, or `None` at the end.
    fn next_chunk(&mut self) -> io::Result<Option<Vec<u8>>>;
    /// Gives the findings about the file once the chunks have ended.
    fn finish(self: Box<Self>) -> ReadFile;
}

/// The findings of reading a file.
pub(crate) struct ReadFile {
    /// The lines of the records, and those that were malformed; `None` where the format has no lines.
    pub(crate) lines: Option<LineMap>,
    /// The file's columns.
    pub(crate) columns: FileColumns,
    /// True when the last line was taken although it has no end.
    pub(crate) has_unended_line: bool,
}

/// The columns of a file.
#[derive(Debug, Clone, Default)]
pub(crate) struct FileColumns {
    /// The file's name of each column, and the dataset's.
    pub(crate) taken: Vec<(String, &'static str)>,
    /// Columns that the dataset has no use for.
    pub(crate) ignored: Vec<String>,
}

impl FileColumns {
    /// True when the file has one of these.
    pub(crate) fn have_any_of(&self, names: &[&str]) -> bool {
        self.taken.iter().any(|(_, taken)| names.contains(taken))
    }
}
