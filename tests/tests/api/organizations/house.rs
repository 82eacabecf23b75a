//! An institution of a test's own, with an owner, an admin and a member, on a server without the sample chain.

use argon2::password_hash::PasswordHasher;
use argon2::{Algorithm, Argon2, Params, Version};
use jiff::Timestamp;
use quarry::identity::{NewOrganization, NewUser, OrganizationKind, Passwords, Role, Users};
use quarry::stores::app::{AppStore, Row};
use quarry::stores::result_set::Value;
use quarry_tests::browser::Browser;
use quarry_tests::name_server::NameServer;
use quarry_tests::server::{Options, Server, app_store_environment};
use serde_json::Value as Json;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock};

pub(crate) const PASSWORD: &str = "seven quiet harbours, 1904";

/// The texts in the name server, by name.
static TEXTS: Mutex<Option<HashMap<String, Vec<String>>>> = Mutex::new(None);

/// Puts texts at a name, in the place of those before.
pub(crate) fn publish(name: &str, texts: &[&str]) {
    let mut all = TEXTS.lock().expect("no test panics here");
    all.get_or_insert_default().insert(name.to_owned(), texts.iter().map(|text| (*text).to_owned()).collect());
}

fn addresses(name: &str) -> Vec<IpAddr> {
    let texts: &[&str] = match name {
        "hook.example" => &["93.184.216.34"],
        "private.example" => &["10.0.0.7"],
        "loopback.example" => &["127.0.0.1"],
        "metadata.example" => &["169.254.169.254"],
        "mixed.example" => &["93.184.216.34", "192.168.1.1"],
        "mapped.example" => &["::ffff:10.0.0.7"],
        _ => &[],
    };
    texts.iter().map(|text| text.parse().expect("an address")).collect()
}

fn name_server() -> &'static NameServer {
    static NAMES: OnceLock<NameServer> = OnceLock::new();
    NAMES.get_or_init(|| {
        let texts = |name: &str| {
            let all = TEXTS.lock().expect("no test panics here");
            all.as_ref().and_then(|all| all.get(name).cloned()).unwrap_or_default()
        };
        NameServer::with_texts(|name, _| addresses(name), texts).expect("a name server")
    })
}

/// Gives the environment that a server of these tests needs beside a store.
pub(crate) fn environment(store: Vec<(String, String)>) -> Vec<(String, String)> {
    let mut environment = store;
    environment.push(("QUARRY__RATE_LIMITS__PUBLIC_PER_MINUTE".to_owned(), "0".to_owned()));
    environment.push(("QUARRY__OUTBOUND__RESOLVER".to_owned(), name_server().address.to_string()));
    environment
}

/// The server that these tests share.
pub(crate) fn server() -> &'static Server {
    static SERVER: OnceLock<Server> = OnceLock::new();
    SERVER.get_or_init(|| {
        let mut environment = environment(app_store_environment("organizations").expect("a store"));
        // Public answers are not kept, so that a test sees at once what others see within the minute.
        environment.push(("QUARRY__CACHE__MEMORY_BYTES".to_owned(), "0".to_owned()));
        Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a server")
    })
}

/// Does `work` with the server's own store.
pub(crate) fn in_store<T>(server: &Server, work: impl AsyncFnOnce(AppStore) -> anyhow::Result<T>) -> T {
    server.in_app_store(work).expect("the store does it")
}

/// Runs one statement.
pub(crate) fn execute(server: &Server, sql: &str, values: &[Value]) -> u64 {
    in_store(server, async |store| Ok(store.execute(sql, values).await?))
}

/// The texts of one column.
pub(crate) fn texts(server: &Server, sql: &str, values: &[Value]) -> Vec<String> {
    in_store(server, async |store| {
        let rows = store.query(sql, values).await?;
        Ok(Row::all(&rows).map(|row| row.text("text")).collect::<Result<_, _>>()?)
    })
}

/// The letters to an address, as the queue has them.
pub(crate) fn letters(server: &Server, email: &str) -> Vec<Json> {
    let sql = "SELECT arguments AS text FROM jobs WHERE name = 'deliver_mail' ORDER BY id LIMIT 10000";
    let letters = texts(server, sql, &[]).into_iter().map(|text| serde_json::from_str(&text).expect("a letter"));
    letters.filter(|letter: &Json| letter["to"] == email).collect()
}

