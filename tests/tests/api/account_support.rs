//! A deployment whose people the tests make themselves, with a component that keeps something of them.

use jiff::Timestamp;
use quarry::contract::Secret;
use quarry::identity::{CreatedUser, NewOrganization, NewUser, OrganizationKind, Passwords, Role, Users};
use quarry::stores::app::{AppStore, Row};
use quarry::stores::result_set::Value;
use quarry_tests::browser::Browser;
use quarry_tests::complete;
use quarry_tests::name_server::NameServer;
use quarry_tests::server::{Options, Server, empty_app_store_environment, fresh_folder, installation};
use std::future::Future;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

pub(crate) const PASSWORD: &str = "marble ostrich trumpet 71";

/// A host with the family `account` and the component `complete`, which is granted all that there is, and its hostile twins.
pub(crate) struct Deployment {
    pub(crate) server: Server,
    /// The key of a person on the plan of an institution, to read with.
    pub(crate) read_key: String,
    /// A key of the same person, to read and write with.
    pub(crate) key: String,
    folder: PathBuf,
    url: String,
}

/// A credential that the deployment holds for the component.
pub(crate) const FEED_TOKEN: &str = "a-credential-of-the-deployment";
/// The holder of the keys, by name and email.
const HOLDER: (&str, &str) = ("Holder", "holder@example.org");

/// Somebody who has an account.
pub(crate) struct Person {
    pub(crate) user_id: i64,
    /// Their own.
    pub(crate) organization_id: i64,
    pub(crate) email: String,
}

/// The deployment that the tests of accounts share.
pub(crate) fn deployment() -> &'static Deployment {
    static DEPLOYMENT: OnceLock<Deployment> = OnceLock::new();
    DEPLOYMENT.get_or_init(Deployment::start)
}

/// The name server that the deployment asks.
fn name_server() -> &'static NameServer {
    static NAMES: OnceLock<NameServer> = OnceLock::new();
    NAMES.get_or_init(|| {
        let addresses = |name: &str, _| match name {
            "hook.example" | "provider.example" => vec![IpAddr::from([93, 184, 216, 34])],
            _ => Vec::new(),
        };
        let texts = |name: &str| match name {
            "proof.example" => vec!["quarry=proof".to_owned()],
            _ => Vec::new(),
        };
        NameServer::with_texts(addresses, texts).expect("a name server")
    })
}

impl Deployment {
    fn start() -> Deployment {
        // The twin that is granted as much as `complete`, and the one that is granted the app store alone.
        let twins =
            format!("{}intruder-ungranted = [\"app-store\"]\n", complete::GRANTS.replacen("complete", "intruder", 1));
        let further =
            format!("{}[components.secrets]\ncomplete = {{ feed = \"{FEED_TOKEN}\" }}\n", complete::given(&twins));
        Deployment::with("accounts", &["account"], further, |components| {
            complete::copy(components, &["intruder", "intruder-ungranted"]);
        })
    }

    /// A deployment with these families, with what `put` puts into its folder of components, and with these lines at the end of its
    /// configuration.
    pub(crate) fn with(name: &str, families: &[&str], further: String, put: impl FnOnce(&Path)) -> Deployment {
        let folder = fresh_folder(name).expect("a folder");
        let components = folder.join("components");
        std::fs::create_dir(&components).expect("a folder");
        let dist = installation().expect("an installation").join("components");
        for family in families {
            let file = format!("{family}.wasm");
            std::fs::copy(dist.join(&file), components.join(&file)).expect("a family");
        }
        put(&components);
        let environment = empty_app_store_environment(name).expect("an application store");
        let url = environment.iter().find(|(name, _)| name == "QUARRY__APP_STORE__URL").map(|(_, url)| url.clone());
        let url = url.unwrap_or_else(|| format!("sqlite://{}/data/app.sqlite3", folder.display()));
        let config = format!(
            "[server]\nlisten = \"127.0.0.1:0\"\nenvironment = \"sandbox\"\n\
             [app_store]\nurl = \"{url}\"\n\
             [paths]\ndata_dir = \"{0}/data\"\n\
             [rate_limits]\npublic_per_minute = 0\n\
             [quarantine]\nfaults = 1000000\n\
             [outbound]\nresolver = \"{2}\"\n\
             [development]\nallow_loopback_http = true\n\
             [components]\nfolder = \"{0}/components\"\n{1}",
            folder.display(),
            further,
            name_server().address,
        );
        std::fs::create_dir(folder.join("data")).expect("a folder");
        std::fs::write(folder.join("quarry.toml"), config).expect("a file");
        let (config, data_dir) = (Some(folder.join("quarry.toml")), Some(folder.join("data")));
        let options = Options { config, data_dir, environment, ..Options::default() };
        let server = Server::start(&options).expect("a server");
        let (name, email) = HOLDER;
        let create = ["admin", "create-user", "--email", email, "--name", name, "--password-stdin"];
        server.command(&create, &format!("{PASSWORD}\n"));
        server.command(&["admin", "set-plan", "--organization", name, "--plan", "institution"], "");
        let mint = |scopes: &str| {
            let mint = ["key", "mint", "--organization", name, "--member", email, "--name", "k", "--scopes", scopes];
            server.command(&mint, "").lines().last().expect("the key").trim().to_owned()
        };
        let (read_key, key) = (mint("read"), mint("read,research:write"));
        Deployment { server, read_key, key, folder, url }
    }

