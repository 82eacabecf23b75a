//! `read_<operation id>_500k` and, by `just bench-50m`, `read_<operation id>_50m`: what the host adds to its warehouse, and what
//! a hundred times as much data adds to a page.
//!
//! An installation with the chain of `chain` in its embedded warehouse. Each operation of `table` is asked once through a
//! `recorder`, which keeps the statements that it came to; then host and warehouse are asked in turns (`figures`), the
//! warehouse by those statements, one after the other on one connection, without the host. No answer is kept, so
//! each request is made. A page of a lens must not examine more rows than it may, by the warehouse's own counter: that
//! ends the run.

pub(crate) mod chain;
mod figures;
mod recorder;
mod table;

use crate::choice::Choice;
use crate::report::Report;
use anyhow::{Context, Result, ensure};
use chain::LOGS_A_BLOCK;
use figures::{Asking, Figures};
use quarry::stores::warehouse::Warehouse;
use quarry_tests::server::{Options, Server};
use recorder::Asked;
pub(crate) use recorder::Recorder;
use std::path::{Path, PathBuf};
use table::{RARE_LENS, Read, reads};

/// Those of the short form.
pub(crate) const FIGURES: &[&str] = &[
    "read_list_tokens_500k",
    "read_list_pairs_500k",
    "read_list_public_prices_500k",
    "read_get_pool_prices_500k",
    "read_get_public_pool_prices_500k",
    "read_list_liquidations_500k",
    "read_list_absorptions_500k",
    "read_list_health_factors_500k",
    "read_list_tracking_500k",
    "read_get_tracking_500k",
    "read_list_tracking_liquidations_500k",
    "read_get_tracking_account_500k",
    "read_get_chart_500k",
    "read_get_explorer_overview_500k",
    "read_get_address_lens_500k",
    "read_get_event_lens_500k",
    "read_get_block_500k",
    "read_get_transaction_500k",
    "read_get_public_home_500k",
    "read_list_datasets_500k",
    "read_get_status_500k",
];
const SMALL_LOGS: u64 = 500_000;
/// Rows that the warehouse may read for a page of a lens.
const MAX_EXAMINED_ROWS: u64 = 200_000;
/// Pages of a walk that looks for what is rare.
const RARE_PAGES: usize = 12;
/// A page with many rows may be this many times as slow with a hundred times the data.
const ALLOWED_GROWTH: f64 = 1.25;

/// The short form: half a million logs.
pub(crate) async fn measure(choice: &Choice, report: &mut Report) -> Result<()> {
    let small = Bench::start().await?;
    small.fill(SMALL_LOGS).await?;
    ask_all(&[Side::of("500k", &small).await?], choice, report).await.map(drop)
}

/// `--reads LOGS`: the short form and the same with so many logs, in turns.
pub(crate) async fn measure_many(logs: u64) -> Result<()> {
    ensure!(logs > SMALL_LOGS, "--reads takes more than {SMALL_LOGS} logs");
    let (choice, mut report) = (Choice::new(None)?, Report::default());
    let (small, large) = (Bench::start().await?, Bench::start().await?);
    small.fill(SMALL_LOGS).await?;
    large.fill(logs).await?;
    let size = format!("{}m", logs / 1_000_000);
    let sides = [Side::of("500k", &small).await?, Side::of(&size, &large).await?];
    for (operation, grown) in ask_all(&sides, &choice, &mut report).await? {
        report.note(&format!("read_{operation}_{size}"), "page_growth", grown);
        let verdict = if grown <= ALLOWED_GROWTH { "" } else { "  more than sought" };
        println!("{operation:<30} page {grown:.2} × that of {SMALL_LOGS} logs{verdict}");
    }
    report.write()
}

/// An installation with so many logs, and the host that tells what it asks its warehouse.
struct Side<'a> {
    size: String,
    bench: &'a Bench,
    recorded: Recorded,
    reads: Vec<Read>,
}

