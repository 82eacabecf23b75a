//! Answers that are kept for an `Idempotency-Key`: an organization whose keys make writes without end fills no disk that others need, and
//! loses no write. On both engines.

use crate::app_store_support::fresh_stores;
use anyhow::{Context, Result};
use jiff::Timestamp;
use quarry::clock::Clock;
use quarry::contract::{Problem, Scope};
use quarry::edge::idempotency_records::Idempotency;
use quarry::edge::{Claim, IdempotencyKey, IdempotencyRecords, KeptOutcome, KeyHolder};
use quarry::identity::{Environment, Keys, NewKey, NewOrganization, NewUser, OrganizationKind, Passwords, Users};
use quarry::stores::app::{AppStore, Row};
use quarry::stores::result_set::Value;
use std::time::Duration;

/// The most bytes that are kept for an organization.
const MOST: i64 = 256 << 20;

/// An organization with two keys: its number, and theirs.
async fn organization(store: &AppStore, name: &str) -> Result<(i64, [i64; 2])> {
    let users = Users::new(store.clone(), Passwords::default());
    let new = NewUser { email: format!("{name}@example.org"), name: name.to_owned(), password: None };
    let user_id = users.create_user(new, Timestamp::now()).await?.user_id;
    let new = NewOrganization {
        name: name.to_owned(),
        kind: OrganizationKind::Institution,
        plan_key: "institution".to_owned(),
    };
    let organization_id = users.create_organization(&new, user_id, Timestamp::now()).await?;
    let mut ids = [0; 2];
    for id in &mut ids {
        let key = NewKey {
            organization_id,
            user_id,
            name: "writer".to_owned(),
            scopes: vec![Scope::Read],
            ip_allow_list: Vec::new(),
            expires_at: None,
        };
        Keys::new(store.clone(), Environment::Sandbox).mint(key, Timestamp::now()).await?;
        let rows = store.query("SELECT MAX(id) AS id FROM api_keys", &[]).await?;
        *id = Row::first(&rows).context("a key")?.integer("id")?;
    }
    Ok((organization_id, ids))
}

fn answer(bytes: usize) -> KeptOutcome {
    KeptOutcome::Answer { status: 200, body: vec![b'7'; bytes].into(), location: None }
}

/// Makes a write whose outcome it is, and sends it again.
async fn sent_twice(records: &Idempotency, key: &IdempotencyKey, outcome: &KeptOutcome) -> Result<Claim> {
    let failed = |problem: Problem| anyhow::anyhow!("{problem:?}");
    let Claim::Fresh { claimed_at } = records.claim(key).await.map_err(failed)? else { anyhow::bail!("a fresh key") };
    records.keep(key, claimed_at, outcome).await.map_err(failed)?;
    records.claim(key).await.map_err(failed)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_organization_keeps_so_many_bytes_of_answers_and_no_write_is_made_twice() -> Result<()> {
    for fresh in fresh_stores().await? {
        let store = &fresh.store;
        let (clock, hand) = Clock::stepped(Timestamp::from_second(1_800_000_000)?);
        let records = Idempotency::new(store.clone(), clock);
        let (full, [first, second]) = organization(store, "full").await?;
        let (other, [others, _]) = organization(store, "other").await?;
        let key = |organization_id: i64, api_key_id: i64, text: &str| IdempotencyKey {
            holder: KeyHolder::ApiKey(api_key_id),
            organization_id: Some(organization_id),
            text: text.to_owned(),
            fingerprint: [7; 32],
        };
        let kept = sent_twice(&records, &key(full, first, "a"), &answer(1_000)).await?;
        assert_eq!(kept, Claim::Kept(answer(1_000)));
        let counted = async || {
            let sql =
                "SELECT CAST(SUM(size_bytes) AS BIGINT) AS bytes FROM idempotency_bytes WHERE organization_id = $1";
            let rows = store.query(sql, &[Value::Int64(full)]).await?;
            anyhow::Ok(Row::first(&rows).context("a sum")?.integer("bytes")?)
        };
        assert_eq!(counted().await?, 1_000);

        // Nearly as much as there may be, as if a day of writes had gone before.
        let filled = "UPDATE idempotency_bytes SET size_bytes = $2 WHERE organization_id = $1";
        store.execute(filled, &[Value::Int64(full), Value::Int64(MOST - 1_500)]).await?;
        assert_eq!(sent_twice(&records, &key(full, second, "b"), &answer(1_500)).await?, Claim::Kept(answer(1_500)));
        let over = sent_twice(&records, &key(full, second, "c"), &answer(1)).await?;
        let Claim::Kept(KeptOutcome::Refusal(problem)) = over else {
            anyhow::bail!("it says that it was made: {over:?}")
        };
        assert_eq!((problem.status, &*problem.code), (409, "answer_not_kept"), "{problem:?}");
        assert!(
            problem.detail.starts_with("This write was made.") && problem.detail.contains("268435456"),
            "{problem:?}"
        );
        assert_eq!(counted().await?, MOST, "what was not kept is not counted");

        // A refusal changed nothing: it may be asked for again, and its claim is given up.
        let refusal = KeptOutcome::Refusal(Problem::new(422, "not_today", "Not today."));
        let again = sent_twice(&records, &key(full, first, "d"), &refusal).await?;
        assert!(matches!(again, Claim::Fresh { .. }), "{again:?}");
        let beside = sent_twice(&records, &key(other, others, "a"), &answer(1_500)).await?;
        assert_eq!(beside, Claim::Kept(answer(1_500)), "another organization has its own");

        hand.advance(Duration::from_secs(26 * 3_600));
        assert_eq!(
            sent_twice(&records, &key(full, second, "c"), &answer(9)).await?,
            Claim::Kept(answer(9)),
            "a day later"
        );
    }
    Ok(())
}
