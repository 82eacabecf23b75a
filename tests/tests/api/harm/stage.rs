//! A host with every family and a stranger's component, and the tenants on it.

use super::matrix::{Attacker, Cell, Way};
use crate::account_support::eventually;
use crate::organizations::house::{House, environment, execute, in_store};
use crate::research::page_in;
use crate::signed_components::built;
use quarry::stores::app::Row;
use quarry::stores::result_set::Value;
use quarry_tests::bounded;
use quarry_tests::cable::Cable;
use quarry_tests::outside::Outside;
use quarry_tests::server::{Options, Server, app_store_environment, installation};
use serde_json::{Value as Json, json};
use std::cell::RefCell;
use std::process::Command;
use std::time::Duration;

/// A server whose clients are told apart by the address that they say, under the limits that are in force by default.
pub(super) fn server() -> Server {
    let mut environment = environment(app_store_environment("harm").expect("a store"));
    environment.retain(|(name, _)| name != "QUARRY__RATE_LIMITS__PUBLIC_PER_MINUTE");
    for (name, value) in [
        ("SERVER__TRUSTED_PROXIES", "127.0.0.1, ::1"),
        ("RATE_LIMITS__SESSION_PER_MINUTE", "600"),
        ("DEVELOPMENT__ALLOW_LOOPBACK_HTTP", "true"),
    ] {
        environment.push((format!("QUARRY__{name}"), value.to_owned()));
    }
    let options = Options { no_sample: true, environment, ..Options::default() };
    let server = Server::start(&options).expect("a server");
    let mut install = Command::new(installation().expect("an installation").join("quarry"));
    install.args(["plugin", "install", "--accept", "--by", "ada"]).arg(built("taker"));
    install.arg("--data-dir").arg(&server.data_dir).envs(options.environment);
    let output = bounded::output(&mut install, bounded::SHORT).expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    eventually("the stranger's component serves", || server.send("POST", "/session/taker/nothing", &[]).status != 404);
    server
}

/// Somebody with an institution, a space, a page, a key and a webhook endpoint.
pub(super) struct Tenant {
    pub(super) email: String,
    pub(super) organization: i64,
    pub(super) space: i64,
    pub(super) project: i64,
    pub(super) page: i64,
    webhook: i64,
    cookie: String,
    csrf_token: String,
    key: String,
    /// What the proxy says of where they are.
    forwarded: String,
}

impl Tenant {
    pub(super) fn new(server: &Server, address: &str, receiver: &Outside) -> Tenant {
        let house = House::new(server);
        let plan = "UPDATE organizations SET plan_key = 'institution' WHERE id = $1";
        execute(server, plan, &[Value::Int64(house.owner.own_organization_id)]);
        let mut owner = house.owner.browser(server);
        let mut made = |path: &str, body: Json| {
            let answer = owner.write("POST", path, &body);
            assert!((200..300).contains(&answer.status), "{path}: {}", answer.text);
            serde_json::from_str(&answer.text).unwrap_or(Json::Null)
        };
        let number = |json: &Json| json.as_i64().unwrap_or_else(|| panic!("no number: {json}"));
        let space = number(&made("/session/spaces", json!({ "name": "Harbour" }))["id"]);
        made(&format!("/session/spaces/{space}/activate"), json!({}));
        let page = page_in(server, space);
        let url = format!("http://{}/hook", receiver.address);
        let webhook = number(&made(&house.path("/webhooks"), json!({ "url": url }))["webhook"]["id"]);
        let key = made(&house.path("/api_keys"), json!({ "name": "k", "scopes": ["read", "research:write"] }));
        let project = in_store(server, async |store| {
            let rows =
                store.query("SELECT project_id FROM research_pages WHERE id = $1", &[Value::Int64(page)]).await?;
            Ok(Row::first(&rows).expect("a row").integer("project_id")?)
        });
        Tenant {
            email: house.owner.email.clone(),
            organization: house.id,
            space,
            project,
            page,
            webhook,
            key: format!("Bearer {}", key["secret"].as_str().expect("the key, shown once")),
            cookie: owner.cookie.clone(),
            csrf_token: owner.csrf_token.clone(),
            forwarded: format!("for={address}"),
        }
    }
}

