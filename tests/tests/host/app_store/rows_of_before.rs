//! Rows that an earlier release wrote, after the migrations that mend them, on both engines.

use crate::app_store_support::fresh_stores;
use anyhow::{Context, Result};
use quarry::stores::app::{AppStore, Row};
use quarry::stores::result_set::Value;
use serde_json::{Value as Json, json};

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

/// Runs a migration once more, on the rows that are there now.
async fn migrate_again(store: &AppStore, version: i64) -> Result<()> {
    let forgotten = store.execute("DELETE FROM _sqlx_migrations WHERE version = $1", &[Value::Int64(version)]).await?;
    assert_eq!(forgotten, 1, "there is a migration {version}");
    store.migrate().await?;
    Ok(())
}

async fn inserted(store: &AppStore, sql: &str, values: &[Value]) -> Result<i64> {
    let rows = store.query(sql, values).await?;
    Ok(Row::first(&rows).context("a row")?.integer("id")?)
}

/// An entry of the audit log, as it stood there before.
struct Entry {
    component: &'static str,
    action: &'static str,
    before: Option<&'static str>,
    after: Option<&'static str>,
}

async fn write(store: &AppStore, actor: i64, organization: i64, target: &str, entry: &Entry) -> Result<i64> {
    let sql = "INSERT INTO audit_entries (occurred_at, organization_id, actor_kind, actor_user_id, component, request_id, action,
                                          target_type, target_id, before, after)
               VALUES (0, CAST($1 AS BIGINT), 'person', CAST($2 AS BIGINT), $3, 'a request', $4, 'a thing', $5, CAST($6 AS TEXT),
                       CAST($7 AS TEXT))
               RETURNING id";
    let optional = |value: Option<&str>| value.map_or(Value::Null, text);
    let values = [
        Value::Int64(organization),
        Value::Int64(actor),
        text(entry.component),
        text(entry.action),
        text(target),
        optional(entry.before),
        optional(entry.after),
    ];
    inserted(store, sql, &values).await
}

