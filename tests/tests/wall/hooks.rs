//! Hooks: what a component may have the host do with every account. Each of these would take something from people who never
//! chose the component, or from the host, and keeps the component out.

use crate::app_store_support::{fresh_sqlite, fresh_stores};
use crate::component::{NAME, stores};
use quarry::capabilities::{Capabilities, Given, check_own_tables};
use quarry::contract::{
    ComponentMigration, Erasure, ErasureRefusal, Grant, Guard, GuardRefusal, Manifest, PersonalData, RowScope,
    StatementSource, Store, TenantKind, told_name, told_sentence,
};
use quarry::stores::app::AppStore;
use std::collections::BTreeSet;
use std::sync::Arc;

const EXPORT: &str = "SELECT text FROM evil__rows WHERE user_id = {user_id:int64}";
const ERASE: &str = "DELETE FROM evil__rows WHERE user_id = {user_id:int64}";
const KEEP: &str = "SELECT text FROM evil__rows WHERE user_id = {user_id:int64} AND text = 'keep'";
const TENANTS: &str = "SELECT user_id AS tenant FROM evil__rows WHERE user_id = {user_id:int64}";
const ACCOUNTS: &str = "INSERT INTO evil__rows (user_id)
SELECT account.user_id FROM {accounts:rows(user_id int64, created_at timestamp)} AS account WHERE TRUE";
const TABLE: &str = "CREATE TABLE evil__rows (user_id BIGINT NOT NULL, text TEXT)";

/// Behind a statement: two orders, one of which a request would pick.
const ORDERS: &str = "\n-- order newest\nORDER BY text DESC\n-- order oldest\nORDER BY text\n-- end order";

fn statement(name: &str, sql: &str) -> StatementSource {
    StatementSource {
        name: name.to_owned(),
        store: Store::AppStore,
        file: format!("sql/{name}.sql"),
        sql: sql.to_owned(),
        dialects: Vec::new(),
        unguarded: None,
    }
}

/// A component with one hook of each kind that concerns accounts, none of which does harm.
fn harmless() -> Manifest {
    Manifest {
        name: NAME.to_owned(),
        version: "1.0.0".to_owned(),
        grants: vec![Grant::AppStore, Grant::PersonalData, Grant::AccountKeeping, Grant::NewAccounts],
        migrations: vec![ComponentMigration {
            name: "0001".to_owned(),
            sqlite: TABLE.to_owned(),
            postgres: TABLE.to_owned(),
        }],
        statements: vec![
            statement("export", EXPORT),
            statement("erase", ERASE),
            statement("keep", KEEP),
            statement("tenants", TENANTS),
            statement("accounts", ACCOUNTS),
        ],
        personal_data: vec![PersonalData {
            table: "evil__rows".to_owned(),
            user_column: "user_id".to_owned(),
            export: "export".to_owned(),
            erasure: Erasure::Statement("erase".to_owned()),
        }],
        erasure_refusals: vec![ErasureRefusal {
            statement: "keep".to_owned(),
            code: "kept_rows".to_owned(),
            sentence: "Remove your rows first.".to_owned(),
            member: "rows".to_owned(),
            tenant: TenantKind::Own,
            tenants: "tenants".to_owned(),
        }],
        account_statements: vec!["accounts".to_owned()],
        ..Manifest::default()
    }
}

/// Takes the component in where it was given all that it asks for, and of the tables what an operator gives by a star.
async fn take_in(app: &AppStore, manifest: &Manifest, hooks: Option<BTreeSet<String>>) -> Result<(), String> {
    let tables = BTreeSet::from(["app_store.people:delete".parse().expect("a table")]);
    let given = Given { grants: manifest.grants.iter().copied().collect(), tables, hooks };
    let stores = stores(app);
    check_own_tables(manifest).map_err(|error| error.to_string())?;
    let questioned = Capabilities::questioned(manifest, &given, Arc::clone(&stores));
    let (_, questions) = questioned.map_err(|error| error.to_string())?;
    questions.ask(manifest, &given, &stores, &[Store::AppStore]).await.map_err(|error| error.to_string())
}

