//! Verbs of grants: what a component was given to read it does not write, and what it was given to write it does not delete, in
//! whatever form a statement changes rows. By the word of either engine.

use crate::app_store_support::fresh_stores;
use crate::component::{NAME, Texts, stores, take_in};
use quarry::stores::app::{AppStoreDialect, OwnNames, RehearsedMigration, RehearsedText};

/// The component's own table.
const TABLE: &str = "CREATE TABLE evil__x (id BIGINT PRIMARY KEY NOT NULL, name TEXT)";

/// Views, and changes of rows through each: PostgreSQL would make them in the table behind it, which is given to no component.
/// Each says what people would lose.
const THROUGH_VIEWS: &[(&str, &str, &str)] = &[
    ("a tier of staff for anybody", "people", "UPDATE people SET platform_tier = 'alpha' WHERE id = 1"),
    ("an account of another address", "people", "UPDATE people SET email = 'mallory@example.org' WHERE id = 1"),
    ("an account that was disabled", "people", "UPDATE people SET disabled_at = NULL WHERE id = 1"),
    ("everybody's account", "people", "DELETE FROM people"),
    ("accounts of nobody", "people", "INSERT INTO people (email, name, created_at) VALUES ('m', 'm', 0)"),
    ("people's names", "person_names", "UPDATE person_names SET name = 'Mallory'"),
    ("an account, by its name", "person_names", "DELETE FROM person_names WHERE user_id = 1"),
    ("somebody's session", "session_list", "UPDATE session_list SET user_id = 1 WHERE user_id = 2"),
    ("the end of a session", "session_list", "UPDATE session_list SET expires_at = 9223372036854775807"),
    ("everybody's sessions", "session_list", "DELETE FROM session_list"),
    ("a revoked key", "api_key_list", "UPDATE api_key_list SET revoked_at = NULL"),
    ("the owner of a key", "api_key_list", "UPDATE api_key_list SET organization_id = 1"),
    ("what a key may do", "api_key_list", "UPDATE api_key_list SET scopes = '[]', ip_allow_list = NULL"),
    ("everybody's keys", "api_key_list", "DELETE FROM api_key_list"),
    ("the rank of an invitation", "invitation_list", "UPDATE invitation_list SET role = 'owner'"),
    ("the address of an invitation", "invitation_list", "UPDATE invitation_list SET email = 'mallory@example.org'"),
    ("invitations", "invitation_list", "DELETE FROM invitation_list"),
    ("an address that signs in", "account_emails", "UPDATE account_emails SET email_key = 'mallory@example.org'"),
    ("an account, by its address", "account_emails", "DELETE FROM account_emails"),
    (
        "the provider that an organization signs in at",
        "organization_single_sign_on_settings",
        "UPDATE organization_single_sign_on_settings SET issuer = 'https://mallory.example'",
    ),
    (
        "an organization's single sign-on",
        "organization_single_sign_on_settings",
        "DELETE FROM organization_single_sign_on_settings",
    ),
];

#[tokio::test]
async fn no_row_is_changed_through_a_view_whoever_reads_it() {
    let own = OwnNames::of(NAME);
    for fresh in fresh_stores().await.expect("stores") {
        let texts =
            THROUGH_VIEWS.iter().map(|(_, _, sql)| RehearsedText { sql: (*sql).to_owned(), parameters: Vec::new() });
        let table = RehearsedMigration { name: "0001", sql: TABLE };
        let reports = fresh.store.rehearse(&[table], texts.collect(), &own).await.expect("both engines read them");
        for ((loss, view, sql), report) in THROUGH_VIEWS.iter().zip(reports) {
            let forbidden = format!("the view {view} to change rows");
            assert!(report.forbidden.contains(&forbidden), "{loss}: {sql}: {report:?}");
        }
        // What an operator gives with a star is no more than what can be given by name.
        let stores = stores(&fresh.store);
        for (given, sql) in [
            ("app_store.*:write", "UPDATE people SET platform_tier = 'alpha' WHERE id = 1"),
            ("app_store.people:write", "UPDATE people SET name = {name:text} WHERE id = {user_id:int64}"),
            ("app_store.*:delete", "DELETE FROM people WHERE id = {user_id:int64}"),
        ] {
            let refused = take_in(&stores, &Texts::app_store(sql), &[given]).await.expect_err(sql);
            let sentence = "it uses the view people to change rows, which no component may";
            assert!(refused.starts_with("sql/0.sql, line 1: ") && refused.contains(sentence), "{given}: {refused}");
        }
        let reads = Texts::app_store("SELECT id, name FROM people WHERE id = {user_id:int64}");
        assert_eq!(take_in(&stores, &reads, &["app_store.people"]).await, Ok(()), "a view is read as before");
    }
}

