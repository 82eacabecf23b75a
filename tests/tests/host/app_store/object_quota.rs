//! The quota of a component's objects: one that stores without end fills no disk that others need.

use crate::app_store::objects::{COMPONENT, each_with, each_with_all};
use anyhow::{Context, Result};
use bytes::Bytes;
use quarry::stores::app::Row;
use quarry::stores::objects::{ObjectQuota, ObjectQuotas, Objects, ObjectsError};
use std::collections::BTreeMap;
use std::time::Duration;

const MEBIBYTE: u64 = 1 << 20;

/// Stores that many bytes under `key`.
async fn put(objects: &Objects, component: &str, key: &str, size: u64) -> Result<(), ObjectsError> {
    let mut upload = objects.begin_upload(component, key, "text/csv", None);
    let mut left = size;
    while left > 0 {
        let piece = left.min(MEBIBYTE);
        let piece_bytes = usize::try_from(piece).expect("a mebibyte");
        upload.write(Bytes::from(vec![7; piece_bytes])).await?;
        left -= piece;
    }
    upload.finish().await.map(|_| ())
}

fn is_bytes(refusal: &Result<(), ObjectsError>) -> bool {
    matches!(refusal, Err(ObjectsError::BytesUsedUp { .. }))
}

fn is_objects(refusal: &Result<(), ObjectsError>) -> bool {
    matches!(refusal, Err(ObjectsError::ObjectsUsedUp { .. }))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_component_that_stores_without_end_leaves_room_for_the_others() -> Result<()> {
    for (_fresh, objects, _) in each_with(ObjectQuota { objects: 3, bytes: 1_000 }).await? {
        put(&objects, COMPONENT, "a", 400).await?;
        put(&objects, COMPONENT, "b", 400).await?;
        let refused = put(&objects, COMPONENT, "c", 201).await;
        assert!(is_bytes(&refused), "{refused:?}");
        let sentence = refused.expect_err("refused").to_string();
        assert!(sentence.contains("1000") && sentence.contains("object_bytes_per_component"), "{sentence}");
        assert_eq!(objects.head(COMPONENT, "c").await?, None);
        put(&objects, COMPONENT, "c", 200).await?;
        assert!(is_objects(&put(&objects, COMPONENT, "d", 0).await), "a fourth, which is empty");
        put(&objects, COMPONENT, "c", 0).await?;
        put(&objects, "other", "a", 1_000).await?;
        assert!(is_bytes(&put(&objects, "other", "b", 1).await));
        put(&objects.without_quota(), "other", "b", 1).await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_component_with_a_quota_of_its_own_has_that_one_and_not_the_one_of_all() -> Result<()> {
    let own = BTreeMap::from([(COMPONENT.to_owned(), ObjectQuota { objects: 2, bytes: 1_000 })]);
    for (_fresh, objects, _) in each_with_all(ObjectQuotas { all: ObjectQuota { objects: 1, bytes: 100 }, own }).await?
    {
        put(&objects, COMPONENT, "a", 400).await?;
        put(&objects, COMPONENT, "b", 600).await?;
        assert!(is_bytes(&put(&objects, COMPONENT, "b", 1).await));
        assert!(is_objects(&put(&objects, COMPONENT, "c", 0).await));
        assert!(is_bytes(&put(&objects, "other", "a", 101).await));
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn writers_at_once_do_not_pass_the_quota_together() -> Result<()> {
    for (quota, stored) in
        [(ObjectQuota { objects: 100, bytes: 10_500 }, 10), (ObjectQuota { objects: 7, bytes: 1 << 30 }, 7)]
    {
        for (_fresh, objects, _) in each_with(quota).await? {
            let writers = (0..24).map(|number| {
                let objects = objects.clone();
                tokio::spawn(async move { put(&objects, COMPONENT, &format!("writer-{number}"), 1_000).await })
            });
            let mut successes = 0;
            for outcome in futures_util::future::join_all(writers).await {
                match outcome? {
                    Ok(()) => successes += 1,
                    refused => assert!(is_bytes(&refused) || is_objects(&refused), "{refused:?}"),
                }
            }
            assert_eq!((successes, objects.list(COMPONENT, "", None, 500).await?.len()), (stored, stored));
        }
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn bytes_that_were_replaced_or_removed_count_until_they_are_deleted() -> Result<()> {
    for (_fresh, objects, hand) in each_with(ObjectQuota { objects: 2, bytes: 1_000 }).await? {
        put(&objects, COMPONENT, "a", 600).await?;
        assert!(is_bytes(&put(&objects, COMPONENT, "a", 600).await), "both would lie in the store for two hours");
        put(&objects, COMPONENT, "a", 100).await?;
        assert!(objects.remove(COMPONENT, "a").await?);
        assert!(is_bytes(&put(&objects, COMPONENT, "b", 301).await));
        hand.advance(Duration::from_secs(3 * 3_600));
        objects.remove_due().await?;
        put(&objects, COMPONENT, "b", 1_000).await?;
        // An object whose time is over makes room by itself.
        assert!(objects.remove(COMPONENT, "b").await?);
        hand.advance(Duration::from_secs(3 * 3_600));
        objects.remove_due().await?;
        let expires_at = objects.now() + jiff::SignedDuration::from_secs(60);
        for key in ["a", "b"] {
            let mut upload = objects.begin_upload(COMPONENT, key, "text/csv", Some(expires_at));
            upload.write(Bytes::from(vec![7; 500])).await?;
            upload.finish().await?;
        }
        assert!(is_bytes(&put(&objects, COMPONENT, "c", 1).await));
        hand.advance(Duration::from_secs(61));
        objects.remove_due().await?;
        put(&objects, COMPONENT, "c", 1_000).await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_upload_that_is_refused_for_room_ends_early_and_gives_back_what_it_had() -> Result<()> {
    for (fresh, objects, hand) in each_with(ObjectQuota { objects: 10, bytes: 20 * MEBIBYTE }).await? {
        let mut upload = objects.begin_upload(COMPONENT, "large", "text/csv", None);
        let mut taken = 0;
        let refused = loop {
            match upload.write(Bytes::from(vec![7; 1 << 20])).await {
                Ok(()) => taken += 1,
                Err(error) => break error,
            }
        };
        assert!(matches!(refused, ObjectsError::BytesUsedUp { .. }), "{refused:?}");
        assert_eq!(taken, 20, "all that fits was taken, in whatever steps it was set aside");
        assert!(matches!(upload.finish().await, Err(ObjectsError::BrokenUpload)));
        let given_up = objects.begin_upload(COMPONENT, "other", "text/csv", None);
        drop(given_up);
        // What it had is given back by a task of its own.
        let mut is_back = false;
        for _ in 0..100 {
            hand.advance(Duration::from_secs(61));
            objects.remove_due().await?;
            is_back = put(&objects, COMPONENT, "kept", 20 * MEBIBYTE).await.is_ok();
            if is_back {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        assert!(is_back, "what the refused upload had stays set aside");
        let folder = fresh.folder.join("objects").join(COMPONENT);
        if folder.exists() {
            assert_eq!(std::fs::read_dir(folder)?.count(), 1, "the refused upload left something");
        }
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_host_of_the_release_before_stored_counts_too() -> Result<()> {
    for (fresh, objects, _) in each_with(ObjectQuota { objects: 10, bytes: 1_000 }).await? {
        put(&objects, COMPONENT, "a", 900).await?;
        // It knows nothing of the count.
        fresh.store.execute("DELETE FROM object_usage", &[]).await?;
        put(&objects, COMPONENT, "b", 900).await?;
        objects.recount().await?;
        assert!(is_bytes(&put(&objects, COMPONENT, "c", 1).await));
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn objects_that_are_replaced_without_end_leave_no_rows_that_nobody_counts() -> Result<()> {
    for (fresh, objects, hand) in each_with(ObjectQuota { objects: 10, bytes: 100_000 }).await? {
        let rows = async || {
            let rows = fresh.store.query("SELECT COUNT(*) AS rows FROM object_removals", &[]).await?;
            anyhow::Ok(Row::first(&rows).context("a count")?.integer("rows")?)
        };
        for _ in 0..200 {
            put(&objects, COMPONENT, "empty", 0).await?;
        }
        assert!(objects.remove(COMPONENT, "empty").await?);
        assert_eq!(rows().await?, 0, "what is empty has no bytes that are to be deleted");

        let mut replaced = 0;
        while put(&objects, COMPONENT, "small", 1).await.is_ok() {
            replaced += 1;
            assert!(replaced < 100, "each that was replaced waits for its deletion: {replaced}");
        }
        assert!(replaced > 20, "a block for each: {replaced}");
        assert!(rows().await? <= 26, "the refused upload may have left one");
        hand.advance(Duration::from_secs(3 * 3_600));
        objects.remove_due().await?;
        put(&objects, COMPONENT, "small", 90_000).await?;
    }
    Ok(())
}