/// Statements of hooks: what would be lost, the statement, its text, and a part of the sentence that it is refused with; empty where
/// the parser of either engine may be the one to refuse it.
const STATEMENTS: &[(&str, &str, &str, &str)] = &[
    (
        "everybody's export, by a page of it",
        "export",
        "SELECT text FROM evil__rows WHERE user_id = {user_id:int64}\nORDER BY text LIMIT {page.limit}",
        "the statement export for the personal data of evil__rows must take `{user_id:int64}` and nothing else",
    ),
    (
        "everybody's deletion, by rows of a page",
        "erase",
        "DELETE FROM evil__rows WHERE user_id IN (SELECT user_id FROM evil__rows WHERE user_id = {user_id:int64}\nLIMIT {page.limit})",
        "the statement erase for the personal data of evil__rows must take `{user_id:int64}` and nothing else",
    ),
    (
        "everybody's deletion, by a page of reasons",
        "keep",
        "SELECT text FROM evil__rows WHERE user_id = {user_id:int64}\nORDER BY text LIMIT {page.limit}",
        "what keeps an account (kept_rows) names the statement keep, which must be of the app store and take `{user_id:int64}` alone",
    ),
    (
        "everybody's deletion, by a page of tenants",
        "tenants",
        "SELECT user_id AS tenant FROM evil__rows WHERE user_id = {user_id:int64}\nORDER BY user_id LIMIT {page.limit}",
        "what keeps an account (kept_rows) names the statement tenants, which must be of the app store",
    ),
    (
        "the rows of every account, by a page of them",
        "accounts",
        "INSERT INTO evil__rows (user_id)\nSELECT account.user_id FROM {accounts:rows(user_id int64, created_at timestamp)} AS account WHERE TRUE\nORDER BY account.user_id LIMIT {page.limit}",
        "the statement accounts for new accounts must be of the app store and take",
    ),
    (
        "everybody's deletion, where one account may be missing",
        "erase",
        "DELETE FROM evil__rows WHERE TRUE\nAND user_id = {user_id:int64} -- when user_id",
        "the statement erase for the personal data of evil__rows must take `{user_id:int64}` and nothing else",
    ),
    (
        "rows of another component, in an export",
        "export",
        "SELECT text FROM other__notes WHERE user_id = {user_id:int64}",
        "it uses the table other__notes, which the deployment does not let it",
    ),
    (
        "addresses of others, in an export",
        "export",
        "SELECT email AS text FROM users WHERE id <> {user_id:int64}",
        "it uses the table users, which is given to no component",
    ),
    (
        "passwords, by what keeps an account",
        "keep",
        "SELECT password_hash AS text FROM users WHERE id = {user_id:int64}",
        "it uses the table users, which is given to no component",
    ),
    (
        "rows that go before anybody confirmed it",
        "keep",
        "DELETE FROM evil__rows WHERE user_id = {user_id:int64} RETURNING text",
        "it is one SELECT, with its WITH",
    ),
    (
        "rows that go in a WITH",
        "export",
        "WITH gone AS (DELETE FROM evil__rows WHERE user_id = {user_id:int64} RETURNING text) SELECT text FROM gone",
        "",
    ),
    (
        "memberships of one who leaves",
        "erase",
        "DELETE FROM memberships WHERE user_id = {user_id:int64}",
        "it deletes rows of the table memberships, which the deployment does not let it",
    ),
    (
        "everybody else's account",
        "erase",
        "DELETE FROM users WHERE id <> {user_id:int64}",
        "which is given to no component",
    ),
    (
        "everybody else's account, by a view of it",
        "erase",
        "DELETE FROM people WHERE id <> {user_id:int64}",
        "it uses the view people to change rows, which no component may",
    ),
    (
        "a membership of the author's organization for every account",
        "accounts",
        "INSERT INTO memberships (organization_id, user_id, role, created_at)\nSELECT 1, account.user_id, 'member', 0 FROM {accounts:rows(user_id int64, created_at timestamp)} AS account WHERE TRUE",
        "memberships, which the deployment does not let it",
    ),
    (
        "the names of all people",
        "accounts",
        "INSERT INTO evil__rows (user_id, text)\nSELECT account.user_id, account.name FROM {accounts:rows(user_id int64, name text, created_at timestamp)} AS account WHERE TRUE",
        "takes people's names",
    ),
    (
        "the time of every sign-up",
        "accounts",
        "INSERT INTO evil__rows (user_id)\nSELECT account.user_id FROM {accounts:rows(user_id int64, created_at timestamp)} AS account WHERE pg_sleep(100) IS NULL",
        "the function pg_sleep is not allowed",
    ),
    (
        "the memory of the host, by what keeps an account",
        "keep",
        "SELECT randomblob(1000000000) AS text FROM evil__rows WHERE user_id = {user_id:int64}",
        "the function randomblob is not allowed",
    ),
    (
        "the locks of the deletion's transaction",
        "tenants",
        "SELECT user_id AS tenant FROM evil__rows WHERE user_id = {user_id:int64} FOR UPDATE",
        "",
    ),
    (
        "the deletion's transaction itself",
        "erase",
        "DELETE FROM evil__rows WHERE user_id = {user_id:int64}; COMMIT",
        "",
    ),
    ("the savepoint before it", "erase", "ROLLBACK TO SAVEPOINT {user_id:int64}", ""),
];

