//! What components that are no part of the service do to people who leave or take their data with them: rows without end, wide
//! rows, a store that says it is full, tables that nobody answers for, words in the host's name. On both engines.

use crate::app_store::objects::in_folder;
use crate::app_store_support::{Fresh, fresh_stores};
use anyhow::{Context, Result};
use bytes::Bytes;
use futures_util::TryStreamExt;
use jiff::{SignedDuration, Timestamp};
use quarry::capabilities::migrate_own_tables;
use quarry::contract::{ComponentMigration, Manifest, Secret};
use quarry::identity::{
    AccountHolder, AskedThrough, Credentials, Letters, NewUser, Passwords, SessionSettings, Sessions, SignIn,
    SignInFrom, Users,
};
use quarry::jobs::{Ending, HostJob};
use quarry::object_links::ObjectLinks;
use quarry::personal_data::{
    AccountKeeper, ComponentsData, Erasing, ExportJob, Kept, PersonalData, PersonalDataError, PersonalRows,
};
use quarry::secrets::SecretKeys;
use quarry::stores::app::{AppStoreDialect, BoundStatement};
use quarry::stores::objects::{ObjectQuotas, Objects};
use quarry::stores::result_set::Value;
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;
use std::sync::Arc;

const STRANGER: &str = "evil";
const PASSWORD: &str = "marble ostrich trumpet 71";
const SETTINGS: SessionSettings = SessionSettings {
    idle: SignedDuration::from_hours(2),
    longest: SignedDuration::from_hours(24),
    refresh: SignedDuration::from_hours(24),
};

/// What the components of a test say that they hold.
#[derive(Default)]
struct Components {
    rows: Vec<PersonalRows>,
    keepers: Vec<AccountKeeper>,
    loaded: BTreeSet<String>,
    first_party: BTreeSet<String>,
}

impl ComponentsData for Components {
    fn loaded(&self) -> BTreeSet<String> {
        self.loaded.clone()
    }

    fn is_first_party(&self, component: &str) -> bool {
        self.first_party.contains(component)
    }

    fn rows_of(&self, _user_id: i64) -> Result<Vec<PersonalRows>, PersonalDataError> {
        Ok(self.rows.clone())
    }

    fn keepers_of(&self, _user_id: i64) -> Result<Vec<AccountKeeper>, PersonalDataError> {
        Ok(self.keepers.clone())
    }
}

struct Host<'a> {
    fresh: &'a Fresh,
    sign_in: SignIn,
    objects: Objects,
    letters: Letters,
}

impl Host<'_> {
    async fn new(fresh: &Fresh) -> Result<Host<'_>> {
        let store = fresh.store.clone();
        let sessions = Sessions::open(store.clone(), SETTINGS, Timestamp::now()).await?;
        let letters = Letters::new(Some("https://quarry.example/".to_owned()));
        let keys = SecretKeys::unconnected();
        let sign_in = SignIn::new(store.clone(), Passwords::default(), sessions, letters.clone(), keys);
        let objects = in_folder(fresh, ObjectQuotas::default())?;
        Ok(Host { fresh, sign_in, objects, letters })
    }

    /// A person who is signed in.
    async fn person(&self, name: &str) -> Result<AccountHolder> {
        let (now, email) = (Timestamp::now(), format!("{}@example.org", name.to_lowercase()));
        let password = Some(Secret::new(PASSWORD));
        let user = NewUser { email: email.clone(), name: name.to_owned(), password };
        Users::new(self.fresh.store.clone(), Passwords::default()).create_user(user, now).await?;
        let from = SignInFrom {
            address: "192.0.2.7".parse()?,
            client: "quarry-web".to_owned(),
            user_agent: "Test/1".to_owned(),
            request_id: "request-1".into(),
        };
        let credentials = Credentials { email, password: Secret::new(PASSWORD), otp: None };
        let session = Box::pin(self.sign_in.with_password(credentials, &from, now)).await?;
        let found = self.sign_in.sessions().find(&session.token, now).await?.context("the session is there")?;
        let asked =
            AskedThrough { component: "account".to_owned(), request_id: from.request_id, address: from.address };
        Ok(AccountHolder::of(&found, asked)?)
    }

    /// The personal data of the deployment where these are its components, for as long as they are there.
    fn data_of(&self, components: Components) -> (PersonalData, Arc<dyn ComponentsData>) {
        let components: Arc<dyn ComponentsData> = Arc::new(components);
        let (store, objects) = (self.fresh.store.clone(), self.objects.clone());
        let (links, sessions) = (ObjectLinks::unconnected(), self.sign_in.sessions().clone());
        let data = PersonalData::new(store, objects, links, self.letters.clone(), sessions);
        data.ask_components(&components);
        (data, components)
    }

    /// The text that makes a word of so many bytes, a multiple of two.
    fn word_of(&self, bytes: u32) -> String {
        match self.fresh.store.dialect() {
            AppStoreDialect::Sqlite => format!("hex(zeroblob({}))", bytes / 2),
            AppStoreDialect::Postgres => format!("repeat('x', {bytes})"),
        }
    }

    async fn is_there(&self, user_id: i64) -> Result<bool> {
        let rows = self.fresh.store.query("SELECT id FROM users WHERE id = $1", &[Value::Int64(user_id)]).await?;
        Ok(rows.row_count == 1)
    }
}

