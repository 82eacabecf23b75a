//! The server's process, and how a test tells it what to do.

use super::Letter;
use crate::bounded::SHORT;
use anyhow::{Context, Result};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A running server. Its process ends when this is dropped, or with the test's process, whose pipe it reads.
#[derive(Debug)]
pub struct MailServer {
    process: Child,
    /// The address at which letters are taken.
    pub address: SocketAddr,
    control: SocketAddr,
}

impl MailServer {
    /// Starts `program` (`quarry-mail-server`).
    pub fn start(program: &Path) -> Result<MailServer> {
        let mut process = Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        BufReader::new(process.stdout.take().context("the server's output")?).read_line(&mut line)?;
        let (address, control) = line.trim().split_once(' ').context("two addresses")?;
        Ok(MailServer { process, address: address.parse()?, control: control.parse()? })
    }

    /// Answers the next recipient with this line (`450 …`, `550 …`).
    pub fn refuse_next(&self, line: &str) {
        self.ask(line);
    }

    /// Gives the letters that were taken so far.
    pub fn letters(&self) -> Vec<Letter> {
        serde_json::from_str(&self.ask("")).expect("the server tells what came")
    }

    fn ask(&self, line: &str) -> String {
        let mut stream = TcpStream::connect(self.control).expect("the server listens");
        stream.set_read_timeout(Some(SHORT)).expect("a time limit");
        writeln!(stream, "{line}").expect("it is told");
        stream.shutdown(Shutdown::Write).expect("it was told");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        answer
    }
}

impl Drop for MailServer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
