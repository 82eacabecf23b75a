//! Migrations that reach for more than their own tables.

use super::{CANARY, rehearse_migration, store};
use quarry::stores::app::RehearsalError;

/// Each is refused as a migration, and none of the refusals tells anything of the rows.
async fn refused(attacks: &[&str]) {
    let fresh = store().await;
    for attack in attacks {
        match rehearse_migration(&fresh.store, attack).await {
            Err(RehearsalError::Migration { reason, .. }) => {
                eprintln!("{attack}\n    {reason}");
                assert!(!reason.contains(CANARY), "{attack}: {reason}");
            }
            Err(error) => panic!("{attack}: {error}"),
            Ok(()) => panic!("it was let in: {attack}"),
        }
    }
}

#[tokio::test]
async fn a_default_cannot_read_the_secrets_of_the_deployment() {
    refused(&[
        "CREATE TABLE evil__x (id BIGINT, t TEXT DEFAULT (query_to_xml('select * from deployment_secrets', true, true, '')::text))",
        "CREATE TABLE evil__x (id BIGINT); ALTER TABLE evil__x ADD COLUMN t TEXT DEFAULT (query_to_xml('select email from users', true, true, '')::text)",
        "CREATE TABLE evil__x (id BIGINT); ALTER TABLE evil__x ADD COLUMN t TEXT DEFAULT table_to_xml('pg_authid'::regclass, true, true, '')::text",
        "CREATE TABLE evil__x (id BIGINT); ALTER TABLE evil__x ADD t regclass DEFAULT (schema_to_xml('public', true, true, '')::text)::regclass",
        "CREATE TABLE evil__x (t TEXT DEFAULT current_setting('data_directory'))",
        "CREATE TABLE evil__x (t TEXT DEFAULT current_user)",
        "CREATE TABLE evil__x (t BIGINT DEFAULT nextval('users_id_seq'))",
        "CREATE TABLE evil__x (t BIGINT DEFAULT pg_advisory_lock(1)::text::bigint)",
        "CREATE TABLE evil__x (t BIGINT DEFAULT (SELECT count(*) FROM users))",
        "CREATE TABLE evil__x (id BIGINT); ALTER TABLE evil__x ADD COLUMN t TEXT DEFAULT set_config('role', 'postgres', false)",
        "CREATE TABLE evil__x (id BIGINT); ALTER TABLE evil__x ADD COLUMN t OID DEFAULT lo_import('/etc/passwd')",
    ])
    .await;
}

#[tokio::test]
async fn a_table_that_is_made_part_of_users_cannot_take_its_rows() {
    refused(&[
        "CREATE TABLE evil__x PARTITION OF users DEFAULT",
        "CREATE TABLE evil__x PARTITION OF users FOR VALUES FROM (1) TO (2)",
        "CREATE TABLE evil__x () INHERITS (users)",
        "CREATE TABLE evil__x (id BIGINT) INHERITS (public.users)",
        "CREATE TABLE evil__x (id BIGINT); ALTER TABLE evil__x INHERIT users",
        "CREATE TABLE evil__x (id BIGINT); ALTER TABLE evil__x ADD y BIGINT, INHERIT users",
        "CREATE TABLE evil__p (id BIGINT) PARTITION BY RANGE (id)",
        "CREATE TABLE evil__a (id BIGINT); CREATE TABLE evil__b () INHERITS (evil__a)",
    ])
    .await;
}

#[tokio::test]
async fn a_table_cannot_be_filled_from_somebody_elses() {
    refused(&[
        "CREATE TABLE evil__x AS SELECT * FROM users",
        "CREATE TABLE evil__x (a) AS SELECT email FROM users",
        "CREATE TABLE evil__x (a, b) AS EXECUTE statement",
        "CREATE TABLE evil__x (a) WITH (fillfactor = 70) AS TABLE users",
        "SELECT * INTO evil__x FROM users",
        "CREATE TABLE evil__x (id BIGINT) ON COMMIT DROP",
    ])
    .await;
}

