//! The object store below the capabilities: in a folder and on S3, its records on both engines, what it forgets and what it
//! never shows.

use crate::app_store_support::{Fresh, fresh_stores};
use anyhow::{Context, Result};
use bytes::Bytes;
use futures_util::{FutureExt, TryStreamExt};
use jiff::{SignedDuration, Timestamp};
use quarry::clock::{Clock, ClockHand};
use quarry::object_links::{ObjectLink, ObjectLinks};
use quarry::stores::objects::{MAX_OBJECT_BYTES, ObjectQuota, ObjectQuotas, Objects, ObjectsError, ObjectsSettings};
use quarry_tests::s3_server;
use sha2::{Digest, Sha256};
use std::time::Duration;

pub(crate) const COMPONENT: &str = "archive";

fn settings(fresh: &Fresh, url: &str, endpoint: &str, quotas: ObjectQuotas) -> ObjectsSettings {
    ObjectsSettings {
        url: url.to_owned(),
        folder: fresh.folder.join("objects"),
        endpoint: endpoint.to_owned(),
        region: "us-east-1".to_owned(),
        access_key_id: "test".to_owned(),
        secret_access_key: Some("test".to_owned()),
        allow_http: true,
        quotas,
    }
}

/// The objects of a host of the deployment, in a folder of its own.
pub(crate) fn in_folder(fresh: &Fresh, quotas: ObjectQuotas) -> Result<Objects> {
    Ok(Objects::open(&settings(fresh, "", "", quotas), fresh.store.clone(), Clock::system())?)
}

/// A store at a time that is stepped by hand, once in a folder on each engine, and on S3.
async fn each() -> Result<Vec<(Fresh, Objects, ClockHand)>> {
    each_with(ObjectQuota::default()).await
}

pub(crate) async fn each_with(quota: ObjectQuota) -> Result<Vec<(Fresh, Objects, ClockHand)>> {
    each_with_all(ObjectQuotas { all: quota, ..ObjectQuotas::default() }).await
}

pub(crate) async fn each_with_all(quotas: ObjectQuotas) -> Result<Vec<(Fresh, Objects, ClockHand)>> {
    let mut all = Vec::new();
    let mut addresses = vec![(String::new(), String::new()); 2];
    addresses.push(("s3://quarry-test/some/prefix".to_owned(), s3_server::url()?.to_owned()));
    for (url, endpoint) in addresses {
        let mut stores = fresh_stores().await?;
        // Both engines for the folder, the first for S3.
        let index = if url.is_empty() { all.len() } else { 0 };
        let fresh = stores.swap_remove(index);
        let (clock, hand) = Clock::stepped(Timestamp::from_second(1_800_000_000)?);
        let objects = Objects::open(&settings(&fresh, &url, &endpoint, quotas.clone()), fresh.store.clone(), clock)?;
        all.push((fresh, objects, hand));
    }
    Ok(all)
}

async fn put(objects: &Objects, key: &str, bytes: &[u8]) -> Result<()> {
    let mut upload = objects.begin_upload(COMPONENT, key, "text/csv", None);
    for piece in bytes.chunks(1 << 20) {
        upload.write(Bytes::copy_from_slice(piece)).await?;
    }
    let stored = upload.finish().await?;
    assert_eq!(stored.sha256, <[u8; 32]>::from(Sha256::digest(bytes)));
    Ok(())
}

async fn get(objects: &Objects, key: &str, range: std::ops::Range<u64>) -> Result<Vec<u8>> {
    let info = objects.head(COMPONENT, key).await?.with_context(|| format!("{key} is there"))?;
    let pieces: Vec<Bytes> = objects.read(&info, range).await?.try_collect().await?;
    Ok(pieces.concat())
}

