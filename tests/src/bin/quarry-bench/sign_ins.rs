//! `sign_ins`: what others notice while 200 people sign in at once.
//!
//! An installation of its own, `target/dist`, on SQLite. Fifty clients ask for `GET /me` twice a second each, first alone and
//! then while 200 people, each of an account of their own, sign in at the same time, again and again. A password costs tens of
//! milliseconds on purpose; half of the cores check passwords, and a person who would wait for more than five seconds is told
//! so. The figures are the medians of the others' p99.

use crate::report::Report;
use anyhow::{Context, Result, ensure};
use jiff::Timestamp;
use quarry::contract::Secret;
use quarry::identity::{NewUser, Passwords, Users};
use quarry::stores::app::AppStore;
use quarry::stores::result_set::Value;
use quarry_tests::server::{Options, Server};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior, interval_at};

pub(crate) const FIGURES: &[&str] = &["others_quiet", "sign_ins"];
const OTHERS: u32 = 50;
const REQUESTS_EACH: usize = 12;
const EVERY: Duration = Duration::from_millis(500);
const SIGN_INS: u32 = 200;
const ROUNDS: usize = 3;
const PASSWORD: &str = "marble ostrich trumpet 71";

pub(crate) async fn measure(report: &mut Report) -> Result<()> {
    // All ask from one address.
    let environment = vec![("QUARRY__RATE_LIMITS__PUBLIC_PER_MINUTE".to_owned(), "0".to_owned())];
    let options = Options { no_sample: true, environment, ..Options::default() };
    let server = tokio::task::block_in_place(|| Server::start(&options))?;
    let address = server.base_url.trim_start_matches("http://").split('/').next().context("an address")?.parse()?;
    make_people(&server).await?;
    let request = Arc::new(format!(
        "GET /api/v1/me HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {}\r\n\r\n",
        server.full_key
    ));
    // Warm, as the other times will be.
    others(address, &request).await?;
    let (mut quiet, mut beside) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        quiet.push(others(address, &request).await?);
        let mut people = JoinSet::new();
        for number in 0..SIGN_INS {
            people.spawn(sign_in_again_and_again(address, number));
        }
        beside.push(others(address, &request).await?);
        // Those who are signing in are let go: they end with the set.
        ensure!(people.try_join_next().is_none(), "somebody stopped signing in while the others were measured");
    }
    report.rounds("others_quiet", quiet, "microseconds, p99 of 50 clients", None);
    report.rounds("sign_ins", beside, "microseconds, p99 while 200 people sign in", Some("others_quiet"));
    Ok(())
}

fn email(number: u32) -> String {
    format!("person-{number}@bench.example")
}

/// Makes as many accounts as sign in, all with one password and its one hash.
async fn make_people(server: &Server) -> Result<()> {
    let store = AppStore::open(&format!("sqlite://{}/app.sqlite3", server.data_dir.display())).await?;
    let users = Users::new(store.clone(), Passwords::default());
    for number in 0..SIGN_INS {
        let password = (number == 0).then(|| Secret::new(PASSWORD));
        users
            .create_user(NewUser { email: email(number), name: "Person".to_owned(), password }, Timestamp::now())
            .await?;
    }
    let sql =
        "UPDATE users SET password_hash = (SELECT first.password_hash FROM users AS first WHERE first.email_key = $1)
               WHERE email_key LIKE '%@bench.example'";
    store.execute(sql, &[Value::Text(email(0))]).await?;
    store.close().await;
    Ok(())
}

/// The p99 of all requests in microseconds.
async fn others(address: SocketAddr, request: &Arc<String>) -> Result<f64> {
    let mut clients = JoinSet::new();
    let begin = Instant::now() + Duration::from_millis(500);
    for number in 0..OTHERS {
        clients.spawn(other(address, Arc::clone(request), begin + EVERY * number / OTHERS));
    }
    let mut times = Vec::new();
    while let Some(client) = clients.join_next().await {
        times.extend(client??);
    }
    times.sort_unstable();
    let p99 = times.get(times.len() * 99 / 100).context("requests were made")?;
    Ok(p99.as_secs_f64() * 1e6)
}

async fn other(address: SocketAddr, request: Arc<String>, begin: Instant) -> Result<Vec<Duration>> {
    let mut stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let mut ticks = interval_at(begin, EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut times = Vec::with_capacity(REQUESTS_EACH);
    for _ in 0..REQUESTS_EACH {
        ticks.tick().await;
        let asked = Instant::now();
        let answer = ask(&mut stream, request.as_bytes()).await?;
        ensure!(answer.starts_with("HTTP/1.1 200"), "one of the others was not answered: {answer}");
        times.push(asked.elapsed());
    }
    Ok(times)
}

/// Signs in for as long as it is not let go.
async fn sign_in_again_and_again(address: SocketAddr, number: u32) -> Result<()> {
    let body = format!("{{\"grant_type\":\"password\",\"email\":\"{}\",\"password\":\"{PASSWORD}\"}}", email(number));
    let request = format!(
        "POST /api/v1/auth/exchange HTTP/1.1\r\nhost: {address}\r\nx-service-client: quarry-web\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    loop {
        let answer = ask(&mut stream, request.as_bytes()).await?;
        // Told to come again, where too many passwords wait to be checked.
        let is_expected = answer.starts_with("HTTP/1.1 200") || answer.starts_with("HTTP/1.1 503");
        ensure!(is_expected, "somebody could not sign in: {answer}");
    }
}

/// One request and its answer, which is small enough to come at once.
async fn ask(stream: &mut TcpStream, request: &[u8]) -> Result<String> {
    let mut answer = [0; 8_192];
    stream.write_all(request).await?;
    let length = stream.read(&mut answer).await?;
    Ok(String::from_utf8_lossy(&answer[..length]).into_owned())
}