#[tokio::test]
async fn the_shape_and_the_keys_of_other_tables_stay_out_of_reach() {
    let fresh = store().await;
    let schema = super::value(&fresh.store, "SELECT current_schema()::text AS s").await;
    let schema = schema.split('"').find(|word| word.starts_with("quarry_test_")).unwrap().to_owned();
    for attack in [
        format!("CREATE TABLE evil__x (id BIGINT REFERENCES {schema}.users (id))"),
        format!("CREATE TABLE evil__x (id BIGINT, FOREIGN KEY (id) REFERENCES {schema}.users (id) ON DELETE CASCADE)"),
        format!("CREATE TABLE evil__x (LIKE {schema}.users INCLUDING ALL)"),
        format!("CREATE TABLE evil__x (id BIGINT) INHERITS ({schema}.users)"),
        format!("CREATE TABLE evil__x (row {schema}.users)"),
        format!("CREATE TABLE evil__x (rows {schema}.users[])"),
        format!("CREATE TABLE evil__x (id BIGINT); ALTER TABLE evil__x ADD u BIGINT REFERENCES {schema}.users (id)"),
        format!("CREATE TABLE evil__x (id BIGINT); ALTER TABLE evil__x ADD u {schema}.users"),
        format!("CREATE TABLE evil__x (id BIGINT DEFAULT nextval('{schema}.users_id_seq'))"),
        format!("CREATE TABLE evil__x (name TEXT CHECK (name <> ({schema}.users).name))"),
    ] {
        let refused = rehearse_migration(&fresh.store, &attack).await;
        assert!(matches!(refused, Err(RehearsalError::Migration { .. })), "{attack}: {refused:?}");
        eprintln!("{attack}\n    {}", refused.unwrap_err());
    }
}

#[tokio::test]
async fn checks_generated_columns_and_indexes_call_nothing_that_reaches_further() {
    refused(&[
        "CREATE TABLE evil__x (t TEXT CHECK (set_config('role', t, false) = ''))",
        "CREATE TABLE evil__x (t TEXT, CHECK (query_to_xml(t, true, true, '') IS NULL))",
        "CREATE TABLE evil__x (t TEXT CHECK (pg_sleep(9) IS NULL))",
        "CREATE TABLE evil__x (t TEXT CHECK (has_table_privilege(t, 'select')))",
        "CREATE TABLE evil__x (t TEXT, u TEXT GENERATED ALWAYS AS (query_to_xml(t, true, true, '')::text) STORED)",
        "CREATE TABLE evil__x (t TEXT, u BYTEA GENERATED ALWAYS AS (sha256(t::bytea)) STORED)",
        "CREATE TABLE evil__x (t TEXT); CREATE INDEX evil__i ON evil__x ((md5(t)))",
        "CREATE TABLE evil__x (t TEXT); CREATE INDEX evil__i ON evil__x (t) WHERE pg_sleep(1) IS NULL",
        "CREATE TABLE evil__x (t TEXT); CREATE INDEX evil__i ON evil__x (t) WHERE repeat(t, 1000000000) = ''",
        "CREATE TABLE evil__x (t TEXT, EXCLUDE USING btree ((repeat(t, 99)) WITH =))",
        "CREATE TABLE evil__x (t regclass)",
        "CREATE TABLE evil__x (t regprocedure[])",
        "CREATE TABLE evil__x (t xml)",
        "CREATE TABLE evil__x (t information_schema.sql_identifier)",
        "CREATE TABLE evil__x (t BIGINT); ALTER TABLE evil__x ADD c TEXT GENERATED ALWAYS AS (repeat('x', 1000000000)) STORED",
    ])
    .await;
}

#[tokio::test]
async fn an_altered_column_runs_no_expression_over_rows() {
    refused(&[
        "CREATE TABLE evil__x (t TEXT); ALTER TABLE evil__x ALTER COLUMN t TYPE TEXT USING query_to_xml('select 1', true, true, '')::text",
        "CREATE TABLE evil__x (t TEXT); ALTER TABLE evil__x ADD c TEXT, ALTER COLUMN t TYPE TEXT USING lower(t)",
        "CREATE TABLE evil__x (t TEXT); ALTER TABLE evil__x ADD c BIGINT GENERATED ALWAYS AS IDENTITY",
        "CREATE TABLE evil__x (t TEXT); ALTER TABLE evil__x ADD c UUID DEFAULT gen_random_uuid()",
        "CREATE TABLE evil__x (t TEXT); ALTER TABLE evil__x ADD c TEXT) INHERITS (users",
        "CREATE TABLE evil__x (t TEXT); ALTER TABLE evil__x ADD c TEXT, ADD d TEXT",
        "CREATE TABLE evil__x (t TEXT); ALTER TABLE evil__x ADD CONSTRAINT evil__c CHECK (t <> '')",
        "CREATE TABLE evil__x (t TEXT); ALTER TABLE evil__x ADD LIKE users",
    ])
    .await;
}

