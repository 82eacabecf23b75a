//! One operation's figures: asked of the host, and its very statements asked of the warehouse, in turns; and where there are
//! several installations, each in its turn.

use super::recorder::{Asked, connect, send};
use super::table::COUNTING;
use crate::cpu::CpuTime;
use crate::report::median;
use anyhow::{Result, ensure};
use http_body_util::{BodyExt, Full};
use hyper::Request;
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper_util::rt::TokioIo;
use quarry_tests::server::Server;
use std::path::Path;
use std::time::{Duration, Instant};
use tokio::net::TcpStream;

/// Rounds that count; one more warms up.
const ROUNDS: usize = 5;
/// Asked once after the other in a round, as many as fit into this.
const A_ROUND: Duration = Duration::from_millis(400);
const MOST_REQUESTS: u32 = 60;
const FEWEST_REQUESTS: u32 = 3;
/// The time that the host may take beside the warehouse: a quarter of the warehouse's time, or this.
const ALLOWED: f64 = 1_000.0;

/// All in microseconds.
#[derive(Debug, Clone, Copy)]
pub(super) struct Figures {
    /// The median of the whole request.
    pub(super) request: f64,
    /// The median of its statements, one after the other, sent to the warehouse directly.
    pub(super) direct: f64,
    /// The median of those statements among them that count what matches on all pages.
    pub(super) counting: f64,
    /// CPU of host and warehouse for a request.
    pub(super) cpu: f64,
    /// CPU of the warehouse for the statements alone.
    pub(super) direct_cpu: f64,
    pub(super) statements: usize,
    /// Rows that the warehouse read for it, without those that are counted.
    pub(super) examined_rows: u64,
}

impl Figures {
    pub(super) fn overhead(&self) -> f64 {
        self.request - self.direct
    }

    pub(super) fn is_within_overhead(&self) -> bool {
        self.overhead() <= (self.direct / 4.0).max(ALLOWED)
    }
}

fn is_counting(asked: &Asked) -> bool {
    let sql = asked.sql();
    COUNTING.iter().any(|words| sql.contains(words))
}

/// A path of one installation, which is asked over and over.
pub(super) struct Asking<'a> {
    path: &'a str,
    asked: &'a [Asked],
    counting: Vec<Asked>,
    host: u32,
    warehouse: u32,
    client: Client,
    direct: SendRequest<Full<Bytes>>,
    rounds: Vec<Round>,
}

/// Medians of one round, in microseconds.
#[derive(Debug, Clone, Copy)]
struct Round {
    request: f64,
    direct: f64,
    counting: f64,
    cpu: f64,
    direct_cpu: f64,
}

impl Round {
    /// The page without the counting.
    fn page(&self) -> f64 {
        self.request - self.counting
    }
}

impl<'a> Asking<'a> {
    /// A path, whose statements were `asked`.
    pub(super) async fn begin(server: &Server, socket: &Path, path: &'a str, asked: &'a [Asked]) -> Result<Asking<'a>> {
        Ok(Asking {
            path,
            asked,
            counting: asked.iter().filter(|asked| is_counting(asked)).cloned().collect(),
            host: u32::try_from(server.pid)?,
            warehouse: u32::try_from(server.warehouse_pid()?)?,
            client: Client::connect(server).await?,
            direct: connect(socket).await?,
            rounds: Vec::new(),
        })
    }

    async fn round(&mut self) -> Result<Round> {
        let (host_cpu, warehouse_cpu) = (CpuTime::of(self.host)?, CpuTime::of(self.warehouse)?);
        let requests = self.client.several(self.path).await?;
        let cpu = (host_cpu.since()? + warehouse_cpu.since()?) as f64 / requests.len() as f64 / 1e3;
        let warehouse_cpu = CpuTime::of(self.warehouse)?;
        let statements = several(&mut self.direct, self.asked).await?;
        let direct_cpu = warehouse_cpu.since()? as f64 / statements.len() as f64 / 1e3;
        let counting = match self.counting.is_empty() {
            true => 0.0,
            false => median(several(&mut self.direct, &self.counting).await?),
        };
        Ok(Round { request: median(requests), direct: median(statements), counting, cpu, direct_cpu })
    }

    fn figures(&self) -> Figures {
        let of = |value: fn(&Round) -> f64| median(self.rounds.iter().map(value));
        Figures {
            request: of(|round| round.request),
            direct: of(|round| round.direct),
            counting: of(|round| round.counting),
            cpu: of(|round| round.cpu),
            direct_cpu: of(|round| round.direct_cpu),
            statements: self.asked.len(),
            examined_rows: self.asked.iter().filter(|asked| !is_counting(asked)).map(|asked| asked.read_rows).sum(),
        }
    }
}

/// The figures of each, measured in turns, and how many times as long the last one's page takes as the first one's: the
/// median of the rounds' ratios, so that a machine that grows slower meanwhile is no growth of the page.
pub(super) async fn measure(all: &mut [Asking<'_>]) -> Result<(Vec<Figures>, f64)> {
    for round in 0..=ROUNDS {
        for asking in all.iter_mut() {
            let measured = asking.round().await?;
            if round > 0 {
                asking.rounds.push(measured);
            }
        }
    }
    let grown: Vec<f64> = match all {
        [first, .., last] => {
            first.rounds.iter().zip(&last.rounds).map(|(few, many)| many.page() / few.page()).collect()
        }
        _ => vec![1.0],
    };
    Ok((all.iter().map(Asking::figures).collect(), median(grown)))
}

/// Gives the number of requests for an operation that takes that long.
fn requests(one: Duration) -> u32 {
    let fit = A_ROUND.as_nanos() / one.as_nanos().max(1);
    u32::try_from(fit).unwrap_or(MOST_REQUESTS).clamp(FEWEST_REQUESTS, MOST_REQUESTS)
}

/// Sends the statements one after the other, several times; how long each time took.
async fn several(connection: &mut SendRequest<Full<Bytes>>, asked: &[Asked]) -> Result<Vec<f64>> {
    let mut times = Vec::new();
    let mut count = 1;
    while times.len() < count {
        let began = Instant::now();
        for statement in asked {
            let answer = send(connection, statement).await?;
            ensure!(answer.status() == 200, "the warehouse answered {}", answer.status());
            answer.into_body().collect().await?;
        }
        if times.is_empty() {
            count = requests(began.elapsed()) as usize;
        }
        times.push(began.elapsed().as_secs_f64() * 1e6);
    }
    Ok(times)
}

/// Asks the host on one connection, with a key.
struct Client {
    sender: SendRequest<Full<Bytes>>,
    key: String,
}

impl Client {
    async fn connect(server: &Server) -> Result<Client> {
        let address = server.base_url.trim_start_matches("http://");
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let (sender, connection) = handshake(TokioIo::new(stream)).await?;
        tokio::spawn(connection);
        Ok(Client { sender, key: format!("Bearer {}", server.full_key) })
    }

    async fn several(&mut self, path: &str) -> Result<Vec<f64>> {
        let mut times = Vec::new();
        let mut count = 1;
        while times.len() < count {
            let request = Request::builder().uri(format!("/api/v1{path}")).header("host", "bench");
            let request = request.header("authorization", &self.key).body(Full::default())?;
            let began = Instant::now();
            self.sender.ready().await?;
            let answer = self.sender.send_request(request).await?;
            ensure!(answer.status() == 200, "{path} answered {}", answer.status());
            answer.into_body().collect().await?;
            if times.is_empty() {
                count = requests(began.elapsed()) as usize;
            }
            times.push(began.elapsed().as_secs_f64() * 1e6);
        }
        Ok(times)
    }
}