    /// Somebody new with the password [`PASSWORD`].
    pub(crate) fn person(&self, name: &str) -> Person {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let email = format!("{}-{}@example.org", name.to_lowercase(), NUMBER.fetch_add(1, Ordering::Relaxed));
        let new = NewUser { email: email.clone(), name: name.to_owned(), password: Some(Secret::new(PASSWORD)) };
        let CreatedUser { user_id, organization_id } = self.store(async |store| {
            Users::new(store, Passwords::default()).create_user(new, Timestamp::now()).await.expect("a person")
        });
        Person { user_id, organization_id, email }
    }

    /// An institution that the person owns; gives its number.
    pub(crate) fn institution(&self, name: &str, owner: &Person) -> i64 {
        let new =
            NewOrganization { name: name.to_owned(), kind: OrganizationKind::Institution, plan_key: "team".to_owned() };
        self.store(async |store| {
            let users = Users::new(store, Passwords::default());
            users.create_organization(&new, owner.user_id, Timestamp::now()).await.expect("an institution")
        })
    }

    pub(crate) fn add_member(&self, organization_id: i64, member: &Person, role: Role) {
        self.store(async |store| {
            let users = Users::new(store, Passwords::default());
            users.add_member(organization_id, member.user_id, role, Timestamp::now()).await.expect("a member");
        });
    }

    /// A browser that the person has signed in with.
    pub(crate) fn browser_of(&self, person: &Person) -> Browser<'_> {
        let mut browser = Browser::new(&self.server);
        let answer = browser.sign_in(&person.email, PASSWORD);
        assert_eq!(answer.status, 200, "{}", answer.text);
        browser
    }

    /// The first number of a statement's only row.
    pub(crate) fn number(&self, sql: &str, value: i64) -> i64 {
        self.store(async |store| {
            let rows = store.query(sql, &[Value::Int64(value)]).await.expect("an answer");
            Row::first(&rows).expect("a row").integer("number").expect("a number")
        })
    }

    /// The first text of each row.
    pub(crate) fn texts(&self, sql: &str, value: i64) -> Vec<String> {
        self.store(async |store| {
            let rows = store.query(sql, &[Value::Int64(value)]).await.expect("an answer");
            Row::all(&rows).map(|row| row.text("text").expect("a text")).collect()
        })
    }

    pub(crate) fn execute(&self, sql: &str, values: &[Value]) {
        self.store(async |store| {
            store.execute(sql, values).await.expect("it runs");
        });
    }

    /// The letters to an address.
    pub(crate) fn letters_to(&self, email: &str) -> Vec<String> {
        let files = std::fs::read_dir(self.folder.join("data/mail")).into_iter().flatten().flatten();
        let letters = files.filter_map(|file| std::fs::read_to_string(file.path()).ok());
        letters.filter(|letter| letter.contains(&format!("To: {email}"))).collect()
    }

    /// Does `work` with the deployment's own store.
    pub(crate) fn store<T, Work: Future<Output = T>>(&self, work: impl FnOnce(AppStore) -> Work) -> T {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let store = AppStore::open(&self.url).await.expect("the store");
            let done = work(store.clone()).await;
            store.close().await;
            done
        })
    }
}

/// Waits until `is_so`; jobs end within a few seconds.
pub(crate) fn eventually(what: &str, mut is_so: impl FnMut() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < quarry_tests::bounded::beside_others(Duration::from_secs(60)), "{what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Gives the code that an authenticator with that secret shows, `steps` half minutes from now.
pub(crate) fn code(secret: &str, steps: u64) -> String {
    let secret = totp_rs::Secret::try_from_base32(secret).expect("base32");
    let authenticator = totp_rs::Builder::new().with_secret(secret).with_account_name("ada").build().expect("a secret");
    let seconds = u64::try_from(Timestamp::now().as_second()).expect("a time of today");
    authenticator.generate(seconds + 30 * steps).to_string()
}
