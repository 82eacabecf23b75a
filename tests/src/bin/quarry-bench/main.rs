//! `just bench`: server CPU per request and requests per second, against stated baselines in the same run.
//!
//! `quarry-bench PREFIX` measures the entries whose names begin so, and their baselines. The server is a child process
//! (this program again, as `quarry-bench --as MODE`), so that its CPU time is its own and not the load's. Rounds of all
//! entries are interleaved, and the median counts. Apart are `quarry-bench --soak MINUTES` (`lifecycle::soak`), `--peers`
//! (`peers`) and `--reads LOGS` (`reads`). docs/benchmarks.md says what each entry means. To add one that is a request:
//! `entries`; one of another kind: a module with its `FIGURES`, named in `choice` and in `measure`.

mod address_table;
mod alerts;
mod bare;
mod block;
mod boards;
mod cached;
mod choice;
mod cpu;
mod documents;
mod entries;
mod event_stream;
mod followed;
mod host;
mod ingest;
mod keyed;
mod keys_million;
mod lifecycle;
mod load;
mod one_log;
mod peers;
mod postgres_host;
mod reads;
mod report;
mod sample_reads;
mod scattered;
mod search;
mod serve;
mod sign_ins;
mod slices;
mod slow_clients;

use anyhow::{Context, Result, bail};
use choice::Choice;
use report::Report;

fn main() -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let mut arguments = std::env::args().skip(1);
    let first = arguments.next();
    if first.as_deref() == Some("--soak") {
        let minutes = arguments.next().context("--soak names its minutes")?.parse()?;
        return runtime.block_on(lifecycle::soak::run(minutes));
    }
    if first.as_deref() == Some("--reads") {
        let logs = arguments.next().context("--reads names its logs")?.parse()?;
        return runtime.block_on(reads::measure_many(logs));
    }
    if first.as_deref() == Some("--peers") {
        return runtime.block_on(peers::measure());
    }
    if first.as_deref() != Some("--as") {
        return runtime.block_on(measure(&Choice::new(first)?));
    }
    match arguments.next().context("--as names a mode")?.as_str() {
        "hyper" => runtime.block_on(serve::hyper()),
        mode @ ("host" | "host-postgres" | host::FIVE | host::FIVE_HUNDRED) => runtime.block_on(host::run(mode)),
        "bare" => runtime.block_on(bare::run()),
        "addresses" => address_table::run(),
        "stand-in" => runtime.block_on(block::stand_in()),
        other => bail!("there is no mode {other}"),
    }
}

async fn measure(choice: &Choice) -> Result<()> {
    let folder = quarry_tests::server::fresh_folder("bench")?;
    let mut report = Report::default();
    let asks_host = choice.takes(slow_clients::FIGURES) || choice.takes(event_stream::FIGURES);
    let mut entries = choice.entries();
    if !entries.is_empty() || asks_host {
        let _stand_in = serve::start("stand-in", &folder)?;
        let host = ("host", serve::start("host", &folder)?);
        if choice.takes(event_stream::FIGURES) {
            // First: what it has served before is in its memory.
            event_stream::measure(&host.1, &mut report).await?;
        }
        let mut servers = vec![host, ("hyper", serve::start("hyper", &folder)?)];
        if entries.iter().any(|entry| entry.mode == postgres_host::MODE) {
            match postgres_host::start(&folder).await {
                Ok(server) => servers.push((postgres_host::MODE, server)),
                Err(error) => {
                    println!("PostgreSQL is left out: {error:#}");
                    entries.retain(|entry| entry.mode != postgres_host::MODE);
                }
            }
        }
        for mode in ["bare", host::FIVE, host::FIVE_HUNDRED] {
            if entries.iter().any(|entry| entry.mode == mode) {
                servers.push((mode, serve::start(mode, &folder)?));
            }
        }
        entries::measure(&entries, &servers, &folder, &mut report).await?;
        let serves = |mode: &str| servers.iter().find(|(name, _)| *name == mode).map(|(_, server)| server);
        if let (Some(many), Some(few)) = (serves(host::FIVE_HUNDRED), serves(host::FIVE)) {
            lifecycle::many::measure(many, few, &mut report)?;
        }
        if choice.takes(slow_clients::FIGURES) {
            slow_clients::measure(servers[0].1.address, &mut report).await?;
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
    if choice.takes(scattered::FIGURES) {
        scattered::measure(&folder, &mut report).await?;
    }
    if choice.takes(reads::FIGURES) {
        reads::measure(choice, &mut report).await?;
    }
    if choice.takes(sample_reads::FIGURES) {
        sample_reads::measure(choice, &mut report).await?;
    }
    if choice.takes(one_log::FIGURES) {
        one_log::measure(&mut report).await?;
    }
    if choice.takes(followed::FIGURES) {
        followed::measure(&mut report).await?;
    }
    if choice.takes(boards::FIGURES) {
        boards::measure(&mut report).await?;
    }
    if choice.takes(alerts::FIGURES) {
        alerts::measure(&mut report).await?;
    }
    if choice.takes(search::FIGURES) {
        search::measure(&mut report).await?;
    }
    if choice.takes(documents::FIGURES) {
        tokio::task::block_in_place(|| documents::measure(&mut report))?;
    }
    if choice.takes(sign_ins::FIGURES) {
        sign_ins::measure(&mut report).await?;
    }
    if choice.takes(slices::FIGURES) {
        slices::measure(&mut report).await?;
    }
    lifecycle::measure(choice, &mut report).await?;
    std::fs::remove_dir_all(&folder)?;
    report.write()
}