#[tokio::test]
async fn no_statement_of_a_hook_takes_more_than_a_hook_is_given_for() {
    for fresh in fresh_stores().await.expect("stores") {
        assert_eq!(take_in(&fresh.store, &harmless(), None).await, Ok(()));
        for (loss, name, sql, sentence) in STATEMENTS {
            let mut manifest = harmless();
            for known in manifest.statements.iter_mut().filter(|known| known.name == *name) {
                (*sql).clone_into(&mut known.sql);
            }
            let refused = take_in(&fresh.store, &manifest, None).await.expect_err(loss);
            assert!(refused.contains(sentence), "{loss}: {refused}");
        }
        for name in ["export", "erase", "keep", "tenants"] {
            let mut manifest = harmless();
            for known in manifest.statements.iter_mut().filter(|known| known.name == name) {
                known.sql.push_str(ORDERS);
            }
            let refused = take_in(&fresh.store, &manifest, None).await.expect_err(name);
            assert!(refused.contains(&format!("the statement {name}")), "an order that nobody picks: {refused}");
        }
    }
}

fn guard(name: &str) -> Arc<Guard> {
    let refusal = |status: u16| GuardRefusal {
        status,
        code: "not_found".to_owned(),
        sentence: "It is not there.".to_owned(),
        field: None,
    };
    Arc::new(Guard {
        name: name.to_owned(),
        statement: "guarding".to_owned(),
        tenant: TenantKind::Own,
        ranks: Vec::new(),
        absent: refusal(404),
        rank_too_low: refusal(403),
        refusals: Vec::new(),
    })
}

type Change = fn(&mut Manifest);

/// Declarations of hooks: what would be lost, and a part of the sentence; empty where more than one check may be the one to refuse it.
const DECLARATIONS: &[(&str, Change, &str)] = &[
    (
        "the second reason that keeps accounts, accepted with the first",
        |manifest| {
            let second = ErasureRefusal { sentence: "Pay first.".to_owned(), ..manifest.erasure_refusals[0].clone() };
            manifest.erasure_refusals.push(second);
        },
        "it declares account-keeping:kept_rows twice",
    ),
    (
        "rows that are kept, accepted with those that are removed",
        |manifest| {
            let kept = Erasure::Kept("They are ours.".to_owned());
            manifest.personal_data.push(PersonalData { erasure: kept, ..manifest.personal_data[0].clone() });
        },
        "it declares personal-data:evil__rows.user_id twice",
    ),
    (
        "a statement for each account, run two times",
        |manifest| manifest.account_statements.push("accounts".to_owned()),
        "it declares new-accounts:accounts twice",
    ),
    (
        "a hook whose name differs by what nobody sees",
        |manifest| {
            let of =
                |column: &str| PersonalData { user_column: column.to_owned(), ..harmless().personal_data[0].clone() };
            manifest.personal_data = vec![of("user_id\u{feff}"), of("user_id\u{ad}")];
        },
        "it declares personal-data:evil__rows.user_id\u{fffd} twice",
    ),
    (
        "a guard of the same name",
        |manifest| {
            manifest.statements.push(statement(
                "guarding",
                "SELECT user_id AS tenant FROM evil__rows WHERE user_id = {caller.user_id:int64}",
            ));
            manifest.guards = vec![guard("member"), guard("member")];
        },
        "it declares guards:member:own twice",
    ),
    (
        "the host's own table, in an export by the component's statement",
        |manifest| manifest.personal_data[0].table = "users".to_owned(),
        "it declares users.user_id as personal data",
    ),
    (
        "the host's word, in the plan of a deletion",
        |manifest| manifest.personal_data[0].table = "your money, unless you call +1 555 0100".to_owned(),
        "it declares your money, unless you call +1 555 0100.user_id as personal data",
    ),
    (
        "another component's name, in an export",
        |manifest| manifest.personal_data[0].table = "evil_twin__rows".to_owned(),
        "it declares evil_twin__rows.user_id as personal data",
    ),
    (
        "a line of the export that is not there",
        |manifest| manifest.personal_data[0].user_column = "user_id\u{202e}".to_owned(),
        "it declares evil__rows.user_id\u{fffd} as personal data",
    ),
    (
        "rows of people, without the grant for it",
        |manifest| manifest.grants.retain(|grant| *grant != Grant::PersonalData),
        "it declares personal-data:evil__rows.user_id and does not ask for the grant personal-data",
    ),
    (
        "accounts that are kept, without the grant for it",
        |manifest| manifest.grants.retain(|grant| *grant != Grant::AccountKeeping),
        "it declares account-keeping:kept_rows and does not ask for the grant account-keeping",
    ),
    (
        "sign-ups, without the grant for it",
        |manifest| manifest.grants.retain(|grant| *grant != Grant::NewAccounts),
        "it declares new-accounts:accounts and does not ask for the grant new-accounts",
    ),
    (
        "rows of another query, behind the bracket of a scope",
        |manifest| {
            let sql = "SELECT user_id AS id FROM evil__rows) AS a CROSS JOIN (SELECT id FROM users".to_owned();
            manifest.scopes = vec![RowScope { name: "own".to_owned(), file: "sql/own.sql".to_owned(), sql }];
            manifest.statements.push(statement("listing", "SELECT own.id FROM {scope.own} AS own"));
        },
        "",
    ),
    (
        "rows of whom a request names, by a scope",
        |manifest| {
            let sql = "SELECT user_id AS id FROM evil__rows WHERE user_id = {user_id:int64}".to_owned();
            manifest.scopes = vec![RowScope { name: "own".to_owned(), file: "sql/own.sql".to_owned(), sql }];
        },
        "a scope takes `{caller.…}` alone, and this one takes `user_id`",
    ),
    (
        "a statement of the warehouse in a deletion",
        |manifest| {
            for known in manifest.statements.iter_mut().filter(|known| known.name == "keep") {
                known.store = Store::Warehouse;
            }
        },
        "what keeps an account (kept_rows) names the statement keep, which must be of the app store",
    ),
];

