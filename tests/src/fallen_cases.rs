//! Cases that fell, run once more by themselves: a case that passes then is told as flaky and loses nobody's landing, two of them at
//! most; a case that fails twice is a failure, and so is all else that a program ends with.
//!
//! Cargo calls `quarry-fallen-cases run` for each test program. It shows what the program prints, and keeps each case that fell as a
//! folder: how it is called, and what it said. The program counts as passed, so that cargo goes on with the next one and the lanes
//! beside it go on. At the end of the suite `quarry-fallen-cases again` runs those cases, one after the other and nothing beside them.

use crate::{bounded, engines, extent};
use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus, Stdio};

/// The most cases of a run that may fall once.
const MOST_FLAKY: usize = 2;

/// The most cases that are run again: with more of them the run has failed whatever they do, and these say enough.
const MOST_AGAIN: usize = 10;

/// The program whose cases run on one engine of the app store each, but in the whole suite.
const SHARED_OUT: &str = "api-";

/// What libtest ends with when a case failed.
const CASES_FAILED: i32 = 101;

/// The files of a case's folder.
const CALL: &str = "call.json";
const FIRST: &str = "first.txt";
const AGAIN: &str = "again.txt";

/// A case that fell, and how it is called.
#[derive(Debug, Serialize, Deserialize)]
struct Call {
    /// The case's whole name.
    name: String,
    /// The program's path.
    program: PathBuf,
    folder: PathBuf,
    /// What cargo and the recipe gave to this program alone.
    environment: BTreeMap<String, String>,
}

impl Call {
    /// The program by its name, and the engine where the recipe chose one: `api on postgres`.
    fn place(&self) -> String {
        let file = self.program.file_name().unwrap_or_default().to_string_lossy().into_owned();
        // Cargo adds a hash.
        let program = file.rsplit_once('-').map_or(file.as_str(), |(name, _)| name).to_owned();
        match self.environment.get("QUARRY_TEST_APP_STORE") {
            Some(engine) => format!("{program} on {engine}"),
            None => program,
        }
    }
}

/// Runs a test program as cargo calls it, and keeps the cases that fell in `kept`. Gives success where it passed or where all that is
/// wrong are cases that fell; else the program's own end: it was killed, or it ended without saying which cases failed. Of `api` the
/// cases of the other engine are left out, but in the whole suite.
pub fn run(kept: &Path, program: &Path, arguments: &[String]) -> Result<ExitCode> {
    let mut command = Command::new(program);
    let is_shared_out = program.file_name().is_some_and(|name| name.to_string_lossy().starts_with(SHARED_OUT));
    match is_shared_out && !extent::is_whole() {
        true => command.arg("--exact").args(engines::cases_of(&engine(), program, arguments)?),
        false => command.args(arguments),
    };
    let (status, said) = shown(&mut command)?;
    if status.success() {
        return Ok(ExitCode::SUCCESS);
    }
    let fallen = match status.code() {
        Some(CASES_FAILED) => fallen_cases(&said),
        _ => None,
    };
    let Some(fallen) = fallen else {
        tell(&format!("{} ended without saying which cases failed: {status}", program.display()));
        return Ok(ending(status));
    };
    for (name, output) in fallen {
        let call = Call {
            name,
            program: program.to_owned(),
            folder: std::env::current_dir()?,
            environment: std::env::vars().filter(|(name, _)| is_of_the_program(name)).collect(),
        };
        let folder = kept.join(format!("{}: {}", call.place(), call.name));
        std::fs::create_dir_all(&folder)?;
        std::fs::write(folder.join(FIRST), output)?;
        std::fs::write(folder.join(CALL), serde_json::to_vec_pretty(&call)?)?;
        tell(&format!(
            "FELL {} ({}): it is run once more, by itself, when the rest is through",
            call.name,
            call.place()
        ));
    }
    Ok(ExitCode::SUCCESS)
}

/// Runs each case in `kept` once more, by itself. Gives success where all of them pass and there are no more than [`MOST_FLAKY`].
pub fn again(kept: &Path) -> Result<ExitCode> {
    let folders = folders(kept)?;
    let (mut flaky, mut failed) = (Vec::new(), Vec::new());
    for folder in folders.iter().take(MOST_AGAIN) {
        let call: Call = serde_json::from_slice(&std::fs::read(folder.join(CALL))?)?;
        let (passed, said) = alone(&call);
        std::fs::write(folder.join(AGAIN), &said)?;
        let line = format!("{} ({})", call.name, call.place());
        if passed {
            tell(&format!("FLAKY {line}"));
        }
        std::io::stdout().write_all(said.as_bytes())?;
        if passed { &mut flaky } else { &mut failed }.push(line);
    }
    let not_run = folders.len().saturating_sub(MOST_AGAIN);
    if failed.is_empty() && folders.len() <= MOST_FLAKY {
        return Ok(ExitCode::SUCCESS);
    }
    for line in &failed {
        tell(&format!("FAILED twice: {line}"));
    }
    if !flaky.is_empty() {
        tell(&format!("FAILED once, passed alone, of which a run may have {MOST_FLAKY}: {}", flaky.join(", ")));
    }
    if not_run > 0 {
        tell(&format!("FAILED once, not run again behind so many others: {not_run}"));
    }
    tell(&format!("{} has what each of them said, the first time and again", kept.display()));
    Ok(ExitCode::FAILURE)
}

