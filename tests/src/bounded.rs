//! Waits that end: for programs, for what they print, for answers, and for the threads of a test that has failed. A test that waits
//! for good takes the whole run's time with it, and nobody learns which one it was.

use anyhow::{Context, Result, bail};
use rustix::process::{Pid, Signal, kill_process_group};
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The time of a program that compiles, walks through pages or reads much: several times what it takes beside other tests.
pub const LONG: Duration = Duration::from_secs(900);

/// The time of any other program, and of an answer.
pub const SHORT: Duration = Duration::from_secs(300);

/// The time that the kernel may take to end what was killed.
pub const AFTER_A_KILL: Duration = Duration::from_secs(10);

/// The most times that a busy machine takes, as the tests believe it, for what a free one does.
const AT_MOST_TIMES: f64 = 4.0;

/// The time between two looks at a process.
const POLL: Duration = Duration::from_millis(5);

/// Gives the time that this machine takes, as busy as it is, for what takes `alone` on a free one: what is promised within a second
/// is not late because four times as much as there are processors wants to run. Not for a bound that tells one mechanism from another
/// (a cancellation from the timeout behind it): scaled, it would pass without the first.
pub fn beside_others(alone: Duration) -> Duration {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let mut words = load.split_whitespace();
    // The average of a minute, and what wants to run just now.
    let average = words.next().and_then(|average| average.parse().ok()).unwrap_or(1.0);
    let now = words.nth(2).and_then(|of_all| of_all.split('/').next()?.parse().ok()).unwrap_or(1.0);
    let processors = std::thread::available_parallelism().map_or(1.0, |number| number.get() as f64);
    alone.mul_f64((f64::max(average, now) / processors).clamp(1.0, AT_MOST_TIMES))
}

/// Runs a program to its end, for `within` at most: then it is killed, with all that it started, and the error has what it said.
pub fn output(command: &mut Command, within: Duration) -> Result<Output> {
    output_with_input(command, &[], within)
}

/// Runs [`output`] with standard input.
pub fn output_with_input(command: &mut Command, input: &[u8], within: Duration) -> Result<Output> {
    let began = Instant::now();
    command.process_group(0).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut process = command.spawn().with_context(|| format!("{} cannot be started", named(command)))?;
    let mut stdin = process.stdin.take().context("standard input")?;
    let (stdout, stderr) =
        (process.stdout.take().context("standard output")?, process.stderr.take().context("standard error")?);
    let input = input.to_vec();
    std::thread::spawn(move || {
        // A program that reads no further has what it needs.
        let _ = stdin.write_all(&input);
    });
    let (sender, ends) = channel();
    let (said, errors) = (kept(stdout, sender.clone()), kept(stderr, sender));
    for _ in 0..2 {
        // The end of what it says comes with its own; the time is looked at below.
        let _ = ends.recv_timeout(within.saturating_sub(began.elapsed()));
    }
    match ended(&mut process, within.saturating_sub(began.elapsed()))? {
        Some(status) => Ok(Output { status, stdout: taken(&said), stderr: taken(&errors) }),
        None => {
            // It may have ended meanwhile.
            let _ = kill_process_group(Pid::from_child(&process), Signal::KILL);
            ended(&mut process, AFTER_A_KILL)?;
            let said = [taken(&said), taken(&errors)].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
            bail!("not within {} s: the end of {}; it said: {}", within.as_secs(), named(command), said.concat())
        }
    }
}

/// The words of a command, without its environment.
fn named(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
}

/// Keeps what comes until its end, which is sent.
fn kept(mut from: impl Read + Send + 'static, ended: Sender<()>) -> Arc<Mutex<Vec<u8>>> {
    let kept = Arc::new(Mutex::new(Vec::new()));
    let said = Arc::clone(&kept);
    std::thread::spawn(move || {
        let mut piece = [0; 16 << 10];
        loop {
            match from.read(&mut piece) {
                Ok(0) => break,
                Ok(length) => {
                    said.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(&piece[..length]);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => break,
            }
        }
        // Nobody waits any more where the time was over.
        let _ = ended.send(());
    });
    kept
}

fn taken(kept: &Mutex<Vec<u8>>) -> Vec<u8> {
    std::mem::take(&mut *kept.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Waits for the end of a process, for `within` at most; none where it goes on.
pub fn ended(process: &mut Child, within: Duration) -> std::io::Result<Option<ExitStatus>> {
    let began = Instant::now();
    loop {
        let status = process.try_wait()?;
        if status.is_some() || began.elapsed() >= within {
            return Ok(status);
        }
        std::thread::sleep(POLL);
    }
}

/// Gives the lines that a program prints, as they come: for `recv_timeout`.
pub fn lines(output: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(std::result::Result::ok) {
            // Nobody listens once the test is over.
            let _ = sender.send(line);
        }
    });
    lines
}

/// A program of a test. The end of the test kills it, a panic too.
#[derive(Debug)]
pub struct Running(pub Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = ended(&mut self.0, AFTER_A_KILL);
    }
}

/// A flag that is set when this is dropped, by a panic too. A scope waits for its threads also when it fails, and those that go on
/// until they are told would never be.
#[derive(Debug)]
pub struct SetAtEnd<'a>(pub &'a AtomicBool);

impl Drop for SetAtEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

/// Makes a client that gives up on an answer after [`SHORT`] and takes any status for one.
pub fn agent() -> ureq::Agent {
    ureq::Agent::config_builder().http_status_as_error(false).timeout_global(Some(SHORT)).build().into()
}
