//! `just bench`: server CPU per request and requests per second, against stated baselines in the same run.
//!
//! `quarry-bench PREFIX` measures the entries whose names begin so, and their baselines. The server is a child process
//! (this program again, as `quarry-bench --as MODE`), so that its CPU time is its own and not the load's. Rounds of all
//! entries are interleaved, and the median counts. docs/benchmarks.md says what each entry means. To add one that is a
//! request: `entries`; one of another kind: a module with its `FIGURES`, named in `choice` and in `measure`.

mod address_table;
mod block;
mod cached;
mod choice;
mod cpu;
mod entries;
mod host;
mod ingest;
mod keyed;
mod keys_million;
mod load;
mod report;
mod serve;
mod slow_clients;

use anyhow::{Context, Result, bail};
use choice::Choice;
use report::Report;

fn main() -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let mut arguments = std::env::args().skip(1);
    let first = arguments.next();
    if first.as_deref() != Some("--as") {
        return runtime.block_on(measure(&Choice::new(first)?));
    }
    match arguments.next().context("--as names a mode")?.as_str() {
        "hyper" => runtime.block_on(serve::hyper()),
        "host" => runtime.block_on(host::run()),
        "addresses" => address_table::run(),
        "stand-in" => runtime.block_on(block::stand_in()),
        other => bail!("there is no mode {other}"),
    }
}

async fn measure(choice: &Choice) -> Result<()> {
    let folder = quarry_tests::server::fresh_folder("bench")?;
    let mut report = Report::default();
    if !choice.entries().is_empty() || choice.takes(slow_clients::FIGURES) {
        let _stand_in = serve::start("stand-in", &folder)?;
        let servers = [("hyper", serve::start("hyper", &folder)?), ("host", serve::start("host", &folder)?)];
        entries::measure(choice, &servers, &keyed::authorization(&folder)?, &mut report).await?;
        let [_, (_, host)] = &servers;
        if choice.takes(slow_clients::FIGURES) {
            slow_clients::measure(host.address, &mut report).await?;
        }
    }
    if choice.takes(address_table::FIGURES) {
        address_table::measure(&mut report)?;
    }
    if choice.takes(keys_million::FIGURES) {
        keys_million::measure(&folder, &mut report).await?;
    }
    if choice.takes(ingest::FIGURES) {
        ingest::measure(&folder, &mut report).await?;
    }
    std::fs::remove_dir_all(&folder)?;
    report.write()
}
