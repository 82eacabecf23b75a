//! A server that delivers to this machine, and receivers on it.

use crate::organizations::house::{self, House, environment, in_store};
use jiff::Timestamp;
use quarry::contract::Caller;
use quarry::outbox::{Origin, emit_event};
use quarry::stores::result_set::Value;
use quarry_tests::browser::Browser;
use quarry_tests::outside::Outside;
use quarry_tests::server::{Options, Server, app_store_environment, fresh_folder};
use serde_json::{Value as Json, json};
use std::io::Write;
use std::net::TcpStream;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// A server that may ask this machine by `http`, on a folder that outlives it.
pub(super) fn options(name: &str) -> Options {
    let mut environment = environment(app_store_environment(name).expect("a store"));
    environment.push(("QUARRY__DEVELOPMENT__ALLOW_LOOPBACK_HTTP".to_owned(), "true".to_owned()));
    let data_dir = Some(fresh_folder(name).expect("a folder"));
    Options { no_sample: true, data_dir, environment, ..Options::default() }
}

/// The server that these tests share.
pub(super) fn server() -> &'static Server {
    static SERVER: OnceLock<Server> = OnceLock::new();
    SERVER.get_or_init(|| Server::start(&Options { data_dir: None, ..options("deliveries") }).expect("a server"))
}

/// A receiver that answers each request as `answer` says: told how many came before, it gives status and further head lines.
pub(super) fn receiver(answer: impl Fn(usize) -> (u16, String) + Send + Sync + 'static) -> Outside {
    let count = std::sync::atomic::AtomicUsize::new(0);
    let respond = move |_: &str, stream: &mut TcpStream| {
        let before = count.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
        let (status, head) = answer(before);
        let _ = write!(stream, "HTTP/1.1 {status} Told\r\n{head}content-length: 2\r\n\r\nok");
    };
    Outside::start(respond).expect("a receiver")
}

/// An endpoint of an institution, and its secret.
pub(super) struct Endpoint<'a> {
    pub(super) house: House,
    pub(super) admin: Browser<'a>,
    pub(super) id: i64,
    pub(super) secret: String,
    server: &'a Server,
}

impl<'a> Endpoint<'a> {
    pub(super) fn new(server: &'a Server, url: &str) -> Endpoint<'a> {
        let house = House::new(server);
        let mut admin = house.admin.browser(server);
        let added = admin.write("POST", &house.path("/webhooks"), &json!({ "url": url }));
        assert_eq!(added.status, 201, "{}", added.text);
        let added = added.json();
        let id = added["webhook"]["id"].as_i64().expect("a number");
        let secret = added["secret"].as_str().expect("a secret").to_owned();
        Endpoint { house, admin, id, secret, server }
    }

    pub(super) fn of(server: &'a Server, receiver: &Outside) -> Endpoint<'a> {
        Endpoint::new(server, &format!("http://{}/hook?tenant=7", receiver.address))
    }

    pub(super) fn path(&self, rest: &str) -> String {
        self.house.path(&format!("/webhooks/{}{rest}", self.id))
    }

    pub(super) fn shown(&self) -> Json {
        let list = self.admin.get(&self.house.path("/webhooks")).json();
        list["webhooks"]
            .as_array()
            .expect("a list")
            .iter()
            .find(|one| one["id"] == self.id)
            .cloned()
            .unwrap_or_default()
    }

    pub(super) fn deliveries(&self) -> Vec<Json> {
        let answer = self.admin.get(&self.path("/deliveries"));
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.json()["deliveries"].as_array().expect("a list").clone()
    }

    /// Writes an event of the institution as a component does; gives its id.
    pub(super) fn emit(&self, name: &str, data: &Json) -> String {
        emit(self.server, self.house.id, name, data)
    }

    /// Hands in the time of the next attempt.
    pub(super) fn hasten(&self) {
        let values = [Value::Int64(self.id)];
        house::execute(self.server, "UPDATE webhook_endpoints SET probe_at = NULL WHERE id = $1", &values);
        let sql = "UPDATE webhook_deliveries SET due_at = 1 WHERE endpoint_id = $1 AND state = 'waiting' AND due_at IS NOT NULL";
        house::execute(self.server, sql, &values);
    }
}

pub(super) fn emit(server: &Server, organization_id: i64, name: &str, data: &Json) -> String {
    in_store(server, async |store| {
        let mut transaction = store.begin().await?;
        let origin = Origin { component: "datasets", request_id: "test", caller: &Caller::Nobody };
        let data = data.to_string();
        let id = emit_event(&mut transaction, origin, organization_id, name, &data, Timestamp::now()).await?;
        transaction.commit().await?;
        Ok(id)
    })
}

/// Waits until it is so.
pub(super) fn eventually(what: &str, mut is_so: impl FnMut() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(
            began.elapsed() < quarry_tests::bounded::beside_others(Duration::from_secs(30)),
            "not within 30 s: {what}"
        );
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// The value of a header of a request as it came.
pub(super) fn header(request: &str, name: &str) -> String {
    let line = request.lines().find(|line| line.to_lowercase().starts_with(&format!("{name}: ")));
    line.and_then(|line| line.split_once(": ")).map(|(_, value)| value.trim().to_owned()).unwrap_or_default()
}

pub(super) fn body(request: &str) -> &str {
    request.split_once("\r\n\r\n").map(|(_, body)| body).unwrap_or_default()
}