/// The sentence of a change that its verb was not given for.
const WRITES: &str = "it writes rows of the table plans, which the deployment does not let it";
const INSERTS: &str = "it inserts rows into the table plans, which the deployment does not let it";
const DELETES: &str = "it deletes rows of the table plans, which the deployment does not let it";
const NEVER: &str = "which is given to no component";

/// Changes of a table that was given for another verb, and a part of the sentence that each is refused with; empty where the
/// parser of either engine may be the one to refuse it.
const OF_OTHER_VERBS: &[(&str, &str, &str, &str)] = &[
    ("a plan that is read is renamed", "read", "UPDATE plans SET name = 'x'", WRITES),
    ("by another name for it", "read", "UPDATE plans AS evil__x SET name = 'x'", WRITES),
    (
        "from rows of its own",
        "read",
        "UPDATE plans SET name = evil__x.name FROM evil__x WHERE evil__x.name = plans.key",
        WRITES,
    ),
    ("under a WITH of that name", "read", "WITH plans AS (SELECT 1 AS one) UPDATE plans SET name = 'x'", ""),
    (
        "by rows that are selected",
        "read",
        "INSERT INTO plans (key, name, api_access) SELECT name, name, TRUE FROM evil__x",
        INSERTS,
    ),
    (
        "by a conflict that does nothing",
        "read",
        "INSERT INTO plans (key, name, api_access) VALUES ('x', 'x', TRUE) ON CONFLICT DO NOTHING",
        INSERTS,
    ),
    ("to see its own change", "read", "UPDATE plans SET name = name RETURNING key, name", WRITES),
    ("a plan that is read is deleted", "read", "DELETE FROM plans WHERE key = 'free'", DELETES),
    ("a plan that is written is deleted", "write", "DELETE FROM plans WHERE key = 'free'", DELETES),
    ("by another name for it, too", "write", "DELETE FROM plans AS evil__x WHERE evil__x.key = 'free'", DELETES),
    ("a plan that is appended is renamed", "append", "UPDATE plans SET name = 'x'", WRITES),
    (
        "a plan that is appended is renamed by a conflict",
        "append",
        "INSERT INTO plans (key, name, api_access) VALUES ('free', 'x', TRUE) ON CONFLICT (key) DO UPDATE SET name = 'x'",
        WRITES,
    ),
    ("a plan that is appended is deleted", "append", "DELETE FROM plans WHERE key = 'free'", DELETES),
    (
        "a plan that is appended is replaced",
        "append",
        "INSERT OR REPLACE INTO plans (key, name, api_access) VALUES ('free', 'x', TRUE)",
        "",
    ),
    ("a plan that is deleted is renamed", "delete", "UPDATE plans SET name = 'x'", WRITES),
    (
        "a plan that is deleted is made",
        "delete",
        "INSERT INTO plans (key, name, api_access) VALUES ('x', 'x', TRUE)",
        INSERTS,
    ),
    (
        "a row is replaced, which deletes it",
        "write",
        "REPLACE INTO plans (key, name, api_access) VALUES ('free', 'x', TRUE)",
        "",
    ),
    (
        "a row is replaced in other words",
        "write",
        "INSERT OR REPLACE INTO plans (key, name, api_access) VALUES ('free', 'x', TRUE)",
        "",
    ),
    ("an update replaces another row", "write", "UPDATE OR REPLACE plans SET key = 'free' WHERE key = 'team'", ""),
    ("a change inside a query", "read", "WITH gone AS (DELETE FROM plans RETURNING key) SELECT key FROM gone", ""),
    (
        "a change inside a change",
        "read",
        "WITH made AS (UPDATE plans SET name = 'x' RETURNING name) INSERT INTO evil__x (id, name) SELECT 1, name FROM made",
        "",
    ),
    ("a merge", "read", "MERGE INTO plans USING evil__x ON plans.key = evil__x.name WHEN MATCHED THEN DELETE", ""),
    ("all rows at once", "write", "TRUNCATE plans", ""),
    ("a lock that every reader waits for", "read", "SELECT key FROM plans FOR UPDATE", ""),
    ("a lock that writers wait for", "read", "SELECT key FROM plans FOR SHARE", ""),
    ("a lock of the whole table", "write", "LOCK TABLE plans IN ACCESS EXCLUSIVE MODE", ""),
    ("a change that is explained", "read", "EXPLAIN ANALYZE DELETE FROM plans", ""),
    ("rows that leave by a program", "read", "COPY plans TO PROGRAM 'sh'", ""),
    ("a table that a query makes", "read", "SELECT key INTO evil__copy FROM plans", ""),
    ("a table of other rows", "read", "CREATE TABLE evil__copy AS SELECT key FROM plans", ""),
    ("numbers of another table", "write", "INSERT INTO evil__x (id) VALUES (nextval('users_id_seq'))", ""),
    ("a code that the engine runs", "write", "DO $$ BEGIN DELETE FROM plans; END $$", ""),
    (
        "secrets by a conflict",
        "write",
        "INSERT INTO evil__x (id, name) VALUES (1, 'x') ON CONFLICT (id) DO UPDATE SET name = (SELECT email FROM users LIMIT 1)",
        NEVER,
    ),
    (
        "secrets by what a change answers with",
        "write",
        "UPDATE plans SET name = name RETURNING (SELECT hash FROM api_keys)",
        NEVER,
    ),
    ("secrets by where rows go", "write", "DELETE FROM evil__x WHERE name IN (SELECT email FROM users)", NEVER),
];