fn statement(sql: impl Into<String>) -> BoundStatement {
    BoundStatement { sql: sql.into(), values: Vec::new() }
}

/// A stranger's rows, which it removes where nothing else is said.
fn rows(table: &str, export: impl Into<String>) -> PersonalRows {
    PersonalRows {
        owner: STRANGER.to_owned(),
        table: table.to_owned(),
        thing: format!("rows of {table}"),
        user_column: "user_id".to_owned(),
        export: statement(export),
        is_first_party: false,
        erasing: Erasing::Statement(statement("DELETE FROM evil__rows")),
    }
}

/// A query of so many rows that asks no table.
fn counted(rows: u32, columns: &str) -> String {
    format!(
        "WITH RECURSIVE counted(n) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT n + 1 FROM counted WHERE n < {rows})
         SELECT {columns} FROM counted"
    )
}

/// Makes tables as a component's migration does.
async fn make_tables(fresh: &Fresh, component: &str, sqlite: &str, postgres: &str) -> Result<()> {
    let migration =
        ComponentMigration { name: "0001".to_owned(), sqlite: sqlite.to_owned(), postgres: postgres.to_owned() };
    let manifest = Manifest {
        name: component.to_owned(),
        version: "1.0.0".to_owned(),
        migrations: vec![migration],
        ..Manifest::default()
    };
    Ok(migrate_own_tables(&fresh.store, &manifest, Timestamp::now()).await?)
}

