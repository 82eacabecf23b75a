//! Finding a key: by indexes alone, and never older than a second.

use crate::app_store_support::fresh_stores;
use anyhow::Result;
use jiff::Timestamp;
use quarry::contract::{Problem, Scope};
use quarry::identity::{Environment, Keys, NewKey, NewUser, Passwords, Users, key_lookup_statement};
use quarry::stores::app::{AppStore, AppStoreDialect, Row};
use quarry::stores::result_set::Value;
use std::net::IpAddr;
use std::time::Duration;

const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

async fn owner(store: &AppStore) -> Result<NewKey> {
    let new = NewUser { email: "ada@example.org".to_owned(), name: "Ada".to_owned(), password: None };
    let created = Users::new(store.clone(), Passwords::default()).create_user(new, Timestamp::now()).await?;
    let id = Value::Int64(created.organization_id);
    store.execute("UPDATE organizations SET plan_key = 'team' WHERE id = $1", &[id]).await?;
    Ok(NewKey {
        organization_id: created.organization_id,
        user_id: created.user_id,
        name: "notebook".to_owned(),
        scopes: vec![Scope::Read],
        ip_allow_list: Vec::new(),
        expires_at: None,
    })
}

/// Thousands of people, organizations and keys.
async fn crowd(store: &AppStore) -> Result<()> {
    let (hash, numbers) = match store.dialect() {
        AppStoreDialect::Sqlite => ("randomblob(32)", "CAST(number AS TEXT)"),
        AppStoreDialect::Postgres => ("sha256(CAST(CAST(number AS TEXT) AS BYTEA))", "CAST(number AS TEXT)"),
    };
    let many = "WITH RECURSIVE numbers (number) AS (
                    SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 4000)";
    for sql in [
        format!(
            "INSERT INTO users (email, email_key, name, created_at) {many} SELECT {numbers}, {numbers}, 'x', 0 FROM numbers"
        ),
        format!(
            "INSERT INTO organizations (name, kind, plan_key, created_at) {many} SELECT 'x', 'personal', 'team', 0 FROM numbers"
        ),
        format!(
            "INSERT INTO memberships (organization_id, user_id, role, created_at) {many} SELECT number, number, 'member', 0 FROM numbers WHERE number > 1"
        ),
        format!(
            "INSERT INTO api_keys (organization_id, user_id, name, hint, hash, scopes, environment, created_at) {many} SELECT number, number, 'x', 'x', {hash}, 'read', 'sandbox', 0 FROM numbers"
        ),
        "ANALYZE".to_owned(),
    ] {
        store.execute(&sql, &[]).await?;
    }
    Ok(())
}

#[tokio::test]
async fn a_key_is_found_by_indexes_however_many_there_are() -> Result<()> {
    for fresh in fresh_stores().await? {
        let store = &fresh.store;
        owner(store).await?;
        crowd(store).await?;
        let (explain, column) = match store.dialect() {
            AppStoreDialect::Sqlite => ("EXPLAIN QUERY PLAN", "detail"),
            AppStoreDialect::Postgres => ("EXPLAIN", "QUERY PLAN"),
        };
        let sql = format!("{explain} {}", key_lookup_statement());
        let rows = store.query(&sql, &[Value::Bytes(vec![7; 32])]).await?;
        let plan = Row::all(&rows).map(|row| row.text(column)).collect::<Result<Vec<_>, _>>()?.join("\n");
        assert!(!plan.contains("SCAN") && !plan.contains("Seq Scan"), "{plan}");
        assert!(plan.contains("hash"), "{plan}");
    }
    Ok(())
}

#[tokio::test]
async fn every_change_reaches_every_host_within_a_second() -> Result<()> {
    for fresh in fresh_stores().await? {
        let store = &fresh.store;
        let new = owner(store).await?;
        let hosts = [0, 1].map(|_| Keys::new(store.clone(), Environment::Sandbox));
        let now = Timestamp::now();
        let (record, secret) = hosts[0].mint(new.clone(), now).await?;
        let organization = Value::Int64(new.organization_id);
        let set = async |sql: &str| store.execute(sql, std::slice::from_ref(&organization)).await;
        // On each host: what a request of the key is told, a little more than a second after the change.
        let told = async || {
            tokio::time::sleep(Duration::from_millis(1_010)).await;
            let mut codes = Vec::new();
            for host in &hosts {
                codes.push(match host.authenticate(secret.expose(), HERE, now).await {
                    Ok(caller) => caller.entitlements.plan_key.clone(),
                    Err(rejection) => Problem::from(rejection).code,
                });
            }
            assert_eq!(codes[0], codes[1]);
            codes.remove(0)
        };
        assert_eq!(told().await, "team");
        set("UPDATE organizations SET plan_key = 'institution' WHERE id = $1").await?;
        assert_eq!(told().await, "institution");
        set("UPDATE organizations SET plan_key = 'free' WHERE id = $1").await?;
        assert_eq!(told().await, "plan_has_no_api_access");
        set("UPDATE organizations SET plan_key = 'team' WHERE id = $1").await?;
        assert_eq!(told().await, "team");
        set("DELETE FROM memberships WHERE organization_id = $1").await?;
        assert_eq!(told().await, "invalid_or_revoked_key");
        let user = Value::Int64(new.user_id);
        let sql = "INSERT INTO memberships (organization_id, user_id, role, created_at) VALUES ($1, $2, 'owner', 0)";
        store.execute(sql, &[organization.clone(), user]).await?;
        assert_eq!(told().await, "team");
        hosts[1].revoke(record.id, now).await?;
        assert_eq!(told().await, "invalid_or_revoked_key");
    }
    Ok(())
}

#[tokio::test]
async fn an_allow_list_knows_addresses_and_networks_of_both_kinds() -> Result<()> {
    for fresh in fresh_stores().await? {
        let keys = Keys::new(fresh.store.clone(), Environment::Sandbox);
        let networks = ["192.0.2.7/32", "198.51.100.0/24", "2001:db8:1::/48", "2001:db8:2::9/128"];
        let ip_allow_list = networks.map(|network| network.parse().expect("a network")).to_vec();
        let (_, secret) = keys.mint(NewKey { ip_allow_list, ..owner(&fresh.store).await? }, Timestamp::now()).await?;
        for (client, may) in [
            ("192.0.2.7", true),
            ("192.0.2.8", false),
            ("198.51.100.255", true),
            ("198.51.101.0", false),
            ("::ffff:198.51.100.1", true),
            ("2001:db8:1:ffff::1", true),
            ("2001:db8:2::9", true),
            ("2001:db8:2::8", false),
            ("::1", false),
        ] {
            let answer = keys.authenticate(secret.expose(), client.parse()?, Timestamp::now()).await;
            assert_eq!(answer.is_ok(), may, "{client}");
            if let Err(rejection) = answer {
                let problem = Problem::from(rejection);
                assert_eq!((problem.status, problem.code.as_str()), (403, "ip_not_allowed"));
            }
        }
    }
    Ok(())
}