/// The token in the newest letter to an address: at the end of a link, or on a line of its own.
pub(crate) fn mailed_token(server: &Server, email: &str) -> Option<String> {
    let letters = letters(server, email);
    let text = letters.last()?["text"].as_str()?.to_owned();
    let mut words = text.split_whitespace().map(|word| word.rsplit('=').next().unwrap_or_default());
    words.rfind(|word| word.len() == 43).map(str::to_owned)
}

#[derive(Debug, Clone)]
pub(crate) struct Person {
    pub(crate) id: i64,
    pub(crate) email: String,
    pub(crate) own_organization_id: i64,
}

impl Person {
    /// Somebody who belongs nowhere but to their own organization.
    pub(crate) fn new(server: &Server, name: &str) -> Person {
        in_store(server, async |store| {
            let users = Users::new(store.clone(), Passwords::default());
            Person::made(&store, &users, name).await
        })
    }

    async fn made(store: &AppStore, users: &Users, name: &str) -> anyhow::Result<Person> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let email = format!("{}-{}-{number}@people.example", name.to_lowercase(), std::process::id());
        let new = NewUser { email: email.clone(), name: name.to_owned(), password: None };
        let created = users.create_user(new, Timestamp::now()).await?;
        let values = [Value::Text(password_hash().to_owned()), Value::Int64(created.user_id)];
        store.execute("UPDATE users SET password_hash = $1 WHERE id = $2", &values).await?;
        Ok(Person { id: created.user_id, email, own_organization_id: created.organization_id })
    }

    /// Signed in just now.
    pub(crate) fn browser<'a>(&self, server: &'a Server) -> Browser<'a> {
        let mut browser = Browser::new(server);
        let answer = browser.sign_in(&self.email, PASSWORD);
        assert_eq!(answer.status, 200, "{} signs in: {}", self.email, answer.text);
        browser
    }

    /// Signed in a while ago: the password would have to be given again.
    pub(crate) fn browser_without_sudo<'a>(&self, server: &'a Server) -> Browser<'a> {
        let mut browser = self.browser(server);
        let token = browser.refresh_token.clone();
        let refreshed = browser.client_post("/auth/refresh", &serde_json::json!({ "refresh_token": token }));
        assert_eq!(refreshed.status, 200, "{}", refreshed.text);
        browser
    }
}

/// A hash that is cheap to check, since a hash says what its check costs: these people sign in thousands of times.
fn password_hash() -> &'static str {
    static HASH: OnceLock<String> = OnceLock::new();
    HASH.get_or_init(|| {
        let cheapest =
            Params::new(Params::MIN_M_COST, Params::MIN_T_COST, Params::MIN_P_COST, None).expect("parameters");
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, cheapest);
        argon2.hash_password(PASSWORD.as_bytes()).expect("a hash").to_string()
    })
}

/// An institution with its people.
#[derive(Debug, Clone)]
pub(crate) struct House {
    pub(crate) id: i64,
    pub(crate) owner: Person,
    pub(crate) admin: Person,
    pub(crate) member: Person,
}

impl House {
    pub(crate) fn new(server: &Server) -> House {
        in_store(server, async |store| {
            let users = Users::new(store.clone(), Passwords::default());
            let owner = Person::made(&store, &users, "Olga").await?;
            let admin = Person::made(&store, &users, "Adam").await?;
            let member = Person::made(&store, &users, "Mira").await?;
            let name = format!("House of {}", owner.email);
            let new = NewOrganization { name, kind: OrganizationKind::Institution, plan_key: "institution".to_owned() };
            let now = Timestamp::now();
            let id = users.create_organization(&new, owner.id, now).await?;
            users.add_member(id, admin.id, Role::Admin, now).await?;
            users.add_member(id, member.id, Role::Member, now).await?;
            Ok(House { id, owner, admin, member })
        })
    }

    /// A path below the organization.
    pub(crate) fn path(&self, rest: &str) -> String {
        format!("/session/organizations/{}{rest}", self.id)
    }

    /// Path of a person's membership.
    pub(crate) fn membership(&self, person: &Person) -> String {
        self.path(&format!("/memberships/{}", person.id))
    }
}

/// Adds somebody to an organization, past every check.
pub(crate) fn add_member(server: &Server, organization_id: i64, person: &Person, role: Role) {
    in_store(server, async |store| {
        let users = Users::new(store, Passwords::default());
        Ok(users.add_member(organization_id, person.id, role, Timestamp::now()).await?)
    });
}
