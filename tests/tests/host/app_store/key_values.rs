//! Values that components keep by key, on both engines: theirs alone, within their quota, gone when their time is over.

use crate::app_store_support::{Fresh, fresh_stores};
use anyhow::Result;
use jiff::Timestamp;
use quarry::clock::{Clock, ClockHand};
use quarry::key_values::{Condition, KeyValueError, KeyValueQuota, KeyValues, MAX_VALUE_BYTES};
use std::time::Duration;

const ROOM: KeyValueQuota = KeyValueQuota { keys: 1_000, bytes: 1 << 20 };

fn values(fresh: &Fresh, quota: KeyValueQuota) -> Result<(KeyValues, ClockHand)> {
    let (clock, hand) = Clock::stepped("2026-01-01T00:00:00Z".parse::<Timestamp>()?);
    Ok((KeyValues::new(fresh.store.clone(), quota, clock), hand))
}

async fn set(values: &KeyValues, component: &str, key: &str, value: &[u8]) -> Result<Option<u64>, KeyValueError> {
    values.set(component, key, value.to_vec(), None, Condition::Always).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_value_is_its_components_alone_and_stays_byte_for_byte() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (values, _hand) = values(&fresh, ROOM)?;
        let bytes: Vec<u8> = (0..=255).collect();
        set(&values, "one", "shared name", &bytes).await?;
        set(&values, "two", "shared name", b"").await?;
        assert_eq!(values.get("one", "shared name").await?.map(|entry| entry.value), Some(bytes));
        assert_eq!(values.get("two", "shared name").await?.map(|entry| entry.value), Some(Vec::new()));
        assert_eq!(values.get("three", "shared name").await?, None);
        assert!(values.delete("one", "shared name").await?);
        assert!(!values.delete("one", "shared name").await?);
        assert!(values.get("two", "shared name").await?.is_some());
        assert!(values.list_keys("one", "", None, 10).await?.keys.is_empty());
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn of_writers_with_one_version_one_succeeds() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (values, _hand) = values(&fresh, ROOM)?;
        let write = |condition| values.set("one", "row", b"x".to_vec(), None, condition);
        let first = write(Condition::Absent).await?.expect("nothing was there");
        assert_eq!(write(Condition::Absent).await?, None);
        assert_eq!(write(Condition::Version(first + 7)).await?, None);
        let outcomes = futures_util::future::try_join_all((0..8).map(|_| write(Condition::Version(first)))).await?;
        let written: Vec<u64> = outcomes.into_iter().flatten().collect();
        assert_eq!(written.len(), 1);
        // A version does not come back with a new value.
        assert!(values.delete("one", "row").await?);
        let again = write(Condition::Absent).await?.expect("nothing was there");
        assert!(again > written[0] && written[0] > first, "{first} {written:?} {again}");
        assert_eq!(write(Condition::Version(first)).await?, None);
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn no_addition_is_lost_and_none_past_64_bits_is_made() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (values, hand) = values(&fresh, ROOM)?;
        let day = Some(Duration::from_secs(86_400));
        futures_util::future::try_join_all((0..20).map(|_| values.increment("one", "count", 3, day))).await?;
        assert_eq!(values.increment("one", "count", -10, day).await?, 50);
        assert!(matches!(values.increment("one", "count", i64::MAX, day).await, Err(KeyValueError::Overflow { .. })));
        set(&values, "one", "text", b"ten").await?;
        assert!(matches!(values.increment("one", "text", 1, None).await, Err(KeyValueError::NotANumber { .. })));
        // Its day counts from the first addition.
        hand.advance(Duration::from_secs(86_401));
        assert_eq!(values.increment("one", "count", 1, day).await?, 1);
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn writers_that_come_together_never_get_past_the_quota() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (values, _hand) = values(&fresh, KeyValueQuota { keys: 5, bytes: 1 << 20 })?;
        let write = async |number: usize| set(&values, "one", &format!("key {number}"), b"x").await;
        let outcomes = futures_util::future::join_all((0..16).map(write)).await;
        let refused = outcomes.iter().filter(|outcome| matches!(outcome, Err(KeyValueError::KeysUsedUp { quota: 5 })));
        assert_eq!((refused.count(), outcomes.iter().filter(|outcome| outcome.is_ok()).count()), (11, 5));
        let kept = values.list_keys("one", "", None, 500).await?.keys;
        assert_eq!(kept.len(), 5);
        // One that is there may be written over, another component has its own, and a deletion gives room.
        set(&values, "one", &kept[0], b"longer").await?;
        set(&values, "two", "key", b"x").await?;
        values.delete("one", &kept[0]).await?;
        set(&values, "one", "another", b"x").await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bytes_of_keys_and_values_are_counted_exactly() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (values, _hand) = values(&fresh, KeyValueQuota { keys: 100, bytes: 100 })?;
        // "ä" is two bytes.
        set(&values, "one", "ä", &[0; 48]).await?;
        set(&values, "one", "b1", &[0; 48]).await?;
        assert!(matches!(set(&values, "one", "c", b"").await, Err(KeyValueError::BytesUsedUp { quota: 100 })));
        assert!(matches!(set(&values, "one", "b1", &[0; 49]).await, Err(KeyValueError::BytesUsedUp { .. })));
        set(&values, "one", "b1", &[0; 46]).await?;
        set(&values, "one", "c", b"x").await?;
        values.delete("one", "ä").await?;
        set(&values, "one", "d", &[0; 49]).await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn what_has_expired_is_gone_and_gives_its_room_back() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (values, hand) = values(&fresh, KeyValueQuota { keys: 3, bytes: 1 << 20 })?;
        let minute = Some(Duration::from_secs(60));
        for key in ["a", "b", "c"] {
            values.set("one", key, b"x".to_vec(), minute, Condition::Always).await?;
        }
        assert!(values.get("one", "a").await?.is_some_and(|entry| entry.expires_at.is_some()));
        assert!(matches!(set(&values, "one", "d", b"x").await, Err(KeyValueError::KeysUsedUp { .. })));
        hand.advance(Duration::from_secs(60));
        assert_eq!(values.get("one", "a").await?, None);
        assert!(values.list_keys("one", "", None, 10).await?.keys.is_empty());
        // Before any sweep: the write makes its own room, and a value in the place of an expired one is a new one.
        assert!(values.set("one", "b", b"y".to_vec(), None, Condition::Absent).await?.is_some());
        set(&values, "one", "d", b"x").await?;
        assert_eq!(values.list_keys("one", "", None, 10).await?.keys, ["b", "d"]);
        assert!(!values.delete("one", "a").await?, "it was gone already");
        values.set("two", "e", b"x".to_vec(), minute, Condition::Always).await?;
        hand.advance(Duration::from_secs(61));
        assert_eq!(values.sweep().await?, 1);
        assert_eq!(values.sweep().await?, 0);
        assert!(values.get("one", "b").await?.is_some());
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sweep_takes_bounded_steps_and_leaves_the_count_right() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (values, hand) = values(&fresh, ROOM)?;
        let values = &values;
        let write = async |number: usize| {
            let second = Some(Duration::from_secs(1));
            values.set("one", &format!("{number}"), Vec::new(), second, Condition::Always).await
        };
        for number in 0..600 {
            write(number).await?;
        }
        hand.advance(Duration::from_secs(2));
        assert_eq!((values.sweep().await?, values.sweep().await?, values.sweep().await?), (500, 100, 0));
        let rows = fresh.store.query("SELECT key_count, size_bytes FROM component_key_value_usage", &[]).await?;
        let row = quarry::stores::app::Row::first(&rows).expect("a row of usage");
        assert_eq!((row.integer("key_count")?, row.integer("size_bytes")?), (0, 0));
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_are_listed_by_prefix_in_order_of_bytes() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (values, _hand) = values(&fresh, ROOM)?;
        let last = format!("a/{}", char::MAX.to_string().repeat(60));
        for key in ["a/1", "a/10", "a/2", "a/ä", "a/Z", last.as_str(), "b", "A", "a", "a0", "%"] {
            set(&values, "one", key, b"").await?;
        }
        let page = values.list_keys("one", "a/", None, 3).await?;
        assert_eq!((page.keys.as_slice(), page.has_more), (["a/1", "a/10", "a/2"].map(str::to_owned).as_slice(), true));
        let rest = values.list_keys("one", "a/", Some("a/2"), 500).await?;
        assert_eq!((rest.keys, rest.has_more), (vec!["a/Z".to_owned(), "a/ä".to_owned(), last], false));
        assert_eq!(values.list_keys("one", "%", None, 10).await?.keys, ["%"], "a prefix is no pattern");
        for limit in [0, 501] {
            assert!(matches!(values.list_keys("one", "", None, limit).await, Err(KeyValueError::ListLimit { .. })));
        }
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn malformed_and_oversized_keys_and_values_are_refused() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (values, _hand) = values(&fresh, ROOM)?;
        set(&values, "one", &"k".repeat(256), &vec![0; MAX_VALUE_BYTES]).await?;
        for key in ["", "a\0b", "line\nbreak", "\u{7f}"] {
            assert!(matches!(set(&values, "one", key, b"").await, Err(KeyValueError::MalformedKey)), "{key:?}");
            assert!(matches!(values.get("one", key).await, Err(KeyValueError::MalformedKey)), "{key:?}");
        }
        let long = "k".repeat(257);
        assert!(matches!(set(&values, "one", &long, b"").await, Err(KeyValueError::KeyTooLong { bytes: 257 })));
        let large = vec![0; MAX_VALUE_BYTES + 1];
        assert!(matches!(set(&values, "one", "k", &large).await, Err(KeyValueError::ValueTooLong { .. })));
        let no_time = values.set("one", "k", Vec::new(), Some(Duration::ZERO), Condition::Always).await;
        assert!(matches!(no_time, Err(KeyValueError::NoTimeToLive)));
    }
    Ok(())
}
