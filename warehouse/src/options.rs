//! The command line; every option also has an environment variable.

use clap::Parser;
use std::path::PathBuf;

/// ClickHouse in one process, served over a Unix socket.
#[derive(Parser)]
#[command(name = "quarry-warehouse", version)]
pub(crate) struct Options {
    /// The engine library, libchdb.so
    #[arg(long, env = "QUARRY_WAREHOUSE_LIBRARY", value_name = "FILE")]
    pub(crate) library: PathBuf,
    /// Where the data lies; made when it is absent
    #[arg(long, env = "QUARRY_WAREHOUSE_DATA_DIR", value_name = "DIR")]
    pub(crate) data_dir: PathBuf,
    /// The Unix socket to serve on, made with mode 0600
    #[arg(long, env = "QUARRY_WAREHOUSE_SOCKET", value_name = "FILE")]
    pub(crate) socket: PathBuf,
    /// Memory for all queries, merges and caches together (default: nine tenths of the machine)
    #[arg(long, env = "QUARRY_WAREHOUSE_MEMORY_LIMIT_BYTES", value_name = "N")]
    pub(crate) memory_limit_bytes: Option<u64>,
    /// Statements that run at once; further ones wait, up to eight times as many
    #[arg(long, env = "QUARRY_WAREHOUSE_MAX_CONCURRENT_QUERIES", value_name = "N", default_value_t = 32,
          value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) max_concurrent_queries: u16,
    /// The host's process: when it ends, or closes this process's standard input, the warehouse stops
    #[arg(long, env = "QUARRY_WAREHOUSE_PARENT_PID", value_name = "N")]
    pub(crate) parent_pid: Option<i32>,
}
