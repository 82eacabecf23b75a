//! `start_first`, `start_warm` and `load_precompiled`: how soon an installation serves that has nothing, and one that was compiled before.
//!
//! `start_first` is `quarry up` in an empty folder: stores, sample chain and the machine code of every family are made. `start_warm` is a second start of an installation with every family, from the beginning of its process until it says that
//! it serves. `load_precompiled` is what the host's log says of loading a component again that its module's switch had
//! unloaded: reading and hashing the file, mapping its machine code, linking, `describe`, grants and statements.

use super::installed::Installed;
use crate::report::{Report, median};
use anyhow::{Context, Result, ensure};
use quarry_tests::browser::Browser;
use quarry_tests::server::{Options, Server, fresh_folder, installation};
use serde_json::json;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tokio::task::block_in_place;

pub(super) const FIGURES: &[&str] = &["start_warm", "start_first", "load_precompiled", "load_precompiled_longest"];

const STARTS: usize = 5;
const FIRST_STARTS: usize = 3;
const FIRST_WITHIN: Duration = Duration::from_secs(300);
const ROUNDS: usize = 5;
/// Each has components that no other module covers.
const MODULES: [&str; 6] = ["prices", "explorer", "lending", "timeline", "charts", "data_downloads"];

pub(super) async fn measure(report: &mut Report) -> Result<()> {
    block_in_place(|| {
        report.rounds("start_warm", starts()?, "milliseconds from the start of the process until it serves", None);
        let unit = "milliseconds from the start of the process in an empty folder until it serves";
        report.rounds("start_first", first_starts()?, unit, Some("start_warm"));
        let loads = loads()?;
        let longest = loads.iter().copied().fold(0.0, f64::max);
        report.add("load_precompiled", median(loads), "milliseconds to load a component again");
        report.add("load_precompiled_longest", longest, "milliseconds, the longest of them");
        Ok(())
    })
}

fn starts() -> Result<Vec<f64>> {
    let folder = fresh_folder("bench-start")?;
    let options = Options { no_sample: true, data_dir: Some(folder.join("data")), ..Options::default() };
    let mut milliseconds = Vec::new();
    for number in 0..=STARTS {
        let began = Instant::now();
        let server = Server::start(&options)?;
        // The first one makes the stores.
        if number > 0 {
            milliseconds.push(began.elapsed().as_secs_f64() * 1e3);
        }
        ensure!(server.stop("TERM")? == 0, "the server did not end well");
    }
    std::fs::remove_dir_all(&folder)?;
    Ok(milliseconds)
}

/// Past the servers of the tests, which are given what others have made.
fn first_starts() -> Result<Vec<f64>> {
    let mut milliseconds = Vec::new();
    for _ in 0..FIRST_STARTS {
        let folder = fresh_folder("bench-first-start")?;
        let ready = folder.join("ready.json");
        let began = Instant::now();
        let up = Command::new(installation()?.join("quarry"))
            .args(["up", "--listen", "127.0.0.1:0", "--data-dir"])
            .arg(folder.join("data"))
            .arg("--ready-file")
            .arg(&ready)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let up = Up(up);
        while !ready.exists() {
            ensure!(began.elapsed() < FIRST_WITHIN, "a first start does not serve");
            std::thread::sleep(Duration::from_millis(20));
        }
        milliseconds.push(began.elapsed().as_secs_f64() * 1e3);
        drop(up);
        // The warehouse ends a moment after its host, and may still write.
        let _ = std::fs::remove_dir_all(&folder);
    }
    Ok(milliseconds)
}

/// A host whose end nobody waits for.
struct Up(Child);

impl Drop for Up {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn loads() -> Result<Vec<f64>> {
    let installed = Installed::start("bench-loads")?;
    let mut staff = Browser::of(&installed.server, "staff");
    let before = loaded(&installed.server.log()).count();
    for _ in 0..ROUNDS {
        for module in MODULES {
            let gone = installed.server.log().matches("a component has drained and is gone").count();
            for is_on in [false, true] {
                let path = format!("/session/admin/modules/{module}/toggle");
                let answer = staff.write("PATCH", &path, &json!({ "enabled": is_on }));
                ensure!(answer.status == 200, "the switch of {module}: {} {}", answer.status, answer.text);
                // Else what still drains would be taken back, and nothing would be loaded.
                installed.wait_for_drained(gone + 1)?;
            }
        }
    }
    let log = installed.server.log();
    let loads: Vec<f64> = loaded(&log).skip(before).map(milliseconds).collect::<Result<_>>()?;
    ensure!(loads.len() >= ROUNDS * MODULES.len(), "only {} components were loaded again", loads.len());
    Ok(loads)
}

fn loaded(log: &str) -> impl Iterator<Item = &str> {
    log.lines().filter(|line| line.contains("a component was loaded"))
}

fn milliseconds(line: &str) -> Result<f64> {
    let value = line.split("milliseconds=").nth(1).and_then(|rest| rest.split_whitespace().next());
    Ok(value.with_context(|| format!("the time of a load in {line}"))?.parse()?)
}
