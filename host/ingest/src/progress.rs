//! Progress reports of an ingest. The command line shows a bar; libraries and tests pass [`Silent`].

/// Receives progress of one file. Calls come from the thread that reads the file as well as from the task that waits.
pub trait Progress: Send + Sync {
    /// A file begins: its name and its size in bytes as stored (compressed), where known.
    fn started(&self, name: &str, size_bytes: Option<u64>);
    /// So many more stored bytes have been read.
    fn advanced(&self, bytes: u64);
    /// A step after reading begins: "loading 12 345 rows", "recomputing bars".
    fn step(&self, description: &str);
    /// The file is done, well or not.
    fn finished(&self);
}

/// Progress that nobody watches.
pub struct Silent;

impl Progress for Silent {
    fn started(&self, _name: &str, _size_bytes: Option<u64>) {}
    fn advanced(&self, _bytes: u64) {}
    fn step(&self, _description: &str) {}
    fn finished(&self) {}
}