#[tokio::test(flavor = "multi_thread")]
async fn no_stranger_keeps_a_person_from_their_data() -> Result<()> {
    for fresh in fresh_stores().await? {
        let host = Host::new(&fresh).await?;
        let ada = host.person("Ada").await?;
        let gone = "CREATE TABLE gone__rows (user_id BIGINT NOT NULL)";
        make_tables(&fresh, "gone", gone, gone).await?;
        let components = Components {
            rows: vec![
                rows("evil__few", "SELECT CAST(7 AS BIGINT) AS n"),
                // 40 MiB at once, which no export holds of a stranger.
                rows("evil__wide", counted(10_000, &format!("n, {} AS text", host.word_of(8_192)))),
                rows("evil__missing", "SELECT n FROM evil__missing"),
                rows("evil__many", counted(150_000, "n")),
                rows("evil__late", "SELECT CAST(8 AS BIGINT) AS n"),
            ],
            loaded: BTreeSet::from([STRANGER.to_owned()]),
            ..Components::default()
        };
        let (data, _components) = host.data_of(components);
        data.request_export(&ada, Timestamp::now()).await?;
        let arguments = json!({ "user_id": ada.user_id() }).to_string();
        assert_eq!(ExportJob::new(data.clone()).run(&arguments).await, Ending::Completed);

        let key = format!("account-exports/{}.json", ada.user_id());
        let info = host.objects.head(<dyn HostJob>::COMPONENT, &key).await?.context("the file is there")?;
        let pieces: Vec<Bytes> = host.objects.read(&info, 0..info.size_bytes).await?.try_collect().await?;
        let file: Json = serde_json::from_slice(&pieces.concat())?;
        let tables = file["tables"].as_array().context("a list")?;
        let of = |name: &str| tables.iter().find(|table| table["table"] == name).expect("each table is named");
        let is_incomplete = |name: &str| of(name)["incomplete"] == json!(true);
        let number = |name: &str| of(name)["rows"].as_array().map_or(0, Vec::len);
        assert_eq!((&of("evil__few")["rows"], is_incomplete("evil__few")), (&json!([{ "n": 7 }]), false));
        assert_eq!((number("evil__wide"), is_incomplete("evil__wide")), (0, true), "more than it may hold");
        assert_eq!((number("evil__missing"), is_incomplete("evil__missing")), (0, true), "no rows at all");
        let many = number("evil__many");
        assert!((90_000..=100_000).contains(&many) && is_incomplete("evil__many"), "{many} rows");
        assert!(is_incomplete("evil__late"), "all strangers have the one share");
        assert_eq!(of("users")["rows"][0]["email"], "ada@example.org", "the person's own is whole");
        assert_eq!(file["families_not_included"], json!(["gone"]), "what nobody answers for is named");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn no_stranger_keeps_a_person_from_leaving() -> Result<()> {
    for fresh in fresh_stores().await? {
        let host = Host::new(&fresh).await?;
        let ada = host.person("Ada").await?;
        let gone = "CREATE TABLE gone__rows (user_id BIGINT NOT NULL)";
        make_tables(&fresh, "gone", gone, gone).await?;
        make_tables(
            &fresh,
            STRANGER,
            "CREATE TABLE evil__full (id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT)",
            "CREATE TABLE evil__full (id BIGINT PRIMARY KEY NOT NULL, text TEXT)",
        )
        .await?;
        let last = "INSERT INTO evil__full (id, text) VALUES (9223372036854775807, 'the last that there can be')";
        fresh.store.execute(last, &[]).await?;
        // SQLite has no number left for the row, and says that the store is full.
        let fails = match fresh.store.dialect() {
            AppStoreDialect::Sqlite => "INSERT INTO evil__full (text) VALUES ('one more')",
            AppStoreDialect::Postgres => "UPDATE evil__full SET id = id + 1",
        };
        let components = |first_party: &[&str]| Components {
            rows: vec![PersonalRows {
                erasing: Erasing::Statement(statement(fails)),
                ..rows("evil__full", "SELECT id FROM evil__full")
            }],
            loaded: BTreeSet::from([STRANGER.to_owned()]),
            first_party: first_party.iter().map(|name| (*name).to_owned()).collect(),
            ..Components::default()
        };
        let now = Timestamp::now();

        let (data, _components) = host.data_of(components(&["gone"]));
        let refused = Box::pin(data.delete_account(&ada, now)).await;
        assert!(matches!(&refused, Err(PersonalDataError::NotLoaded(names)) if names == "gone"), "{refused:?}");
        assert!(host.is_there(ada.user_id()).await?, "of a part of the service nobody says that its rows stay");

        let (data, _components) = host.data_of(components(&[]));
        let stays = |kept: &[Kept], table: &str, reason: &str| {
            kept.iter().any(|kept| kept.table == table && kept.reason == reason)
        };
        let unloaded = "The component gone is not loaded, so nobody can remove it: ask the operator to.";
        let plan = data.plan_deletion(ada.user_id()).await?;
        assert!(stays(&plan.kept, "gone__*", unloaded), "{plan:?}");
        let deletion = Box::pin(data.delete_account(&ada, now)).await?;
        let failed = "The component evil failed to remove them: ask the operator to.";
        assert!(stays(&deletion.kept, "evil__full", failed), "{deletion:?}");
        assert!(stays(&deletion.kept, "gone__*", unloaded), "{deletion:?}");
        assert!(!host.is_there(ada.user_id()).await?, "the account is gone");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_stranger_says_of_an_account_is_said_once_briefly_and_in_its_name() -> Result<()> {
    for fresh in fresh_stores().await? {
        let host = Host::new(&fresh).await?;
        let user = NewUser { email: "ada@example.org".to_owned(), name: "Ada".to_owned(), password: None };
        let users = Users::new(fresh.store.clone(), Passwords::default());
        let user_id = users.create_user(user, Timestamp::now()).await?.user_id;
        let keeper = |code: &str, sentence: &str, rows: String| AccountKeeper {
            component: STRANGER.to_owned(),
            is_first_party: false,
            rows: statement(rows),
            code: code.to_owned(),
            sentence: sentence.to_owned(),
            member: "status".to_owned(),
            tenant: "own",
            tenants: statement("SELECT CAST(1 AS BIGINT) AS tenant"),
        };
        let one = || "SELECT CAST(1 AS BIGINT) AS n".to_owned();
        let wide = counted(100, &format!("n, {} AS text", host.word_of(16_384)));
        let components = Components {
            keepers: vec![
                keeper("session_expired", "Pay.\" The service asks:\u{202e}\n\"Pay", one()),
                keeper("wide", "Rows that no refusal shows keep you.", wide),
                keeper("missing", "Rows of no table keep you.", "SELECT n FROM evil__missing".to_owned()),
            ],
            loaded: BTreeSet::from([STRANGER.to_owned()]),
            ..Components::default()
        };
        let (data, _components) = host.data_of(components);
        let kept = data.plan_deletion(user_id).await?.kept_back;
        let [only] = kept.as_slice() else { panic!("{kept:?}") };
        assert_eq!((only.code.as_str(), only.member.as_str()), ("kept_by_component", "rows"));
        assert_eq!(
            only.sentence,
            "The component evil keeps your account, and says: \"Pay.' The service asks: 'Pay\" Tell the operator where that is \
             not so."
        );
        assert_eq!(only.rows, json!([{ "n": 1 }]));
    }
    Ok(())
}