#[tokio::test]
async fn only_its_own_tables_are_altered_or_dropped() {
    refused(&[
        "ALTER TABLE ALL IN TABLESPACE pg_default SET TABLESPACE pg_default",
        "ALTER TABLE users ADD evil__x TEXT",
        "ALTER TABLE ONLY users ADD evil__x TEXT",
        "CREATE TABLE evil__x (id BIGINT); ALTER TABLE evil__x RENAME TO users",
        "CREATE TABLE evil__x (id BIGINT); ALTER TABLE evil__x SET SCHEMA public",
        "CREATE TABLE evil__x (id BIGINT); ALTER TABLE evil__x OWNER TO pg_monitor",
        "CREATE TABLE evil__x (id BIGINT); ALTER TABLE evil__x ENABLE ROW LEVEL SECURITY",
        "CREATE TABLE evil__x (id BIGINT); ALTER TABLE evil__x REPLICA IDENTITY FULL",
        "CREATE TABLE evil__x (id BIGINT); DROP TABLE evil__x, users",
        "CREATE TABLE evil__x (id BIGINT); DROP TABLE evil__x CASCADE",
        "DROP TABLE users",
        "DROP TABLE \"evil__x\"\"\", users",
        "DROP TABLE U&\"\\0075sers\"",
        "DROP INDEX users_pkey",
        "DROP OWNED BY CURRENT_USER",
        "CREATE INDEX evil__i ON users (email)",
        "CREATE INDEX evil__i ON ONLY users (email)",
        "CREATE TABLE evil__x (id BIGINT CONSTRAINT users_pk PRIMARY KEY)",
        "CREATE TABLE evil__x (id BIGINT) TABLESPACE pg_global",
        "CREATE TABLE evil__x (id BIGINT) WITH (autovacuum_enabled = false)",
        "CREATE UNLOGGED TABLE evil__x (id BIGINT)",
        "CREATE TEMP TABLE users (id BIGINT)",
        "CREATE TABLE pg_temp.users (id BIGINT)",
        "CREATE TABLE public.evil__x (id BIGINT)",
        "CREATE TABLE evil__x OF users",
        "CREATE TABLE evil__X (id BIGINT)",
        "CREATE TABLE evil__a$b (id BIGINT)",
        "CREATE TABLE evil__aé (id BIGINT)",
        "CREATE TABLE evil__x.users (id BIGINT)",
        "CREATE TABLE U&\"evil__x\" (id BIGINT)",
        "CREATE TABLE \"evil__x\"\"\" (id BIGINT)",
        "CREATE TABLE/**/evil__x (id BIGINT)",
        "CREATE TABLE evil__x (id BIGINT); CREATE INDEX evil__i ON evil__x/**/.users (id)",
        "CREATE TABLE evil__x (id BIGINT); CREATE INDEX CONCURRENTLY evil__i ON evil__x (id)",
        "CREATE TABLE evil__x (id BIGINT, y BIGINT); ALTER TABLE evil__x DROP y CASCADE",
        "CREATE TABLE evil__x (id BIGINT); ALTER TABLE evil__x RENAME id TO y, ADD z BIGINT",
        "CREATE TABLE evil__x (id BIGINT); TRUNCATE evil__x",
        "DROP SCHEMA evil__x",
    ])
    .await;
}

#[tokio::test]
async fn no_other_command_hides_behind_quotes_comments_or_semicolons() {
    refused(&[
        "DO $$ BEGIN EXECUTE 'DROP TABLE users'; END $$",
        "CREATE TABLE evil__x (t TEXT); COPY evil__x FROM PROGRAM 'id'",
        "COPY (SELECT 1) TO '/tmp/evil'",
        "CREATE TABLE evil__x (id BIGINT); COMMIT; DROP TABLE users",
        "CREATE TABLE evil__x (id BIGINT); END; BEGIN",
        "ROLLBACK",
        "SET ROLE postgres",
        "SET search_path = public",
        "GRANT ALL ON users TO PUBLIC",
        "CREATE FUNCTION evil__f() RETURNS int LANGUAGE sql AS 'select 1'",
        "CREATE VIEW evil__v AS SELECT * FROM users",
        "CREATE RULE evil__r AS ON INSERT TO evil__x DO ALSO DELETE FROM users",
        "CREATE TRIGGER evil__t BEFORE INSERT ON users EXECUTE FUNCTION f()",
        "CREATE EXTENSION dblink",
        "CREATE TABLE evil__x (t TEXT DEFAULT '\\'); DROP TABLE users; --')",
        "CREATE TABLE evil__x (\"a\"\"); DROP TABLE users; --\" TEXT); DROP TABLE users",
        "CREATE TABLE evil__x (t TEXT DEFAULT $a$ $b$ $a$); DROP TABLE users; --$b$",
        "/* /* */ DROP TABLE users; */ DROP TABLE users; /* */",
        "/*/**/*/DROP TABLE users",
        "CREATE TABLE evil__x (t TEXT) CREATE VIEW evil__v AS SELECT 1",
        "CREATE TABLE evil__x (id BIGINT); DROP/**/TABLE users",
        "EXPLAIN ANALYZE DELETE FROM users",
        "PREPARE evil__p AS DELETE FROM users",
        "LOCK TABLE users",
        "CREATE TABLE evil__x (t TEXT); INSERT INTO evil__x SELECT email FROM users",
        "CREATE TABLE evil__x (\0id BIGINT)",
        "CREATE TABLE evil__x (t TEXT DEFAULT 'unended",
    ])
    .await;
}

