//! `quarry ingest`: the command line over [`Ingest`].

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};

use super::dataset::{DatasetKind, IngestOptions};
use super::follow;
use super::follow::command::FollowArguments;
use super::progress::Progress;
use super::run::Ingest;
use crate::config::FollowSection;
use crate::stores::warehouse::Warehouse;

/// Load exported chain data: CSV, newline JSON or Parquet, plain, gzip or zstd, in the column names of ethereum-etl or cryo.
#[derive(Debug, clap::Args)]
pub struct IngestArguments {
    /// What the files hold.
    #[arg(value_enum, required_unless_present = "rpc", requires = "files")]
    pub dataset: Option<DatasetKind>,
    /// Files, loaded one after the other; a file is loaded whole or not at all.
    #[arg(required_unless_present = "rpc")]
    pub files: Vec<PathBuf>,
    /// Chain of the rows, as slug or number; not needed where the files have a chain_id column.
    #[arg(long)]
    pub chain: Option<String>,
    /// Load the good rows of a file with bad ones, and count those.
    #[arg(long)]
    pub skip_bad: bool,
    /// Replace what the warehouse holds between a file's lowest and highest block; for files without block hashes.
    #[arg(long)]
    pub replace_range: bool,
    #[command(flatten)]
    pub follow: FollowArguments,
}

/// Loads the files, showing progress on standard error and a summary of each on standard output; or follows chains.
pub async fn run(arguments: IngestArguments, section: &FollowSection, warehouse: Warehouse) -> anyhow::Result<()> {
    let Some(dataset) = arguments.dataset else {
        return follow::command::run(arguments.follow, section, warehouse).await;
    };
    let ingest = Ingest::new(warehouse);
    let options =
        IngestOptions { chain: arguments.chain, skip_bad: arguments.skip_bad, replace_range: arguments.replace_range };
    for path in &arguments.files {
        let progress = Arc::new(Bar::new());
        let summary = ingest
            .ingest_file(dataset, path, &options, progress)
            .await
            .with_context(|| format!("ingesting {} stopped", path.display()))?;
        write!(std::io::stdout(), "{summary}")?;
    }
    Ok(())
}

/// A bar over the bytes of the file, then the name of the step. Hidden where standard error is no terminal.
struct Bar {
    bar: ProgressBar,
}

impl Bar {
    fn new() -> Bar {
        Bar { bar: ProgressBar::no_length() }
    }
}

impl Progress for Bar {
    fn started(&self, name: &str, size_bytes: Option<u64>) {
        let template = "{prefix} {bar:30} {bytes}/{total_bytes} {bytes_per_sec} {msg}";
        if let (Some(size), Ok(style)) = (size_bytes, ProgressStyle::with_template(template)) {
            self.bar.set_length(size);
            self.bar.set_style(style);
        }
        self.bar.set_prefix(name.to_owned());
    }

    fn advanced(&self, bytes: u64) {
        self.bar.inc(bytes);
    }

    fn step(&self, description: &str) {
        self.bar.set_message(description.to_owned());
        self.bar.tick();
    }

    fn finished(&self) {
        self.bar.finish_and_clear();
    }
}