/// Connections of a tenant, or of a visitor from where the tenant is.
pub(super) struct Client<'a> {
    agent: ureq::Agent,
    server: &'a Server,
    of: &'a Tenant,
    /// Connections for live updates that stay.
    listening: RefCell<Vec<Cable>>,
}

/// The test's own files have an end.
const MOST_LISTENING: usize = 100;

/// What a request shows of who sends it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum With {
    Session,
    Key,
    Nothing,
}

impl<'a> Client<'a> {
    /// One that leaves where an answer takes longer than `patience`.
    pub(super) fn new(server: &'a Server, of: &'a Tenant, patience: Duration) -> Client<'a> {
        let agent = ureq::Agent::config_builder().http_status_as_error(false).timeout_global(Some(patience)).build();
        Client { agent: agent.into(), server, of, listening: RefCell::new(Vec::new()) }
    }

    /// Status and body; an error where it left before it had them.
    pub(super) fn send(
        &self,
        method: &str,
        path: &str,
        with: With,
        body: Option<&Json>,
    ) -> anyhow::Result<(u16, String)> {
        let of = self.of;
        let url = format!("{}/api/v1{path}", self.server.base_url);
        let mut request = ureq::http::Request::builder().method(method).uri(url).header("forwarded", &of.forwarded);
        request = match with {
            With::Session => request.header("cookie", &of.cookie).header("x-csrf-token", &of.csrf_token),
            With::Key => request.header("authorization", &of.key),
            With::Nothing => request.header("x-service-client", "quarry-web"),
        };
        let mut answer = match body {
            Some(body) => self.agent.run(request.header("content-type", "application/json").body(body.to_string())?)?,
            None => self.agent.run(request.body(())?)?,
        };
        Ok((answer.status().as_u16(), answer.body_mut().read_to_string()?))
    }

    /// Attacks once; gives the status where it got an answer.
    pub(super) fn attack(&self, cell: &Cell, number: u64) -> Option<u16> {
        let of = self.of;
        let with = match cell.attacker {
            Attacker::Component(_) | Attacker::Member => With::Session,
            Attacker::Key => With::Key,
            Attacker::Visitor => With::Nothing,
        };
        let (method, path, body) = match cell.way {
            Way::Take(thing) => {
                let details = json!({
                    "name": format!("n{number}"), "to": self.addressee(thing), "organization_id": of.organization,
                    "password": "marble ostrich trumpet 71",
                });
                ("POST", format!("/session/taker/{thing}"), Some(details))
            }
            Way::Send(method, path, body) => (method, self.path(path, number), body(of, number)),
            Way::Listen => {
                let mut listening = self.listening.borrow_mut();
                if listening.len() == MOST_LISTENING {
                    listening.clear();
                }
                return match Cable::ask(self.server, "audience=public", Some(&self.server.base_url)) {
                    Ok(cable) => {
                        listening.push(cable);
                        Some(200)
                    }
                    Err(status) => Some(status),
                };
            }
            Way::OutOfReach(_) => return None,
        };
        self.send(method, &path, with, body.as_ref()).ok().map(|(status, _)| status)
    }

    /// Connects for live updates with a ticket of the session; the status where it is refused.
    pub(super) fn connect(&self, ticket: &str) -> Result<Cable, u16> {
        Cable::connect(self.server, ticket, Some(&self.server.base_url))
    }

    fn addressee(&self, thing: &str) -> String {
        match thing {
            "mail" => self.of.email.clone(),
            _ => "https://localhost:1/".to_owned(),
        }
    }

    fn path(&self, path: &str, number: u64) -> String {
        let of = self.of;
        let names = [
            ("{page}", of.page),
            ("{organization}", of.organization),
            ("{webhook}", of.webhook),
            ("{number}", number.cast_signed()),
        ];
        names.iter().fold(path.to_owned(), |path, (name, value)| path.replace(name, &value.to_string()))
    }
}
