//! The stage of the operations, and their callers: a server without the sample chain, a name server, a provider of OpenID Connect, and people
//! who are made for one row each.

use super::document::Document;
use super::request::{Ask, Asker};
use crate::organizations::house::{self, House, PASSWORD, Person};
use jiff::Timestamp;
use quarry::identity::{Passwords, Role, STAFF_PERMISSIONS, Users};
use quarry::stores::result_set::Value;
use quarry_tests::browser::Browser;
use quarry_tests::server::{Options, Server, app_store_environment};
use quarry_tests::sign_in_provider::SignInProvider;
use serde_json::{Value as Json, json};
use std::path::Path;
use std::sync::{Mutex, OnceLock, PoisonError};

/// The tables in which a change of an organization is seen.
const TABLES: [(&str, &str); 9] = [
    ("organizations", "id"),
    ("memberships", "organization_id"),
    ("invitations", "organization_id"),
    ("api_keys", "organization_id"),
    ("webhook_endpoints", "organization_id"),
    ("organization_single_sign_on", "organization_id"),
    ("entitlement_overrides", "organization_id"),
    ("courtesy_subscriptions", "organization_id"),
    ("audit_entries", "organization_id"),
];

/// The tier among the permissions.
const ALPHA: &str = "alpha";

pub(super) struct Stage {
    pub(super) server: Server,
    pub(super) provider: SignInProvider,
    pub(super) document: Document,
}

/// All operations share it.
pub(super) fn stage() -> &'static Stage {
    static STAGE: OnceLock<Stage> = OnceLock::new();
    STAGE.get_or_init(|| {
        let program = Path::new(env!("CARGO_BIN_EXE_quarry-sign-in-provider"));
        let provider = SignInProvider::start(program).expect("a provider");
        let mut environment = house::environment(app_store_environment("access").expect("a store"));
        environment.extend(provider.environment());
        let server = Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a server");
        Stage { document: Document::of(&server), server, provider }
    })
}

impl Stage {
    /// Loads a file into the stage's warehouse, which takes one at a time.
    pub(super) fn load(&self, dataset: &str, file: &str) {
        static TURN: Mutex<()> = Mutex::new(());
        let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        self.server.command(&["ingest", dataset, file, "--chain", "gnosis"], "");
    }

    /// Signs a person in.
    pub(super) fn asker(&'static self, person: &Person) -> Asker {
        Asker { id: person.id, browser: person.browser(&self.server), acts: false }
    }

    pub(super) fn person(&'static self) -> Person {
        Person::new(&self.server, "Ada")
    }

    /// Somebody new who asks about themselves.
    pub(super) fn by_person(&'static self) -> Ask {
        Ask::by(self.asker(&self.person()))
    }

    pub(super) fn house(&'static self) -> House {
        House::new(&self.server)
    }

    /// An admin of a new organization who asks about it.
    pub(super) fn by_admin(&'static self) -> (House, Ask) {
        let house = self.house();
        let ask = Ask::by(self.asker(&house.admin)).of(&house);
        (house, ask)
    }

    /// One more member of an organization.
    pub(super) fn member_of(&'static self, house: &House) -> Asker {
        let person = Person::new(&self.server, "Mona");
        house::add_member(&self.server, house.id, &person, Role::Member);
        self.asker(&person)
    }

    /// Somebody with exactly these permissions.
    pub(super) fn staff(&'static self, permissions: &[&str]) -> Asker {
        let person = Person::new(&self.server, "Stella");
        house::in_store(&self.server, async |store| {
            let users = Users::new(store, Passwords::default());
            for permission in permissions {
                match *permission {
                    ALPHA => users.grant_alpha(&person.email).await?,
                    permission => users.grant_permission(&person.email, permission).await?,
                }
            }
            Ok(())
        });
        self.asker(&person)
    }

    /// Somebody with every permission there is, the tier included, but one.
    pub(super) fn staff_without(&'static self, permission: &str) -> Asker {
        let every = STAFF_PERMISSIONS.iter().copied().chain([ALPHA]);
        self.staff(&every.filter(|held| *held != permission).collect::<Vec<_>>())
    }