/// Runs a case alone, and says whether it passed; a program in which it is not found has not passed it.
fn alone(call: &Call) -> (bool, String) {
    let mut command = Command::new(&call.program);
    command
        .args(["--exact", &call.name])
        .current_dir(&call.folder)
        .envs(&call.environment)
        .env("RUST_TEST_THREADS", "1");
    match bounded::output(&mut command, bounded::LONG) {
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stdout);
            let passed = output.status.success() && said.contains("\ntest result: ok. 1 passed; 0 failed; ");
            (passed, format!("{}{said}", String::from_utf8_lossy(&output.stderr)))
        }
        Err(error) => (false, format!("{error:#}\n")),
    }
}

/// The folders of cases, in their order; none where no case fell.
fn folders(kept: &Path) -> Result<Vec<PathBuf>> {
    if !kept.exists() {
        return Ok(Vec::new());
    }
    let mut folders = Vec::new();
    for entry in std::fs::read_dir(kept).with_context(|| format!("{} cannot be read", kept.display()))? {
        folders.push(entry?.path());
    }
    folders.sort();
    Ok(folders)
}

/// Runs a program and shows what it prints as it comes. Gives its end, and the text.
fn shown(command: &mut Command) -> Result<(ExitStatus, String)> {
    let mut process =
        command.stdout(Stdio::piped()).spawn().with_context(|| format!("{command:?} cannot be started"))?;
    let mut stdout = process.stdout.take().context("standard output")?;
    let (mut said, mut piece) = (Vec::new(), [0; 16 << 10]);
    loop {
        let length = stdout.read(&mut piece)?;
        if length == 0 {
            break;
        }
        said.extend_from_slice(&piece[..length]);
        std::io::stdout().write_all(&piece[..length])?;
        std::io::stdout().flush()?;
    }
    Ok((process.wait()?, String::from_utf8_lossy(&said).into_owned()))
}

/// Gives each case that libtest calls failed, with what it printed. None where the text does not end as libtest ends it, or where the
/// names are not as many as it counted.
fn fallen_cases(said: &str) -> Option<Vec<(String, String)>> {
    let (before, summary) = said.rsplit_once("\ntest result: FAILED. ")?;
    let counted: usize = summary.split_once(" passed; ")?.1.split_once(" failed; ")?.0.parse().ok()?;
    let (outputs, names) = before.rsplit_once("\nfailures:\n")?;
    let names: Vec<&str> = names.lines().filter_map(|line| line.strip_prefix("    ")).collect();
    if counted == 0 || names.len() != counted {
        return None;
    }
    let output = |name: &str| {
        let Some((_, output)) = outputs.split_once(&format!("\n---- {name} stdout ----\n")) else {
            return String::new();
        };
        output.split("\n---- ").next().unwrap_or_default().to_owned()
    };
    Some(names.iter().map(|name| ((*name).to_owned(), output(name))).collect())
}

/// True for a variable that cargo or a recipe sets for one program: all else is the same when the case is run again.
fn is_of_the_program(name: &str) -> bool {
    name.starts_with("QUARRY_TEST_")
        || name.starts_with("CARGO_MANIFEST_")
        || name.starts_with("CARGO_PKG_")
        || name == "LD_LIBRARY_PATH"
}

/// The engine of the app store that the recipe chose.
fn engine() -> String {
    std::env::var("QUARRY_TEST_APP_STORE").unwrap_or_else(|_| "sqlite".to_owned())
}

/// The end of a program as an exit code; a signal as shells say it.
fn ending(status: ExitStatus) -> ExitCode {
    let code = status.code().or_else(|| status.signal().map(|signal| 128 + signal));
    ExitCode::from(code.and_then(|code| u8::try_from(code).ok()).filter(|code| *code != 0).unwrap_or(1))
}

fn tell(line: &str) {
    println!("{line}");
}

/// Does what the command line says: `run PROGRAM ARGUMENT…` as cargo's runner, or `again`.
pub fn command(arguments: &[String]) -> Result<ExitCode> {
    let kept =
        std::env::var_os("QUARRY_TEST_FALLEN").map(PathBuf::from).context("QUARRY_TEST_FALLEN names no folder")?;
    match arguments {
        [verb, program, arguments @ ..] if verb == "run" => run(&kept, Path::new(program), arguments),
        [verb] if verb == "again" => again(&kept),
        _ => bail!("quarry-fallen-cases run PROGRAM ARGUMENT…, or quarry-fallen-cases again"),
    }
}
