//! The faults that the server makes, and their number.

use serde::Deserialize;

/// A fault to answer with, as `test_fault` takes it.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Fault {
    /// The method it is for; absent: all of a node's.
    #[serde(default)]
    pub(super) method: Option<String>,
    /// The block: only questions that touch it meet the fault.
    #[serde(default)]
    pub(super) block: Option<u64>,
    /// The number of answers; absent: until `test_heal`.
    #[serde(default)]
    pub(super) times: Option<u32>,
    #[serde(flatten)]
    pub(super) kind: FaultKind,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum FaultKind {
    /// An error of JSON-RPC.
    Error { code: i64, message: String },
    /// A status of HTTP, with `Retry-After` where it is given.
    Status { status: u16, retry_after: Option<u64> },
    /// `null`.
    Null,
    /// The answer comes after so long.
    Slow { milliseconds: u64 },
    /// The connection ends in the middle of the answer.
    Cut,
    /// The answer is not JSON.
    Garbage,
    /// An empty list.
    Empty,
    /// A block under another hash.
    AnotherHash,
    /// An error of JSON-RPC where more blocks than these are asked for.
    RangeLimit { blocks: u64 },
}

/// The faults that are active.
#[derive(Debug, Default)]
pub(super) struct Faults(Vec<Fault>);

impl Faults {
    pub(super) fn add(&mut self, fault: Fault) {
        self.0.push(fault);
    }

    pub(super) fn heal(&mut self) {
        self.0.clear();
    }

    /// The first fault for a question about the blocks from `first` to `last`, once less from now on.
    pub(super) fn take(&mut self, method: &str, first: u64, last: u64) -> Option<FaultKind> {
        let position = self.0.iter().position(|fault| {
            fault.method.as_deref().is_none_or(|wanted| wanted == method)
                && fault.block.is_none_or(|block| (first..=last).contains(&block))
                && match fault.kind {
                    FaultKind::RangeLimit { blocks } => last - first + 1 > blocks,
                    _ => true,
                }
        })?;
        let fault = &mut self.0[position];
        let kind = fault.kind.clone();
        if let Some(times) = &mut fault.times {
            *times -= 1;
            if *times == 0 {
                self.0.remove(position);
            }
        }
        Some(kind)
    }
}
