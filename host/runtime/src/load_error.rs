//! The reasons why a component does not load.

use crate::capabilities::{ExaminationError, GrantError, OwnTablesError};
use crate::compiler::CompileError;
use crate::engine::SLOT_TIME;
use crate::self_test_result::SelfTestFailure;
use std::time::Duration;
use thiserror::Error;

/// The longest run of `describe`.
pub(super) const DESCRIBE_TIME: Duration = Duration::from_secs(5);

/// The reason why a component is refused.
#[derive(Debug, Error)]
pub enum LoadError {
    #[error("{0}")]
    Contract(String),
    #[error(
        "it imports {0}, which this host does not provide: a component gets clocks, randomness and what quarry:plugin imports"
    )]
    UnknownImport(String),
    #[error(transparent)]
    Compile(#[from] CompileError),
    #[error("its code cannot be used: {0}")]
    Code(wasmtime::Error),
    #[error("no instance was free within {} s to try it in (instances)", SLOT_TIME.as_secs())]
    NoSlot,
    #[error(transparent)]
    SelfTest(#[from] SelfTestFailure),
    #[error("it cannot be linked to this host: {0}")]
    Link(wasmtime::Error),
    /// `describe` failed: the sentence has the limit's name, where a limit ended it.
    #[error("its describe {0}")]
    Describe(String),
    #[error("its describe took longer than {} s", DESCRIBE_TIME.as_secs())]
    DescribeTimeout,
    #[error("its manifest is wrong: {0}")]
    Manifest(String),
    #[error(
        "it adopts {0}, a table of the host: only a component of the release may, and by its digest this file is none; a table of its own begins with its name and two underscores"
    )]
    Adopts(String),
    #[error("the examination of its statements was stopped")]
    Stopped,
    #[error(transparent)]
    Grant(#[from] GrantError),
    #[error(transparent)]
    OwnTables(#[from] OwnTablesError),
    #[error(transparent)]
    Examination(#[from] ExaminationError),
}

impl LoadError {
    /// Tells that the fault is a store's that did not answer, or this machine's: the same component may load later.
    pub fn is_passing(&self) -> bool {
        match self {
            LoadError::Examination(ExaminationError::Unreachable { .. }) => true,
            LoadError::OwnTables(OwnTablesError::Store(error)) => error.is_unavailable(),
            LoadError::Compile(error) => error.is_passing(),
            // A guest that only computes is stopped by its CPU time: what took longer was the machine, or a nap.
            LoadError::NoSlot | LoadError::Stopped | LoadError::DescribeTimeout => true,
            _ => false,
        }
    }
}