fn noise(size: usize) -> Vec<u8> {
    (0..size).map(|index| u8::try_from(index * 7 % 253).expect("a byte")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn bytes_come_back_from_every_store() -> Result<()> {
    for (_fresh, objects, _) in each().await? {
        // In one piece, and in three parts of which the last is small.
        for size in [1, 1_000, (11 << 20) + 3] {
            let bytes = noise(size);
            put(&objects, "a/b.csv", &bytes).await?;
            assert!(get(&objects, "a/b.csv", 0..size as u64).await? == bytes, "{objects:?}: {size} bytes");
            let (from, to) = (size / 3, size / 3 + size.div_ceil(2));
            let part = get(&objects, "a/b.csv", from as u64..to.min(size) as u64).await?;
            assert!(part == bytes[from..to.min(size)], "{objects:?}: a part of {size} bytes");
        }
        put(&objects, "empty", b"").await?;
        assert_eq!(objects.head(COMPONENT, "empty").await?.context("it is there")?.size_bytes, 0);
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_component_does_not_meet_the_objects_of_another() -> Result<()> {
    for (_fresh, objects, _) in each().await? {
        put(&objects, "mine", b"mine").await?;
        assert_eq!(objects.head("other", "mine").await?, None);
        assert_eq!(objects.list("other", "", None, 10).await?, []);
        assert!(!objects.remove("other", "mine").await?);
        assert_eq!(objects.list(COMPONENT, "mi", None, 10).await?.len(), 1);
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn who_reads_an_object_reads_it_to_its_end_and_then_its_bytes_go() -> Result<()> {
    for (fresh, objects, hand) in each().await? {
        let bytes = noise(2 << 20);
        put(&objects, "replaced", &bytes).await?;
        let info = objects.head(COMPONENT, "replaced").await?.context("it is there")?;
        put(&objects, "replaced", b"new").await?;
        assert_eq!(objects.remove_due().await?, 0, "somebody may be reading the old bytes");
        let old: Vec<Bytes> = objects.read(&info, 0..2 << 20).await?.try_collect().await?;
        assert!(old.concat() == bytes);
        hand.advance(Duration::from_secs(3 * 3_600));
        assert_eq!(objects.remove_due().await?, 1);
        assert_eq!(objects.remove_due().await?, 0);
        assert_eq!(get(&objects, "replaced", 0..3).await?, b"new");
        let folder = fresh.folder.join("objects").join(COMPONENT);
        if folder.exists() {
            assert_eq!(std::fs::read_dir(folder)?.count(), 1, "one file is left");
        }
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_object_whose_time_is_over_is_gone_and_then_deleted() -> Result<()> {
    for (_fresh, objects, hand) in each().await? {
        let expires_at = objects.now() + SignedDuration::from_secs(60);
        let mut upload = objects.begin_upload(COMPONENT, "brief", "text/csv", Some(expires_at));
        upload.write(Bytes::from_static(b"a")).await?;
        upload.finish().await?;
        assert!(objects.head(COMPONENT, "brief").await?.is_some());
        hand.advance(Duration::from_secs(61));
        assert_eq!(objects.head(COMPONENT, "brief").await?, None);
        assert_eq!(objects.list(COMPONENT, "", None, 10).await?, []);
        assert_eq!(objects.remove_due().await?, 1);
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_upload_that_was_given_up_is_deleted_after_a_day() -> Result<()> {
    for (_fresh, objects, hand) in each().await? {
        let mut upload = objects.begin_upload(COMPONENT, "given up", "text/csv", None);
        upload.write(Bytes::from(noise(12 << 20))).await?;
        drop(upload);
        assert_eq!(objects.head(COMPONENT, "given up").await?, None);
        assert_eq!(objects.remove_due().await?, 0);
        hand.advance(Duration::from_secs(25 * 3_600));
        assert_eq!(objects.remove_due().await?, 1);
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_object_over_the_limit_is_refused() -> Result<()> {
    for (_fresh, objects, _) in each().await? {
        let mut upload = objects.begin_upload(COMPONENT, "large", "text/csv", None);
        // Never touched, so it takes no memory.
        let large = Bytes::from(vec![0; usize::try_from(MAX_OBJECT_BYTES)? + 1]);
        assert!(matches!(upload.write(large).await, Err(ObjectsError::TooLarge)));
    }
    Ok(())
}

#[test]
fn a_link_says_what_it_was_made_of_and_only_with_its_secret() -> Result<()> {
    let now = Timestamp::from_second(1_800_000_000)?;
    let link = ObjectLink {
        component: "archive".to_owned(),
        key: "a/b.csv".to_owned(),
        file_name: "Löhne.csv".to_owned(),
        expires_at: now + SignedDuration::from_secs(60),
    };
    let links = ObjectLinks::new(&[[1; 32]], "/api/v1");
    let path = links.sign(&link).context("a link")?;
    let token = path.strip_prefix("/api/v1/objects/").context("below the base path")?;
    assert_eq!(links.open(token, now).as_ref(), Some(&link));
    assert_eq!(links.open(token, link.expires_at), None, "its time is over");
    assert_eq!(ObjectLinks::new(&[[2; 32]], "/api/v1").open(token, now), None, "another deployment");
    let rotated = ObjectLinks::new(&[[2; 32], [1; 32]], "/api/v1");
    assert_eq!(rotated.open(token, now), Some(link), "an older secret still opens");
    Ok(())
}

#[tokio::test]
async fn an_address_that_is_none_is_refused_by_name() {
    let records = quarry::stores::app::AppStore::unconnected();
    for url in ["http://a/b", "s3:", "bucket"] {
        let settings = ObjectsSettings {
            url: url.to_owned(),
            folder: "unused".into(),
            endpoint: String::new(),
            region: "us-east-1".to_owned(),
            access_key_id: String::new(),
            secret_access_key: None,
            allow_http: false,
            quotas: ObjectQuotas::default(),
        };
        let refusal = Objects::open(&settings, records.clone(), Clock::system()).expect_err(url).to_string();
        assert!(refusal.contains(url) && refusal.contains("s3://bucket/prefix"), "{refusal}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_upload_whose_write_failed_cannot_be_finished() -> Result<()> {
    let (fresh, objects, _) = each().await?.swap_remove(0);
    let mut upload = objects.begin_upload(COMPONENT, "broken", "text/csv", None);
    upload.write(Bytes::from(noise(48 << 20))).await?;
    // Dropped at its first wait, the one for the parts before, as a call is whose time is over.
    assert!(upload.write(Bytes::from_static(b"a")).now_or_never().is_none());
    assert!(matches!(upload.write(Bytes::from_static(b"a")).await, Err(ObjectsError::BrokenUpload)));
    assert!(matches!(upload.finish().await, Err(ObjectsError::BrokenUpload)));
    assert_eq!(objects.head(COMPONENT, "broken").await?, None);
    drop(fresh);
    Ok(())
}
