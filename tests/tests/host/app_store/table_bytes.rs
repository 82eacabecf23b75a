//! The bytes that a component has stored are measured, by kind, and no other component's are among them.

use crate::app_store_support::{Fresh, fresh_stores};
use anyhow::Result;
use quarry::stores::app::OwnNames;
use quarry::stores::health::Health;
use quarry::stores::result_set::Value;
use quarry::stores::stored::Stored;
use quarry::telemetry::{ComponentFigureSet, Figures};
use std::collections::BTreeMap;
use std::sync::Arc;

const MEBIBYTE: u64 = 1 << 20;

/// Text that no engine compresses to nothing.
fn mebibyte(seed: u64) -> Value {
    let mut state = seed;
    let mut letter = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        char::from(b'a' + u8::try_from((state >> 33) % 26).expect("a letter"))
    };
    Value::Text((0..MEBIBYTE).map(|_| letter()).collect())
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_component_has_stored_is_told_by_kind() -> Result<()> {
    for Fresh { store, .. } in &fresh_stores().await? {
        for table in ["price_alerts__rules", "price__rules"] {
            store.execute(&format!("CREATE TABLE {table} (id BIGINT, words TEXT)"), &[]).await?;
        }
        store.execute("CREATE INDEX price_alerts__by_id ON price_alerts__rules (id)", &[]).await?;
        for number in 0..3 {
            let values = [Value::Int64(number), mebibyte(number.unsigned_abs())];
            store.execute("INSERT INTO price_alerts__rules (id, words) VALUES ($1, $2)", &values).await?;
        }
        store
            .execute(
                "INSERT INTO object_usage (component, object_count, size_bytes) VALUES ('price-alerts', 1, 70)",
                &[],
            )
            .await?;
        let (full, other) = (Stored::by(store, "price-alerts").await?, Stored::by(store, "price").await?);
        assert!((3 * MEBIBYTE..6 * MEBIBYTE).contains(&full.table_bytes), "{full:?} on {:?}", store.dialect());
        assert_eq!((full.object_bytes, full.key_value_bytes), (70, 0));
        assert!(other.table_bytes < MEBIBYTE && other.object_bytes == 0, "{other:?}");
        let figures = Figures::new(Arc::<ComponentFigureSet>::default(), Arc::new(Health::new(0, 0)));
        figures.stored.show(BTreeMap::from([("price-alerts".to_owned(), full)]));
        let line = "quarry_component_stored_bytes{component=\"price-alerts\",kind=\"objects\"} 70";
        let text = figures.text()?;
        assert!(text.contains(line), "{text}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_transaction_knows_what_it_has_added_before_it_lasts() -> Result<()> {
    for Fresh { store, .. } in &fresh_stores().await? {
        store.execute("CREATE TABLE price_alerts__rules (id BIGINT, words TEXT)", &[]).await?;
        let own = OwnNames::of("price-alerts");
        let mut transaction = store.begin().await?;
        let before = transaction.bytes_so_far(&own).await?;
        for number in 0..3 {
            let values = [Value::Int64(number), mebibyte(number.unsigned_abs())];
            transaction.execute("INSERT INTO price_alerts__rules (id, words) VALUES ($1, $2)", &values).await?;
        }
        let added = transaction.bytes_so_far(&own).await? - before;
        assert!((3 * MEBIBYTE..6 * MEBIBYTE).contains(&added), "{added} on {:?}", store.dialect());
    }
    Ok(())
}