    /// Somebody with every permission there is, the tier included.
    pub(super) fn every_staff(&'static self) -> Asker {
        self.staff_without("")
    }

    /// Makes somebody a member of one more organization.
    pub(super) fn join(&'static self, house: &House, person: &Person) {
        house::add_member(&self.server, house.id, person, Role::Member);
    }

    /// Suspends an organization, as staff do, which this host feels at once.
    pub(super) fn suspend(&'static self, house: &House) {
        let path = format!("/session/admin/organizations/{}/suspend", house.id);
        let suspended =
            self.staff(&["orgs_manage"]).browser.write("PATCH", &path, &json!({ "reason": "it does not pay" }));
        assert_eq!(suspended.status, 200, "{}", suspended.text);
        // What a host says of a session or a key was true within the last second.
        std::thread::sleep(std::time::Duration::from_millis(1_050));
    }

    /// A member of staff who looks at the service as a person.
    pub(super) fn acting_as(&'static self, user_id: i64) -> Asker {
        let mut asker = self.staff(&["users_manage"]);
        let body = json!({ "user_id": user_id, "reason": "to see what they see", "minutes": 5 });
        asker.acts = true;
        let begun = asker.browser.write("POST", "/session/admin/impersonations", &body);
        assert_eq!(begun.status, 201, "{}", begun.text);
        // The session has a new cookie, and with it a new token.
        let session = asker.browser.get("/session").json();
        session["csrf_token"].as_str().expect("a token").clone_into(&mut asker.browser.csrf_token);
        asker
    }

    /// Closes the sudo window of a session, as a refresh does.
    pub(super) fn close_window(&self, asker: &mut Asker) {
        let body = json!({ "refresh_token": asker.browser.refresh_token });
        let refreshed = asker.browser.client_post("/auth/refresh", &body);
        assert_eq!(refreshed.status, 200, "{}", refreshed.text);
        assert_eq!(asker.browser.get("/session/sudo").json()["open"], false);
    }

    /// Makes somebody do something first; gives the answer.
    pub(super) fn done(&'static self, by: &Person, method: &str, path: &str, body: &Json) -> Json {
        let answer = by.browser(&self.server).write(method, path, body);
        assert!((200..300).contains(&answer.status), "{method} {path}: {}", answer.text);
        if answer.text.is_empty() { Json::Null } else { answer.json() }
    }

    /// Signs somebody in anew, as the application does.
    pub(super) fn password_grant(person: &Person) -> Json {
        json!({ "grant_type": "password", "email": person.email, "password": PASSWORD })
    }

    /// A browser that is signed out.
    pub(super) fn nobody(&'static self) -> Asker {
        Asker { id: 0, browser: Browser::new(&self.server), acts: false }
    }

    /// All that is stored of an organization.
    pub(super) fn held(&'static self, organization_id: i64) -> String {
        house::in_store(&self.server, async |store| {
            let mut held = String::new();
            for (table, column) in TABLES {
                // That a key was presented is noted with the key; it is no change of what the organization holds.
                let columns = match table {
                    "api_keys" => {
                        "id, user_id, name, scopes, ip_allow_list, expires_at, revoked_at, replaced_by_key_id"
                    }
                    _ => "*",
                };
                let sql = format!("SELECT {columns} FROM {table} WHERE {column} = $1 ORDER BY 1, 2 LIMIT 10000");
                held += &format!("{table}: {:?}\n", store.query(&sql, &[Value::Int64(organization_id)]).await?);
            }
            Ok(held)
        })
    }

    /// Gives the deeds of somebody that the audit log tells of.
    pub(super) fn deeds(&'static self, user_id: i64) -> Vec<String> {
        let sql = "SELECT action AS text FROM audit_entries
                   WHERE actor_user_id = $1 OR impersonator_user_id = $1 ORDER BY id LIMIT 10000";
        house::texts(&self.server, sql, &[Value::Int64(user_id)])
    }
}

/// A moment that is later than every other one so far, for names that are to be new.
pub(super) fn unique(name: &str) -> String {
    format!("{name}{}", Timestamp::now().as_nanosecond())
}
