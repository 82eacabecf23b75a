//! The server's process, and how a test tells it what to do.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::bounded::SHORT;
use anyhow::{Context, Result};
use serde_json::{Value as Json, json};

/// A running server. Its process ends when this is dropped, or with the test's process, whose pipe it reads.
#[derive(Debug)]
pub struct ChainServer {
    process: Child,
    pub url: String,
}

impl ChainServer {
    /// Starts `program` (`quarry-chain-server`) with a chain of so many blocks from block 100 on.
    pub fn start(program: &Path, chain_id: u64, blocks: u64) -> Result<ChainServer> {
        let mut process =
            Command::new(program).arg(chain_id.to_string()).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        BufReader::new(process.stdout.take().context("the server's output")?).read_line(&mut line)?;
        let server = ChainServer { process, url: line.trim().to_owned() };
        server.ask("test_mine", json!([blocks]));
        Ok(server)
    }

    /// Asks the server.
    pub fn ask(&self, method: &str, parameters: Json) -> Json {
        let question = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": parameters });
        let request = ureq::post(&self.url).config().timeout_global(Some(SHORT)).build();
        let mut response = request.send(question.to_string()).expect("the server answers");
        let text = response.body_mut().read_to_string().expect("the answer is text");
        let answer: Json = serde_json::from_str(&text).expect("the answer is JSON");
        answer["result"].clone()
    }

    /// Adds blocks and gives the new head.
    pub fn mine(&self, count: u64) -> u64 {
        self.ask("test_mine", json!([count])).as_u64().expect("a head")
    }

    /// Replaces the newest blocks and gives the new head.
    pub fn reorganise(&self, depth: u64, count: u64) -> u64 {
        self.ask("test_reorganise", json!([depth, count])).as_u64().expect("a head")
    }

    /// Lets something go wrong from now on.
    pub fn fault(&self, fault: Json) {
        let taken = self.ask("test_fault", json!([fault]));
        assert!(taken["refused"].is_null(), "{taken}");
    }

    /// Ends all faults.
    pub fn heal(&self) {
        self.ask("test_heal", json!([]));
    }

    /// Counts the requests of a method.
    pub fn requests(&self, method: &str) -> u64 {
        self.ask("test_requests", json!([]))[method].as_u64().unwrap_or_default()
    }

    /// Every block of the chain as it is, each with `block`, `logs` and `receipts`.
    pub fn truth(&self) -> Vec<Json> {
        self.ask("test_truth", json!([])).as_array().cloned().unwrap_or_default()
    }
}

impl Drop for ChainServer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
