//! A bound on this process's memory while a registry is talked to: the client reads manifests, tokens and errors whole, and a
//! registry may never end one.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// The bytes that may come beside those that the process holds by now: several of the largest components.
const MORE_BYTES: u64 = 1 << 30;

/// A bound on memory that holds while it lives. An allocation beyond it ends the process, as on a machine without memory.
pub(super) struct MemoryBound {
    before: Rlimit,
}

impl MemoryBound {
    /// None where the kernel does not say what the process holds, or has a closer bound already.
    pub(super) fn set() -> Option<MemoryBound> {
        let before = getrlimit(Resource::Data);
        let bound = data_bytes()?.saturating_add(MORE_BYTES);
        if before.current.is_some_and(|current| current <= bound) {
            return None;
        }
        setrlimit(Resource::Data, Rlimit { current: Some(bound), maximum: before.maximum }).ok()?;
        Some(MemoryBound { before })
    }
}

impl Drop for MemoryBound {
    fn drop(&mut self) {
        // Raising it again to what it was is always allowed.
        let _ = setrlimit(Resource::Data, self.before);
    }
}

/// The bytes that count against the bound now.
fn data_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmData:"))?;
    let kibibytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kibibytes << 10)
}