impl<'a> Side<'a> {
    async fn of(size: &str, bench: &'a Bench) -> Result<Side<'a>> {
        let recorded = Recorded::start(&bench.socket).await?;
        let reads = recorded.reads()?;
        Ok(Side { size: size.to_owned(), bench, recorded, reads })
    }
}

/// Measures all operations that were chosen, and looks for what is rare. Gives how many times as long the last side's page
/// takes as the first one's.
async fn ask_all(sides: &[Side<'_>], choice: &Choice, report: &mut Report) -> Result<Vec<(&'static str, f64)>> {
    let mut growth = Vec::new();
    for position in 0..sides.first().map_or(0, |side| side.reads.len()) {
        let operation = sides[0].reads[position].operation;
        if !choice.takes(&[&format!("read_{operation}_500k")]) {
            continue;
        }
        let mut all_asked = Vec::new();
        for side in sides {
            let read = &side.reads[position];
            let asked = side.recorded.asked(&read.path)?;
            if read.is_lens {
                refuse_too_many(&read.path, &asked)?;
            }
            all_asked.push(asked);
        }
        let mut askings = Vec::new();
        for (side, asked) in sides.iter().zip(&all_asked) {
            let path = &side.reads[position].path;
            askings.push(Asking::begin(&side.bench.server, &side.bench.socket, path, asked).await?);
        }
        let (figures, grown) = figures::measure(&mut askings).await?;
        for (side, figures) in sides.iter().zip(&figures) {
            report_read(report, &format!("read_{operation}_{}", side.size), figures);
        }
        growth.push((operation, grown));
    }
    for side in sides {
        let most = side.recorded.look_for_what_is_rare()?;
        let what = "rows at most for a page of a lens that looks for what is rare";
        report.add(&format!("examined_rows_{}", side.size), most as f64, what);
    }
    Ok(growth)
}

/// The installation under measurement.
struct Bench {
    server: Server,
    warehouse: Warehouse,
    socket: PathBuf,
}

/// No answer is kept, and nobody is asked to wait.
pub(crate) fn environment(more: &[(&str, String)]) -> Vec<(String, String)> {
    let mut environment: Vec<(String, String)> = [
        ("QUARRY__CACHE__MEMORY_BYTES", "0"),
        ("QUARRY__RATE_LIMITS__PUBLIC_PER_MINUTE", "0"),
        ("QUARRY__RATE_LIMITS__EXPLORER_LENS_PER_MINUTE", "0"),
    ]
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .into();
    environment.extend(more.iter().map(|(name, value)| ((*name).to_owned(), value.clone())));
    environment
}

impl Bench {
    async fn start() -> Result<Bench> {
        let options = Options { no_sample: true, environment: environment(&[]), ..Options::default() };
        let server = tokio::task::block_in_place(|| Server::start(&options))?;
        let socket = server.data_dir.join("warehouse.sock");
        Ok(Bench { warehouse: Warehouse::over_unix_socket(&socket, "quarry"), server, socket })
    }

    async fn fill(&self, logs: u64) -> Result<()> {
        chain::fill(&self.warehouse, logs / LOGS_A_BLOCK).await
    }
}

fn report_read(report: &mut Report, name: &str, figures: &Figures) {
    let Figures { request, direct, counting, cpu, direct_cpu, statements, examined_rows } = *figures;
    report.add(name, request, "microseconds, p50 of a request");
    for (member, value) in [
        ("direct", direct),
        ("overhead", figures.overhead()),
        ("counting", counting),
        ("page", request - counting),
        ("cpu", cpu),
        ("direct_cpu", direct_cpu),
        ("statements", statements as f64),
        ("examined_rows", examined_rows as f64),
    ] {
        report.note(name, member, value);
    }
    let verdict = if figures.is_within_overhead() { "" } else { "  more than sought" };
    println!(
        "{name:<42} {request:>8.0} µs, {direct:>8.0} directly ({statements} statements), {:>6.0} more{verdict}; CPU {cpu:.0} and {direct_cpu:.0}; \
         counting {counting:.0}; {examined_rows} rows",
        figures.overhead()
    );
}

fn refuse_too_many(path: &str, asked: &[Asked]) -> Result<u64> {
    let examined = asked.iter().filter(|asked| !asked.counts_edges()).map(|asked| asked.read_rows).sum();
    ensure!(
        examined <= MAX_EXAMINED_ROWS,
        "{examined} rows were examined for {path}, {MAX_EXAMINED_ROWS} are the most"
    );
    Ok(examined)
}

/// A second host on the same warehouse, through a recorder.
struct Recorded {
    server: Server,
    recorder: Recorder,
}

impl Recorded {
    async fn start(socket: &Path) -> Result<Recorded> {
        let recorder = Recorder::start(socket).await?;
        let environment = environment(&[("QUARRY__WAREHOUSE__URL", recorder.url())]);
        let options = Options { no_sample: true, environment, ..Options::default() };
        let server = tokio::task::block_in_place(|| Server::start(&options))?;
        Ok(Recorded { server, recorder })
    }

    fn get(&self, path: &str) -> Result<serde_json::Value> {
        let answer = tokio::task::block_in_place(|| self.server.get_with_key(path, &self.server.full_key));
        ensure!(answer.status == 200, "{path} answered {}: {}", answer.status, answer.text);
        Ok(answer.json())
    }

    /// The statements that a request comes to.
    fn asked(&self, path: &str) -> Result<Vec<Asked>> {
        self.recorder.take();
        self.get(path)?;
        let asked: Vec<Asked> = self.recorder.take().into_iter().filter_map(Asked::uncompressed).collect();
        ensure!(!asked.is_empty(), "{path} asked the warehouse nothing");
        Ok(asked)
    }

    fn reads(&self) -> Result<Vec<Read>> {
        let text = |value: &serde_json::Value| value.as_str().map(str::to_owned);
        let liquidation = self.get("/liquidations?limit=1")?["liquidations"][0]["borrower"].clone();
        let transaction = self.get("/public/blocks/4000?chain=1")?["transactions"][0]["hash"].clone();
        Ok(reads(&text(&liquidation).context("a borrower")?, &text(&transaction).context("a transaction")?))
    }

    /// The most rows that a page of the walk examines.
    fn look_for_what_is_rare(&self) -> Result<u64> {
        let (mut most, mut path) = (0, RARE_LENS.to_owned());
        for _ in 0..RARE_PAGES {
            self.recorder.take();
            let page = self.get(&path)?;
            let asked: Vec<Asked> = self.recorder.take().into_iter().filter_map(Asked::uncompressed).collect();
            most = most.max(refuse_too_many(&path, &asked)?);
            match page["next_cursor"].as_str() {
                Some(cursor) => path = format!("{RARE_LENS}&before={cursor}"),
                None => break,
            }
        }
        Ok(most)
    }
}

impl Asked {
    /// Gives the statement as it would be sent over the embedded warehouse's socket; `None` where it is not one of a request's
    /// statements.
    fn uncompressed(mut self) -> Option<Asked> {
        if !self.uri.contains("readonly=1") {
            return None;
        }
        self.uri = self.uri.replace("compress=1&", "").replace("&compress=1", "");
        Some(self)
    }

    /// Tells that it counts the rows of the days at a filter's edges, which does not belong to looking.
    fn counts_edges(&self) -> bool {
        self.sql().contains("count() AS counted")
    }
}