#[tokio::test]
async fn a_table_that_was_given_for_one_verb_is_not_changed_by_another() {
    for fresh in fresh_stores().await.expect("stores") {
        let stores = stores(&fresh.store);
        for (name, verb, sql, sentence) in OF_OTHER_VERBS {
            let texts =
                Texts { migrations: vec![TABLE.to_owned()], app_store: vec![(*sql).to_owned()], ..Texts::default() };
            let given = format!("app_store.plans:{verb}");
            let refused = take_in(&stores, &texts, &[given.as_str()]).await.expect_err(name);
            assert!(refused.contains(sentence), "{name}: {sql}: {refused}");
        }
        // What each verb is for.
        for (verb, sql) in [
            ("read", "UPDATE evil__x SET name = plans.name FROM plans WHERE plans.key = {key:text}"),
            ("append", "INSERT INTO plans (key, name, api_access) VALUES ({key:text}, {name:text}, TRUE)"),
            (
                "append",
                "INSERT INTO plans (key, name, api_access) SELECT {key:text}, name, TRUE FROM plans WHERE plans.key <> {key:text} ON CONFLICT DO NOTHING",
            ),
            ("write", "INSERT INTO plans (key, name, api_access) VALUES ({key:text}, {name:text}, TRUE)"),
            ("write", "UPDATE plans SET name = {name:text} WHERE key = {key:text}"),
            ("delete", "DELETE FROM plans WHERE key = {key:text}"),
        ] {
            let texts =
                Texts { migrations: vec![TABLE.to_owned()], app_store: vec![sql.to_owned()], ..Texts::default() };
            assert_eq!(take_in(&stores, &texts, &[format!("app_store.plans:{verb}").as_str()]).await, Ok(()), "{sql}");
        }
    }
}

/// Rows of a table that was given to be written, under numbers that the component chooses. After the highest one the store has none to give, and
/// nobody makes a row any more. Each says how the number comes in; PostgreSQL refuses the first ones itself.
const UNDER_CHOSEN_NUMBERS: &[(&str, &str)] = &[
    (
        "the highest number",
        "INSERT INTO organizations (id, name, kind, plan_key, created_at) VALUES (9223372036854775807, 'x', 'institution', 'free', 0)",
    ),
    (
        "a number that is bound",
        "INSERT INTO organizations (id, name, kind, plan_key, created_at) VALUES ({id:int64}, 'x', 'institution', 'free', 0)",
    ),
    (
        "a number that is selected",
        "INSERT INTO organizations (name, id, kind, plan_key, created_at) SELECT name, id, 'institution', 'free', 0 FROM evil__x",
    ),
    ("a row that gets another number", "UPDATE organizations SET id = 9223372036854775807 WHERE name = 'x'"),
    ("a row that gets the next number but one", "UPDATE organizations SET name = 'x', id = id + 1"),
    ("by SQLite's own name for it", "UPDATE organizations SET rowid = 9223372036854775807"),
    (
        "in the place of the store's",
        "INSERT INTO organizations (id, name, kind, plan_key, created_at) OVERRIDING SYSTEM VALUE VALUES (9223372036854775807, 'x', 'institution', 'free', 0)",
    ),
];

