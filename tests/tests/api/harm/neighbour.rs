//! Another tenant at work: reads and writes in turn, by a session, by a key and as a visitor, and what each took.

use super::stage::{Client, Tenant, With};
use crate::organizations::house::in_store;
use quarry::stores::app::Row;
use quarry::stores::result_set::Value;
use quarry_tests::server::Server;
use serde_json::{Value as Json, json};
use std::time::{Duration, Instant};

/// Longer than anything that is not lost takes.
const PATIENCE: Duration = Duration::from_secs(60);

/// What became of a neighbour's requests.
#[derive(Debug, Default)]
pub(super) struct Work {
    pub(super) times: Vec<Duration>,
    /// Each answer that is none of those that a quiet host gives.
    pub(super) refusals: Vec<String>,
}

impl Work {
    /// The 99th percentile of what its requests took.
    pub(super) fn p99(&self) -> Duration {
        let mut times = self.times.clone();
        times.sort();
        times.get(times.len() * 99 / 100).copied().unwrap_or_default()
    }
}

/// A tenant who works, and what they wrote so far.
pub(super) struct Neighbour<'a> {
    client: Client<'a>,
    server: &'a Server,
    page: i64,
    version: i64,
    body: String,
    comments: i64,
}

impl<'a> Neighbour<'a> {
    pub(super) fn new(server: &'a Server, tenant: &'a Tenant) -> Neighbour<'a> {
        let client = Client::new(server, tenant, PATIENCE);
        Neighbour { client, server, page: tenant.page, version: 0, body: String::new(), comments: 0 }
    }

    /// Reads and writes once each way.
    pub(super) fn round(&mut self, number: u64, work: &mut Work) {
        let page = self.page;
        let document = format!("/session/research/pages/{page}/document");
        self.ask("GET", &document, With::Session, None, work);
        let body = format!("Round {number}");
        let block = json!({ "id": null, "key": "k", "kind": "paragraph", "body": body, "attrs": {} });
        let new = json!({ "base_version": self.version, "blocks": [block] });
        if let Some(saved) = self.ask("PUT", &document, With::Session, Some(new), work) {
            self.version = saved["document_version"].as_i64().unwrap_or_default();
            self.body = body;
        }
        self.ask("GET", "/tokens?limit=5", With::Key, None, work);
        let comments = format!("/research/pages/{page}/comments");
        if self.ask("POST", &comments, With::Key, Some(json!({ "body": "Look." })), work).is_some() {
            self.comments += 1;
        }
        self.ask("GET", "/public/plans", With::Nothing, None, work);
        if let Some(issued) = self.ask("GET", "/session/cable_token", With::Session, None, work) {
            let connected = self.client.connect(issued["ticket"].as_str().unwrap_or_default());
            work.refusals.extend(connected.err().map(|status| format!("live updates: {status}")));
        }
    }

    /// The answer where it is good.
    fn ask(&self, method: &str, path: &str, with: With, body: Option<Json>, work: &mut Work) -> Option<Json> {
        let asked = Instant::now();
        let answer = self.client.send(method, path, with, body.as_ref());
        work.times.push(asked.elapsed());
        match answer {
            Ok((200 | 201, text)) => serde_json::from_str(&text).ok(),
            Ok((status, text)) => {
                work.refusals.push(format!("{method} {path}: {status} {text}"));
                None
            }
            Err(error) => {
                work.refusals.push(format!("{method} {path}: {error:#}"));
                None
            }
        }
    }

    /// What was acknowledged and is not there.
    pub(super) fn losses(&self) -> Vec<String> {
        let mut work = Work::default();
        let document = format!("/session/research/pages/{}/document", self.page);
        let document = self.ask("GET", &document, With::Session, None, &mut work).unwrap_or_default();
        let mut losses = work.refusals;
        if document["blocks"][0]["body"] != json!(self.body) {
            losses.push(format!("the page has {} and not what was saved last, {}", document["blocks"], self.body));
        }
        let kept = in_store(self.server, async |store| {
            let sql = "SELECT count(*) AS number FROM research_comments WHERE page_id = $1";
            let rows = store.query(sql, &[Value::Int64(self.page)]).await?;
            Ok(Row::first(&rows).expect("a row").integer("number")?)
        });
        if kept != self.comments {
            losses.push(format!("{kept} comments are there of {}", self.comments));
        }
        losses
    }
}