#[tokio::test]
async fn migrations_that_mind_their_own_tables_are_let_in() {
    let fresh = store().await;
    for sql in [
        "CREATE TABLE IF NOT EXISTS evil__a (id BIGSERIAL PRIMARY KEY, t TEXT COLLATE \"C\" NOT NULL DEFAULT 'a;b', j JSONB, b BYTEA,
             at TIMESTAMPTZ DEFAULT now(), n NUMERIC(10, 2) CHECK (n > 0 AND abs(n) < 99), tags TEXT[] DEFAULT '{}'::text[],
             u TEXT GENERATED ALWAYS AS (lower(t)) STORED, UNIQUE (t, n));
         CREATE UNIQUE INDEX evil__i ON evil__a (lower(t), n DESC) INCLUDE (b) WHERE length(t) > 3;
         create index \"evil__j\" on \"evil__a\" using gin (j);
         CREATE TABLE evil__b (id BIGINT GENERATED ALWAYS AS IDENTITY, a BIGINT NOT NULL REFERENCES evil__a (id) ON DELETE CASCADE);
         ALTER TABLE evil__b ADD COLUMN c BIGINT NOT NULL DEFAULT 3 CHECK (c < a);
         ALTER TABLE evil__b ADD d TIMESTAMPTZ DEFAULT CURRENT_TIMESTAMP;
         ALTER TABLE evil__b ADD e BIGINT REFERENCES evil__a (id);
         ALTER TABLE evil__b RENAME COLUMN c TO \"C c\";
         ALTER TABLE evil__b DROP COLUMN \"C c\";
         DROP INDEX evil__i, evil__j; DROP TABLE evil__b, evil__a;",
        "-- only a comment",
        "-- a; b\nCREATE TABLE evil__x (\"x;\" TEXT DEFAULT $$;$$, u TEXT DEFAULT $t$ ; $$ ; $t$ /* ; /* ; */ ; */, v TEXT DEFAULT ';''');
         CREATE TABLE evil__a (x$y$ TEXT);DROP TABLE evil__x; -- d;",
        "CREATE TABLE evil__x (t TEXT DEFAULT E'\\'); DROP TABLE users; --')",
        "CREATE TABLE evil__x (id BIGINT) WITH (fillfactor = 70)",
    ] {
        rehearse_migration(&fresh.store, sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    }
}

#[tokio::test]
async fn an_author_is_told_the_line_of_what_is_wrong() {
    let fresh = store().await;
    let told = |sql: &'static str| {
        let store = fresh.store.clone();
        async move { rehearse_migration(&store, sql).await.unwrap_err().to_string() }
    };
    assert_eq!(
        told("-- notes\nCREATE TABLE evil__x (\n  id BIGINT,\n  t TEKST\n)").await,
        "the migration 0001_evil: line 4: type \"tekst\" does not exist"
    );
    let unknown = told("CREATE TABLE evil__x (id BIGINT);\n\nDROP TABLE users").await;
    assert_eq!(unknown, "the migration 0001_evil: line 3: `users` is not a table or index of its own");
}

#[tokio::test]
async fn what_an_earlier_version_left_in_the_store_is_found() {
    let fresh = store().await;
    let left = "CREATE TABLE evil__old (t TEXT DEFAULT (query_to_xml('select 1', true, true, '')::text))";
    fresh.store.execute(left, &[]).await.unwrap();
    let refused = rehearse_migration(&fresh.store, "CREATE TABLE IF NOT EXISTS evil__old (t TEXT)").await;
    assert!(matches!(&refused, Err(RehearsalError::Table { table, .. }) if table == "evil__old"), "{refused:?}");
}