#[tokio::test]
async fn no_component_takes_the_numbers_away_that_rows_of_others_get() {
    for fresh in fresh_stores().await.expect("stores") {
        let stores = stores(&fresh.store);
        let given = ["app_store.organizations:write"];
        let taken = async |sql: &str| {
            let texts =
                Texts { migrations: vec![TABLE.to_owned()], app_store: vec![sql.to_owned()], ..Texts::default() };
            take_in(&stores, &texts, &given).await
        };
        for (name, sql) in UNDER_CHOSEN_NUMBERS {
            let refused = taken(sql).await.expect_err(name);
            if fresh.store.dialect() == AppStoreDialect::Sqlite && !sql.contains("OVERRIDING") && !sql.contains("rowid")
            {
                let sentence = "it chooses the number of a row of the table organizations, which the store gives";
                assert!(refused.contains(sentence), "{name}: {sql}: {refused}");
            }
        }
        // What writing is for, and numbers of the component's own rows.
        for sql in [
            "INSERT INTO organizations (name, kind, plan_key, created_at) VALUES ({name:text}, 'institution', 'free', 0) RETURNING id",
            "INSERT INTO organizations (name, kind, plan_key, created_at) SELECT name, 'institution', 'free', 0 FROM evil__x LIMIT 3",
            "UPDATE organizations SET name = {name:text} WHERE id = {id:int64}",
            "INSERT INTO evil__x (id, name) VALUES ({id:int64}, {name:text}) ON CONFLICT (id) DO UPDATE SET name = excluded.name",
            "INSERT INTO evil__x (id, name) SELECT id, name FROM organizations",
        ] {
            assert_eq!(taken(sql).await, Ok(()), "{sql}");
        }
    }
}

/// What goes with a deleted row is said by the engine's own catalogue, over any number of steps, and alike on both.
#[tokio::test]
async fn the_rows_that_go_with_a_deleted_row_are_those_that_both_engines_name() {
    let mut told = Vec::new();
    for fresh in fresh_stores().await.expect("stores") {
        let cascades = fresh.store.cascades().await.expect("both engines have a catalogue");
        let of_organizations = cascades.of("organizations");
        // The attempts go with deliveries, which go with endpoints, which go with the organization.
        for table in ["memberships", "api_keys", "webhook_endpoints", "webhook_deliveries", "webhook_attempts"] {
            assert!(of_organizations.contains(table), "{table}: {of_organizations:?}");
        }
        assert!(!of_organizations.contains("organizations") && !of_organizations.contains("plans"));
        assert!(cascades.of("webhook_attempts").is_empty());
        let parents = ["users", "organizations", "spaces", "research_pages", "chain_events", "plans"];
        // `space_usage` is the host's count, and has such a key on SQLite alone.
        told.push(parents.map(|table| {
            let mut of_table = cascades.of(table);
            of_table.remove("space_usage");
            of_table
        }));

        // As it says, a membership is gone with its organization.
        for sql in [
            "INSERT INTO users (email, email_key, name, created_at) VALUES ('m@example.org', 'm@example.org', 'm', 0)",
            "INSERT INTO organizations (name, kind, plan_key, created_at) VALUES ('x', 'institution', 'free', 0)",
            "INSERT INTO memberships (organization_id, user_id, role, created_at) SELECT organizations.id, users.id, 'owner', 0 FROM organizations CROSS JOIN users",
        ] {
            fresh.store.execute(sql, &[]).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
        }
        let there = fresh.store.query("SELECT user_id FROM memberships", &[]).await.expect("memberships");
        assert_eq!(there.row_count, 1);
        fresh.store.execute("DELETE FROM organizations WHERE name = 'x'", &[]).await.expect("it goes");
        let left = fresh.store.query("SELECT user_id FROM memberships", &[]).await.expect("memberships");
        assert_eq!(left.row_count, 0);
    }
    assert_eq!(told[0], told[1], "SQLite and PostgreSQL");
}
/// A ledger of the component's own.
const LEDGER: &str = "CREATE TABLE evil__ledger (id BIGINT PRIMARY KEY NOT NULL, amount BIGINT NOT NULL)";