#[tokio::test]
async fn names_of_private_spaces_and_of_their_properties_leave_the_audit_log_that_has_them() -> Result<()> {
    let select = r#"{"id":4,"name":"Secret stage","kind":"select","options":["secret a","secret b"]}"#;
    let plain = r#"{"id":5,"name":"Secret price","kind":"number","options":null}"#;
    let entry = |component, action, before, after| Entry { component, action, before, after };
    let cases = [
        (entry("spaces", "space.created", None, Some(r#"{"name":"Secret"}"#)), [Json::Null, Json::Null]),
        (
            entry("spaces", "space.renamed", Some(r#"{"name":"Secret"}"#), Some(r#"{"name":"Secret 2"}"#)),
            [Json::Null, Json::Null],
        ),
        (
            entry("spaces", "space_property.created", None, Some(select)),
            [Json::Null, json!({ "id": 4, "kind": "select", "options": 2 })],
        ),
        (
            entry("spaces", "space_property.changed", Some(select), Some(plain)),
            [json!({ "id": 4, "kind": "select", "options": 2 }), json!({ "id": 5, "kind": "number", "options": null })],
        ),
        (
            entry("spaces", "space_property.removed", Some(plain), None),
            [json!({ "id": 5, "kind": "number", "options": null }), Json::Null],
        ),
        // What has no name stays as it is, and so do entries of others.
        (
            entry("spaces", "space_property.created", None, Some(r#"{"id":6,"kind":"select","options":3}"#)),
            [Json::Null, json!({ "id": 6, "kind": "select", "options": 3 })],
        ),
        (
            entry("spaces", "space_member.added", None, Some(r#"{"role":"editor"}"#)),
            [Json::Null, json!({ "role": "editor" })],
        ),
        (
            entry("organizations", "organization.updated", None, Some(r#"{"name":"House"}"#)),
            [Json::Null, json!({ "name": "House" })],
        ),
    ];
    for fresh in fresh_stores().await? {
        let store = &fresh.store;
        let mut written = Vec::new();
        for (entry, expected) in &cases {
            written.push((write(store, 1, 1, "7", entry).await?, entry.action, expected));
        }
        // A store that was brought up to date already is not changed by it.
        for round in 0..2 {
            migrate_again(store, 94).await?;
            for (id, action, expected) in &written {
                let rows =
                    store.query("SELECT before, after FROM audit_entries WHERE id = $1", &[Value::Int64(*id)]).await?;
                let row = Row::first(&rows).context("the entry stays")?;
                for (column, expected) in ["before", "after"].into_iter().zip(expected.iter()) {
                    let found = row.optional_text(column)?.unwrap_or_else(|| "null".to_owned());
                    let found: Json = serde_json::from_str(&found)?;
                    assert_eq!(&found, expected, "{column} of {action} on {:?}, round {round}", store.dialect());
                }
            }
        }
    }
    Ok(())
}

#[tokio::test]
async fn webhook_endpoints_from_before_are_those_of_whom_the_log_names() -> Result<()> {
    for fresh in fresh_stores().await? {
        let store = &fresh.store;
        let sql = "INSERT INTO organizations (name, kind, plan_key, created_at) VALUES ('House', 'institution', 'institution', 0)
                   RETURNING id";
        let house = inserted(store, sql, &[]).await?;
        let mut people = Vec::new();
        for name in ["ada", "ben"] {
            let sql = "INSERT INTO users (email, email_key, name, created_at) VALUES ($1, $1, $1, 0) RETURNING id";
            people.push(inserted(store, sql, &[text(name)]).await?);
        }
        let (ada, ben, gone) = (people[0], people[1], people[1] + 1_000);
        let mut endpoints = Vec::new();
        for _ in 0..3 {
            let sql = "INSERT INTO webhook_endpoints (organization_id, url, events, sealed_secret, created_at)
                       VALUES ($1, 'https://hook.example/', '[]', $2, 0) RETURNING id";
            endpoints.push(inserted(store, sql, &[Value::Int64(house), Value::Bytes(vec![0])]).await?);
        }
        let entry = |action| Entry { component: "organizations", action, before: None, after: None };
        for (endpoint, actor, action) in [
            (endpoints[0], ada, "webhook.added"),
            (endpoints[0], ben, "webhook.secret_rotated"),
            (endpoints[0], ada, "webhook.enabled"),
            (endpoints[1], ada, "webhook.added"),
            (endpoints[2], gone, "webhook.added"),
        ] {
            write(store, actor, house, &endpoint.to_string(), &entry(action)).await?;
        }
        // Another organization's log says nothing about these.
        write(store, ben, house + 1, &endpoints[1].to_string(), &entry("webhook.added")).await?;
        migrate_again(store, 93).await?;
        let expected = [(Some(ada), Some(ben)), (Some(ada), Some(ada)), (None, None)];
        for (endpoint, (creator, secret)) in endpoints.into_iter().zip(expected) {
            let sql = "SELECT created_by_user_id, secret_seen_by_user_id FROM webhook_endpoints WHERE id = $1";
            let rows = store.query(sql, &[Value::Int64(endpoint)]).await?;
            let row = Row::first(&rows).context("the endpoint")?;
            let found = (row.optional_integer("created_by_user_id")?, row.optional_integer("secret_seen_by_user_id")?);
            assert_eq!(found, (creator, secret), "{endpoint} on {:?}", store.dialect());
        }
    }
    Ok(())
}

#[tokio::test]
async fn sentences_of_alerts_from_before_have_their_whole_address() -> Result<()> {
    let pool: Vec<u8> = (0xa0..0xb4).collect();
    let whole = "0xa0a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3";
    for fresh in fresh_stores().await? {
        let store = &fresh.store;
        let space =
            inserted(store, "INSERT INTO spaces (name, created_at) VALUES ('House', 0) RETURNING id", &[]).await?;
        let mut alerts = Vec::new();
        for sentence in
            ["The price of A… in B (pool 0xa0a1…b2b3 on ethereum) rises above 5.", "Another (pool 0xffff…ffff)."]
        {
            let sql = "INSERT INTO price_alerts (space_id, chain_id, chain, pool, condition, threshold, threshold_exponent, threshold_mantissa,
                           sentence, state, arming, waits_for_crossing, created_at)
                       VALUES ($1, 1, 'ethereum', $2, 'above', '5', 1, '5000000000000000000', $3, 'watching', 1, FALSE, 0) RETURNING id";
            alerts
                .push(inserted(store, sql, &[Value::Int64(space), Value::Bytes(pool.clone()), text(sentence)]).await?);
        }
        store.execute("DROP TABLE token_lookups", &[]).await?;
        migrate_again(store, 97).await?;
        let expected = [
            format!("The price of A… in B (pool {whole} on ethereum) rises above 5."),
            "Another (pool 0xffff…ffff).".to_owned(),
        ];
        for (alert, sentence) in alerts.into_iter().zip(expected) {
            let rows = store.query("SELECT sentence FROM price_alerts WHERE id = $1", &[Value::Int64(alert)]).await?;
            let found = Row::first(&rows).context("the alert")?.text("sentence")?;
            assert_eq!(found, sentence, "on {:?}", store.dialect());
        }
    }
    Ok(())
}

#[tokio::test]
async fn an_upgrade_goes_on_where_alerts_and_citations_have_followed_the_warehouse_to() -> Result<()> {
    for fresh in fresh_stores().await? {
        let store = &fresh.store;
        store.execute("DROP TABLE job_marks", &[]).await?;
        store
            .execute(
                "INSERT INTO alert_marks (source, chain_id, version, looked_at, turn)
                 VALUES ('prices', 1, 41, 7, 3), ('prices', 8453, 40, 6, 2), ('liquidations', 0, 39, 5, 9),
                        ('liquidations', 100, 30, 4, 1), ('chain_events', 0, 0, 8, 4)",
                &[],
            )
            .await?;
        store.execute("UPDATE citation_watch SET seen_version = 38", &[]).await?;
        migrate_again(store, 100).await?;
        let sql = "SELECT component, job, part, version, looked_at FROM job_marks ORDER BY component, job, part";
        let rows = store.query(sql, &[]).await?;
        let mut marks = Vec::new();
        for row in Row::all(&rows) {
            let name = format!("{} {} {}", row.text("component")?, row.text("job")?, row.text("part")?);
            marks.push((name, row.integer("version")?, row.integer("looked_at")?));
        }
        let mark = |name: &str, version, looked_at| (name.to_owned(), version, looked_at);
        let expected = [
            mark("alerts evaluate_alerts chain_events", 0, 8),
            mark("alerts evaluate_alerts liquidations", 39, 5),
            mark("alerts evaluate_alerts liquidations/100", 30, 4),
            mark("alerts evaluate_alerts prices/1", 41, 7),
            mark("alerts evaluate_alerts prices/8453", 40, 6),
            mark("citations watch_for_changes ", 38, 0),
        ];
        assert_eq!(marks, expected);
    }
    Ok(())
}
