//! A stranger's component that means harm by every hook (`tests/components/stranger`): accounts come and go, tenants are who they are,
//! and browsers show no page of it.

mod accounts;
mod guards;
mod installation;
mod names;
mod texts;

use crate::account_support::{Deployment, PASSWORD, Person, eventually};
use quarry::stores::result_set::Value;
use quarry_tests::browser::Browser;
use serde_json::json;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// A line of `[components.grants]`: all that it asks for.
const GRANTS: &str = "stranger = [\"app-store\", \"audit\", \"events\", \"notifications\", \"new-accounts\", \"account-keeping\", \
    \"personal-data\", \"text-answers\"]\n";

/// The deployment that lets it in.
fn deployment() -> &'static Deployment {
    static DEPLOYMENT: OnceLock<Deployment> = OnceLock::new();
    DEPLOYMENT.get_or_init(|| {
        let families = ["account", "organizations", "spaces", "staff"];
        Deployment::with("strangers", &families, format!("[components.grants]\n{GRANTS}"), put)
    })
}

/// Puts the component into a folder of components.
fn put(components: &Path) {
    let built =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/wasm32-wasip2/component/quarry_test_stranger.wasm");
    std::fs::copy(built, components.join("stranger.wasm")).expect("run `just test`");
}

/// Harm that is done until this is dropped, one at a time.
struct Harm {
    _turn: MutexGuard<'static, ()>,
}

impl Harm {
    fn none() -> Harm {
        static TURN: Mutex<()> = Mutex::new(());
        Harm { _turn: TURN.lock().unwrap_or_else(PoisonError::into_inner) }
    }

    fn of(kind: &str, amount: i64) -> Harm {
        let harm = Harm::none();
        harm.add(kind, amount);
        harm
    }

    fn add(&self, kind: &str, amount: i64) {
        let values = [Value::Text(kind.to_owned()), Value::Int64(amount)];
        deployment().execute("INSERT INTO stranger__harm (kind, amount) VALUES ($1, $2)", &values);
    }

    fn end(&self) {
        deployment().execute("DELETE FROM stranger__harm", &[]);
    }
}

impl Drop for Harm {
    fn drop(&mut self) {
        self.end();
    }
}

/// Somebody who signs up by an invitation; gives their number.
fn sign_up(name: &str) -> i64 {
    let deployment = deployment();
    let host = deployment.person("Host");
    let institution = deployment.institution(&format!("Readers {}", host.user_id), &host);
    let email = format!("{}-{}@guests.example", name.to_lowercase(), host.user_id);
    let path = format!("/session/organizations/{institution}/invitations");
    let invited = deployment.browser_of(&host).write("POST", &path, &json!({ "email": email }));
    assert!([200, 201].contains(&invited.status), "{}", invited.text);
    eventually("the letter comes", || !deployment.letters_to(&email).is_empty());
    let letter = deployment.letters_to(&email).remove(0);
    let mut words = letter.split_whitespace().map(|word| word.rsplit('=').next().unwrap_or_default());
    let token = words.rfind(|word| word.len() == 43).unwrap_or_else(|| panic!("{letter}"));
    let body = json!({ "grant_type": "invitation", "token": token, "name": name, "password": PASSWORD });
    let taken = Browser::new(&deployment.server).exchange(&body);
    assert_eq!(taken.status, 200, "{}", taken.text);
    taken.json()["viewer"]["user"]["id"].as_i64().expect("a number")
}

/// The accounts of that number that the component has rows of.
fn rows_of(user_id: i64) -> i64 {
    deployment().number("SELECT COUNT(*) AS number FROM stranger__accounts WHERE user_id = $1", user_id)
}

/// Somebody whom the component has a row of.
fn settled(name: &str) -> Person {
    let person = deployment().person(name);
    eventually("the component has its row", || rows_of(person.user_id) == 1);
    person
}

/// The line of the host's log that has all of these.
fn told(parts: &[&str]) -> bool {
    deployment().server.log().lines().any(|line| parts.iter().all(|part| line.contains(part)))
}
