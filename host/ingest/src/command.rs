//! `quarry ingest`: the command line over [`Ingest`].

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};

use super::dataset::{DatasetKind, IngestOptions};
use super::follow;
use super::follow::command::FollowArguments;
use super::listing;
use super::progress::Progress;
use super::run::Ingest;
use quarry_config::FollowSection;
use quarry_stores::app::AppStore;
use quarry_stores::warehouse::Warehouse;

/// Load exported chain data: CSV, JSON or Parquet, plain, gzip or zstd, in the column names of the usual exporters; follow
/// chains over JSON-RPC; or say what was loaded.
#[derive(Debug, clap::Args)]
pub struct IngestArguments {
    /// The dataset that the files hold.
    #[arg(value_enum, required_unless_present_any = ["rpc", "list", "undecoded"], conflicts_with = "rpc")]
    pub dataset: Option<DatasetKind>,
    /// Files, loaded one after the other; a file is loaded whole or not at all.
    #[arg(required_unless_present_any = ["rpc", "list", "undecoded", "example"])]
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
    /// Take the file's row where it differs from the stored one of the same place in the same block.
    #[arg(long)]
    pub replace: bool,
    /// The contract of all rows, for files of one contract that do not name it.
    #[arg(long, value_name = "ADDRESS")]
    pub address: Option<String>,
    /// The protocol of all rows, for lists of pools that do not name it.
    #[arg(long, value_name = "WORD")]
    pub protocol: Option<String>,
    /// Show how the first rows of the files would be read, and load nothing.
    #[arg(long, requires = "files")]
    pub dry_run: bool,
    /// Print a file of the dataset to begin with.
    #[arg(long, conflicts_with = "files")]
    pub example: bool,
    /// List the loads: number, file, digest, dataset, chain, blocks, rows, time.
    #[arg(long)]
    pub list: bool,
    /// List the logs that are kept and not decoded, by topic and emitter; of one chain with --chain.
    #[arg(long, conflicts_with = "list")]
    pub undecoded: bool,
    #[command(flatten)]
    pub follow: FollowArguments,
}

/// Loads the files, showing progress on standard error and a summary of each on standard output; follows chains; or lists.
pub async fn run(
    arguments: IngestArguments,
    section: &FollowSection,
    warehouse: Warehouse,
    app: AppStore,
) -> anyhow::Result<()> {
    if arguments.list || arguments.undecoded {
        let text = match arguments.list {
            true => listing::loads(&Ingest::new(warehouse).loads().await?),
            false => listing::kept_logs(&Ingest::new(warehouse).kept_logs(arguments.chain.as_deref()).await?),
        };
        return Ok(write!(std::io::stdout(), "{text}")?);
    }
    let Some(dataset) = arguments.dataset else {
        return follow::command::run(arguments.follow, section, warehouse, app).await;
    };
    let options = options(&arguments, dataset)?;
    let ingest = Ingest::new(warehouse);
    for path in &arguments.files {
        let progress = Arc::new(Bar::new());
        let stopped = || format!("ingesting {} stopped", path.display());
        match arguments.dry_run {
            true => {
                let preview = ingest.preview_file(dataset, path, &options, progress).await.with_context(stopped)?;
                write!(std::io::stdout(), "{preview}")?;
            }
            false => {
                let summary = ingest.ingest_file(dataset, path, &options, progress).await.with_context(stopped)?;
                write!(std::io::stdout(), "{summary}")?;
            }
        }
    }
    Ok(())
}

/// The options of the command line for all rows, checked: they become part of the statement that reads the file.
fn options(arguments: &IngestArguments, dataset: DatasetKind) -> anyhow::Result<IngestOptions> {
    let mut constants = Vec::new();
    if let Some(address) = &arguments.address {
        let address: alloy_primitives::Address =
            address.parse().with_context(|| format!("--address is `{address}`: give `0x` and 40 hex digits"))?;
        if !matches!(
            dataset,
            DatasetKind::Logs | DatasetKind::Swaps | DatasetKind::Liquidations | DatasetKind::Absorptions
        ) {
            anyhow::bail!(
                "--address is for logs, swaps, liquidations and absorptions; {dataset} name their contract in each row"
            );
        }
        constants.push(("address", format!("{address:#x}")));
    }
    if let Some(protocol) = &arguments.protocol {
        let is_word =
            |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_' || letter == '-';
        if dataset != DatasetKind::Pools || protocol.is_empty() || protocol.len() > 64 || !protocol.chars().all(is_word)
        {
            anyhow::bail!(
                "--protocol is `{protocol}`: give a word of lowercase letters, digits, `_` and `-`, and pools"
            );
        }
        constants.push(("protocol", protocol.clone()));
    }
    Ok(IngestOptions {
        chain: arguments.chain.clone(),
        skip_bad: arguments.skip_bad,
        replace_range: arguments.replace_range,
        replace: arguments.replace,
        constants,
    })
}

/// A bar over the bytes of the file, then the name of the step. Hidden where standard error is not a terminal.
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
