//! A registry of events is loaded whole or not at all, once, and never over what staff decided; on both engines.

use crate::app_store_support::fresh_stores;
use anyhow::Result;
use jiff::Timestamp;
use quarry::event_registry::{EventRegistryError, EventSummary, load};
use quarry::stores::app::{AppStore, Row};
use std::io::Cursor;

const HASH: &str = "0x9dbf0326a03a2a3719c27be4fa69aacc9857fd231a8d9dcaede4bb083def75ec";

async fn try_load(store: &AppStore, text: impl Into<Vec<u8>>) -> Result<EventSummary, EventRegistryError> {
    let now = Timestamp::from_second(1_700_000_000).expect("a time");
    load(store, "events", Box::new(Cursor::new(text.into())), now).await
}

fn summary(added: u64, changed: u64, unchanged: u64, kept: u64) -> EventSummary {
    EventSummary { added, changed, unchanged, kept }
}

async fn texts(store: &AppStore, sql: &str) -> Result<Vec<String>> {
    let rows = store.query(sql, &[]).await?;
    Ok(Row::all(&rows).map(|row| row.text("shown")).collect::<Result<_, _>>()?)
}

#[tokio::test]
async fn a_file_is_loaded_once_and_a_changed_row_raises_its_version() -> Result<()> {
    for fresh in fresh_stores().await? {
        let store = &fresh.store;
        let file = |title: &str| {
            format!(
                "key,category,title,occurred_at,chain,block_number,sources,transactions,colour\n\
                 a,exploit,{title},2024-01-05,mainnet_is_no_chain,,,,\n\
                 b,depeg,,,,,,,\n"
            )
            .replace("mainnet_is_no_chain", "Ethereum")
            .replace(
                ",Ethereum,,,,",
                &format!(",Ethereum,18937381,etherscan.io;https://a.example/x,{HASH};{},", &HASH[2..].to_uppercase()),
            )
        };
        assert_eq!(try_load(store, file("First")).await?, summary(2, 0, 0, 0));
        assert_eq!(try_load(store, file("First")).await?, summary(0, 0, 2, 0), "a replay changes nothing");
        assert_eq!(try_load(store, file("Second")).await?, summary(0, 1, 1, 0));
        let shown = "SELECT key || ' ' || COALESCE(title, '-') || ' ' || CAST(version AS TEXT) AS shown FROM chain_events ORDER BY key";
        assert_eq!(texts(store, shown).await?, ["a Second 2", "b - 1"]);
        let sources = "SELECT name || ' ' || COALESCE(url, '-') AS shown FROM chain_event_sources ORDER BY position";
        assert_eq!(texts(store, sources).await?, ["etherscan.io -", "a.example https://a.example/x"]);
        let anchored =
            store.query("SELECT transaction_hash FROM chain_event_transactions ORDER BY position", &[]).await?;
        let hashes: Vec<Vec<u8>> =
            Row::all(&anchored).map(|row| row.bytes("transaction_hash")).collect::<Result<_, _>>()?;
        assert_eq!(hashes.len(), 2);
        assert_eq!(hashes[0], hashes[1], "hex is taken in any case, with and without 0x");
    }
    Ok(())
}

#[tokio::test]
async fn what_staff_edited_or_removed_stays_as_they_left_it() -> Result<()> {
    for fresh in fresh_stores().await? {
        let store = &fresh.store;
        let file = |title: &str| {
            ["a", "b", "c"]
                .map(|key| format!("{{\"key\":\"{key}\",\"category\":\"other\",\"title\":\"{title}\"}}\n"))
                .concat()
        };
        assert_eq!(try_load(store, file("first")).await?, summary(3, 0, 0, 0));
        store.execute("UPDATE chain_events SET title = 'by staff', edited_at = 1 WHERE key = 'a'", &[]).await?;
        store.execute("UPDATE chain_events SET removed_at = 1 WHERE key = 'b'", &[]).await?;
        assert_eq!(try_load(store, file("second")).await?, summary(0, 1, 0, 2));
        let shown = "SELECT key || ' ' || title AS shown FROM chain_events ORDER BY key";
        assert_eq!(texts(store, shown).await?, ["a by staff", "b first", "c second"]);
    }
    Ok(())
}

#[tokio::test]
async fn a_bad_row_is_named_and_nothing_is_loaded() -> Result<()> {
    let fresh = fresh_stores().await?.remove(0);
    let cases = [
        ("key,category\na,exploit\n,depeg\n", "line 3: column `key` is missing"),
        ("key,category\na,theft\n", "line 2: column `category` has an invalid value: `theft`"),
        ("key,category,chain\na,other,etherium\n", "column `chain` has an invalid value: `etherium`"),
        ("key,category,occurred_at\na,other,yesterday\n", "column `occurred_at` has an invalid value: `yesterday`"),
        ("key,category,occurred_at\na,other,2024-02-30\n", "2024-02-30"),
        ("key,category,severity\na,other,6\n", "column `severity` has an invalid value: `6`"),
        ("key,category,block_number\na,other,-1\n", "column `block_number` has an invalid value: `-1`"),
        ("key,category,verified\na,other,perhaps\n", "column `verified`"),
        ("key,category,transactions\na,other,0x12\n", "column `transactions` has an invalid value: `0x12`"),
        ("key,category,sources\na,other,http://\n", "column `sources` has an invalid value: `http://`"),
        ("key,category\na,other,more\n", "3 fields where the header has 2"),
        ("key,category\na,other\na,depeg\n", "line 3: the key `a` is that of line 2 too"),
        ("key,title\na,b\n", "no column `category`"),
        ("key,category\n", "holds no events"),
        ("{\"key\":\"a\",\"category\":\"other\"}\n{\"key\"\n", "line 2: it is not a JSON object"),
        (
            "{\"key\":\"a\",\"category\":\"other\",\"sources\":[{\"url\":\"javascript:alert(1)\"}]}",
            "javascript:alert(1)",
        ),
        ("{\"key\":\"a\",\"category\":\"other\",\"title\":[1]}", "column `title` must be"),
    ];
    for (text, sentence) in cases {
        let refusal = try_load(&fresh.store, text).await.expect_err(text).to_string();
        assert!(refusal.contains(sentence), "{text:?} gave {refusal:?}");
    }
    let bytes: &[u8] = b"key,category,title\na,other,\xff\n";
    assert!(try_load(&fresh.store, bytes).await.expect_err("no UTF-8").to_string().contains("line 2: it is not UTF-8"));
    let many = format!("key,category,transactions\na,other,{}\n", vec![HASH; 21].join(";"));
    assert!(try_load(&fresh.store, many).await.expect_err("too many").to_string().contains("at most 20"));
    let left = fresh.store.query("SELECT COUNT(*) AS events FROM chain_events", &[]).await?;
    assert_eq!(Row::first(&left).expect("a row").integer("events")?, 0);
    Ok(())
}

#[tokio::test]
async fn a_compressed_file_is_read_and_a_cut_one_refused() -> Result<()> {
    use std::io::Write;
    let fresh = fresh_stores().await?.remove(0);
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(b"key,category\na,other\nb,other\n")?;
    let bytes = encoder.finish()?;
    assert!(try_load(&fresh.store, &bytes[..bytes.len() - 9]).await.is_err());
    assert_eq!(try_load(&fresh.store, bytes).await?, summary(2, 0, 0, 0));
    Ok(())
}