/// Changes of the ledger, each with a part of its refusal; empty where the parser of either engine may be the one to refuse it.
const OF_THE_LEDGER: &[(&str, &str)] = &[
    ("UPDATE evil__ledger SET amount = 0", "changes rows of evil__ledger, which the manifest declares append-only"),
    ("UPDATE evil__ledger AS line SET amount = line.amount", "changes rows of evil__ledger"),
    ("UPDATE evil__ledger SET amount = amount RETURNING id", "changes rows of evil__ledger"),
    (
        "INSERT INTO evil__ledger (id, amount) VALUES (1, 2) ON CONFLICT (id) DO UPDATE SET amount = 0",
        "changes rows of evil__ledger",
    ),
    ("DELETE FROM evil__ledger", "deletes rows of evil__ledger, which the manifest declares append-only"),
    ("DELETE FROM evil__ledger AS line WHERE line.id = 1", "deletes rows of evil__ledger"),
    ("REPLACE INTO evil__ledger (id, amount) VALUES (1, 2)", ""),
    ("INSERT OR REPLACE INTO evil__ledger (id, amount) VALUES (1, 2)", ""),
    ("WITH gone AS (DELETE FROM evil__ledger RETURNING id) SELECT id FROM gone", ""),
    ("TRUNCATE evil__ledger", ""),
];

fn ledger(migrations: &[&str], app_store: &[&str]) -> Texts {
    let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
    Texts {
        migrations: owned(&[&[LEDGER], migrations].concat()),
        app_store: owned(app_store),
        append_only: vec!["evil__ledger".to_owned()],
        ..Texts::default()
    }
}

#[tokio::test]
async fn a_line_of_a_ledger_is_neither_changed_nor_deleted_by_its_own_component() {
    for fresh in fresh_stores().await.expect("stores") {
        let stores = stores(&fresh.store);
        for (sql, sentence) in OF_THE_LEDGER {
            let refused = take_in(&stores, &ledger(&[], &[sql]), &[]).await.expect_err(sql);
            assert!(refused.contains(sentence), "{sql}: {refused}");
        }
        for (migration, sentence) in [
            ("DROP TABLE evil__ledger", "takes rows or columns from the append-only table evil__ledger"),
            ("ALTER TABLE evil__ledger DROP COLUMN amount", "takes rows or columns"),
        ] {
            let refused = take_in(&stores, &ledger(&[migration], &[]), &[]).await.expect_err(migration);
            assert!(refused.contains(sentence), "{migration}: {refused}");
        }
        // A key of the engine that deletes the lines with what they are of.
        let keyed = "CREATE TABLE evil__of (id BIGINT PRIMARY KEY NOT NULL);
                     CREATE TABLE evil__ledger (id BIGINT NOT NULL REFERENCES evil__of (id) ON DELETE CASCADE)";
        let texts = Texts { migrations: vec![keyed.to_owned()], ..ledger(&[], &[]) };
        let refused = take_in(&stores, &texts, &[]).await.expect_err("a cascade");
        assert!(refused.contains("its foreign keys change and delete nothing"), "{refused}");
        // A name that is mistyped would protect nothing.
        let texts = Texts { append_only: vec!["evil__legder".to_owned()], ..ledger(&[], &[]) };
        let refused = take_in(&stores, &texts, &[]).await.expect_err("no such table");
        assert!(refused.contains("the append-only table evil__legder"), "{refused}");
        // It may read and append, and add a column.
        let good = ledger(
            &["ALTER TABLE evil__ledger ADD COLUMN note TEXT", "CREATE INDEX evil__by_amount ON evil__ledger (amount)"],
            &[
                "INSERT INTO evil__ledger (id, amount) VALUES ({id:int64}, {amount:int64})",
                "INSERT INTO evil__ledger (id, amount) SELECT id + 1, -amount FROM evil__ledger WHERE id = {id:int64} ON CONFLICT DO NOTHING",
                "SELECT SUM(amount) AS total FROM evil__ledger",
            ],
        );
        assert_eq!(take_in(&stores, &good, &[]).await, Ok(()));
    }
}
