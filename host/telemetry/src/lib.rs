//! The host's reports about itself: log lines, traces, figures.
//!
//! Always true: nothing here waits for anybody (a queue that is full drops), labels come from declarations and never from
//! what a client sent, every duration and size carries its unit in its name, and no header, key or query string gets into
//! any of the three.

#![forbid(unsafe_code)]

pub mod figures;
pub mod logging;
pub mod traces;

mod asked_anew;
mod exporter;
mod json_lines;

pub use figures::{
    CableEnd, CableFigures, CableRefusal, CacheFigures, CacheOutcome, ComponentFigureSet, ComponentFigures,
    ConnectionEnd, ConnectionFigures, Figures, OpenCable, OperationFigures, RequestFigures, StoredFigures,
};