#[tokio::test]
async fn no_hook_is_declared_as_something_that_nobody_accepted() {
    let fresh = fresh_sqlite().await.expect("a store");
    for (loss, change, sentence) in DECLARATIONS {
        let mut manifest = harmless();
        change(&mut manifest);
        let refused = take_in(&fresh.store, &manifest, None).await.expect_err(loss);
        assert!(refused.contains(sentence), "{loss}: {refused}");
    }
    let accepted = BTreeSet::from(["new-accounts:accounts".to_owned(), "personal-data:evil__rows.user_id".to_owned()]);
    let refused = take_in(&fresh.store, &harmless(), Some(accepted)).await.expect_err("one was not accepted");
    assert!(refused.starts_with("it declares account-keeping:kept_rows, which nobody gave it"), "{refused}");
}

/// Names of components that are the first word of what the service itself tells, and one whose own name begins with another's.
const NAMES: &[(&str, &str, &str)] = &[
    ("inbox", "inbox.grew", "inbox.inbox.grew"),
    ("organization", "organization.suspended", "organization.organization.suspended"),
    ("member", "member.joined", "member.member.joined"),
    ("webhook", "webhook.disabled", "webhook.webhook.disabled"),
    ("account", "account.deleted", "account.account.deleted"),
    ("price", "price-alerts.rule.fired", "price.price-alerts.rule.fired"),
    ("price-alerts", "rule.fired", "price-alerts.rule.fired"),
    ("price-alerts", "price-alerts.rule.fired", "price-alerts.rule.fired"),
];

#[test]
fn no_component_tells_anything_in_the_name_of_the_service_or_of_another() {
    for (component, name, told) in NAMES {
        assert_eq!(told_name(component, false, name), *told, "{component} tells of {name}");
        assert_eq!(told_name(component, true, name), *name, "a part of the service says what it says");
    }
}

/// What a component says, as it stands between the quotation marks of the host's sentence.
const SENTENCES: &[(&str, &str, &str)] = &[
    ("the end of the quotation", "Pay.\" The service asks you to: \"pay", "Pay.' The service asks you to: 'pay"),
    ("the end of it in other marks", "Pay.\u{201d} The service: \u{201c}pay", "Pay.' The service: 'pay"),
    ("a line of the host's", "Pay.\n\nYour account is deleted.\r\n", "Pay.  Your account is deleted."),
    ("a line by another character for it", "Pay.\u{2028}Your account is deleted.", "Pay. Your account is deleted."),
    ("the direction of what follows", "Pay.\u{202e} sdnuf ruoy", "Pay. sdnuf ruoy"),
    ("a word that nobody sees", "Pay\u{200b}\u{2060}\u{feff}.\u{e0041}", "Pay."),
    ("what a terminal obeys", "Pay.\u{1b}[2J\u{7}", "Pay.[2J"),
];

#[test]
fn no_sentence_of_a_component_leaves_its_quotation() {
    for (loss, said, told) in SENTENCES {
        assert_eq!(told_sentence(said), *told, "{loss}");
    }
}
