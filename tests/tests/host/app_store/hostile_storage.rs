//! Storage as a component would misuse it: names that are more than names, pieces and times without measure, a quota that two hosts
//! are asked for at once, counts that a refusal would leave wrong.

use crate::app_store::objects::in_folder;
use crate::app_store_support::{Fresh, fresh_sqlite, fresh_stores};
use anyhow::Result;
use bytes::Bytes;
use quarry::capabilities::{Call, Capabilities, Given, ObjectFailure, Stores};
use quarry::clock::Clock;
use quarry::contract::{Caller, Grant, Manifest};
use quarry::key_values::{Condition, KeyValueError, KeyValueQuota, KeyValues};
use quarry::stores::objects::{ObjectQuota, ObjectQuotas, Objects, ObjectsError};
use quarry::stores::warehouse::Warehouse;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

const NAME: &str = "evil";
const MEBIBYTE: usize = 1 << 20;

struct Component {
    _fresh: Fresh,
    capabilities: Arc<Capabilities>,
}

impl Component {
    async fn new(grants: Vec<Grant>) -> Result<Component> {
        let fresh = fresh_sqlite().await?;
        let given = Given { grants: grants.iter().copied().collect(), tables: BTreeSet::new(), hooks: None };
        let manifest = Manifest { name: NAME.to_owned(), version: "1.0.0".to_owned(), grants, ..Manifest::default() };
        let warehouse = Warehouse::over_unix_socket(Path::new("no-warehouse.sock"), "default");
        let objects = in_folder(&fresh, ObjectQuotas::default())?;
        let stores = Stores { objects, ..Stores::new(fresh.store.clone(), warehouse) };
        let capabilities = Arc::new(Capabilities::new(&manifest, &given, Arc::new(stores))?);
        Ok(Component { _fresh: fresh, capabilities })
    }

    fn call(&self) -> Call {
        let ends = Instant::now() + Duration::from_secs(30);
        Call::new(Arc::clone(&self.capabilities), Caller::Nobody, None, Arc::from("request"), ends)
    }
}

/// Keys, each by what it would reach.
const KEYS: &[(&str, &str)] = &[
    ("another component's objects", "../other/a"),
    ("another component's objects, from within", "a/../../other/a"),
    ("another component's objects, by another separator", "..\\other\\a"),
    ("another component's objects, percent-encoded", "%2e%2e/other/a"),
    ("the folder itself", "."),
    ("the root of the store", "/etc/passwd"),
    ("a key that a store reads as another", "a//b"),
    ("a folder", "a/"),
    ("a text that ends before its end", "a\0.csv"),
    ("a line of the log", "a\nINFO all is well"),
    ("what a terminal obeys", "a\u{1b}[2J"),
    ("a key that is shown turned around", "a\u{202e}vsc.b"),
    ("a key that looks like another", "\u{430}"),
    ("the query of a link", "a?expires=9999999999"),
    ("the end of a link", "a#b"),
    ("nothing", ""),
];

#[tokio::test(flavor = "multi_thread")]
async fn no_key_of_an_object_is_more_than_a_key() -> Result<()> {
    let component = Component::new(vec![Grant::Objects]).await?;
    let long = "a".repeat(513);
    let keys = KEYS.iter().copied().chain([("a column that is cut", long.as_str())]);
    for (reached, key) in keys {
        let mut call = component.call();
        let refusals = [
            call.objects().begin_upload(key, "text/csv", None).map(drop),
            call.objects().find(key).await.map(drop),
            call.objects().remove(key).await.map(drop),
            call.objects().read(key, 0, 1).await.map(drop),
            call.objects().sign_link(key, "a.csv", 60).map(drop),
            call.objects().sign_upload(key, "text/csv", 1_000, 60).map(drop),
        ];
        for (place, refused) in refusals.into_iter().enumerate() {
            assert!(matches!(refused, Err(ObjectFailure::Rejected(_))), "{reached}: {place}: {refused:?}");
        }
    }
    Ok(())
}

/// Media types and names of files, each by what it would do where a browser reads it.
const MEDIA_TYPES: &[(&str, &str)] = &[
    ("sets a cookie", "text/csv\r\nset-cookie: session=mallory"),
    ("begins a body", "text/csv\n\n<script>alert(1)</script>"),
    ("has another one behind it", "text/csv, text/html"),
    ("is a word", "html"),
    ("has no subtype", "text/"),
    ("is nothing", ""),
    ("is a charset alone", "; charset=utf-8"),
    ("is in other letters", "text/cs\u{fe56}v"),
];
const FILE_NAMES: &[(&str, &str)] = &[
    ("is another folder's", "../.bashrc"),
    ("is another folder's, elsewhere", "..\\autoexec.bat"),
    ("is hidden", ".bashrc"),
    ("is hidden, behind what nobody sees", "\u{200b}.bashrc"),
    ("ends its header", "a\"; filename=\"b.exe"),
    ("is two lines", "a\r\nset-cookie: session=mallory"),
    ("cannot be seen", "\u{200b}\u{feff}"),
    ("is nothing", ""),
];

#[tokio::test(flavor = "multi_thread")]
async fn no_media_type_and_no_file_name_is_more_than_one() -> Result<()> {
    let component = Component::new(vec![Grant::Objects]).await?;
    let mut call = component.call();
    for (done, media_type) in MEDIA_TYPES {
        let begun = call.objects().begin_upload("a", media_type, None).map(drop);
        assert!(matches!(begun, Err(ObjectFailure::Rejected(_))), "one that {done}: {begun:?}");
        let signed = call.objects().sign_upload("a", media_type, 1_000, 60).map(drop);
        assert!(matches!(signed, Err(ObjectFailure::Rejected(_))), "one that {done}: {signed:?}");
    }
    let mut upload = call.objects().begin_upload("a", "text/csv", None).expect("an upload");
    call.objects().write_upload(&mut upload, b"a\n".to_vec()).await.expect("a piece");
    call.objects().finish_upload(upload).await.expect("an object");
    let long = "a".repeat(201);
    for (done, name) in FILE_NAMES.iter().copied().chain([("is cut", long.as_str())]) {
        let signed = call.objects().sign_link("a", name, 60).map(drop);
        let is_named = |sentence: &str| sentence.contains("is not a file name");
        assert!(matches!(&signed, Err(ObjectFailure::Rejected(why)) if is_named(why)), "one that {done}: {signed:?}");
        let answered = call.objects().body("a", Some(name.to_owned())).await.expect_err(done);
        assert_eq!(answered.code, "plugin_failed", "one that {done}");
    }
    // A name whose ending is turned around, or hides, is shown as it is.
    for (name, shown) in [
        ("photo\u{202e}gnp.exe", "photognp.exe"),
        ("annual report\u{2066}.pdf\u{2069}.scr", "annual report.pdf.scr"),
        ("annual\u{200b}\u{ad}.csv", "annual.csv"),
    ] {
        let body = call.objects().body("a", Some(name.to_owned())).await.expect("it is there");
        assert_eq!(body.file_name.as_deref(), Some(shown));
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn no_call_takes_objects_without_measure() -> Result<()> {
    let component = Component::new(vec![Grant::Objects, Grant::AppStore]).await?;
    let is_limit = |failure: &Option<ObjectFailure>, words: &str| matches!(failure, Some(ObjectFailure::LimitExceeded(sentence)) if sentence.contains(words));
    let mut call = component.call();
    let mut upload = call.objects().begin_upload("a", "text/csv", None).expect("an upload");
    for bytes in [0, MEBIBYTE + 1] {
        let refused = call.objects().write_upload(&mut upload, vec![7; bytes]).await.err();
        assert!(is_limit(&refused, "a piece of an upload has 1 to 1048576 bytes"), "{bytes}: {refused:?}");
    }
    call.objects().write_upload(&mut upload, vec![7; 10]).await.expect("a piece");
    call.objects().finish_upload(upload).await.expect("an object");

    let open: Vec<_> =
        (0..4).map(|number| call.objects().begin_upload(&format!("b{number}"), "text/csv", None)).collect();
    assert!(open.iter().all(Result::is_ok));
    let fifth = call.objects().begin_upload("c", "text/csv", None).err();
    assert!(is_limit(&fifth, "4 uploads of this call are open"), "each holds a part in memory: {fifth:?}");
    drop(open);

    for seconds in [0, u64::MAX] {
        let refused = component.call().objects().begin_upload("a", "text/csv", Some(seconds)).err();
        assert!(matches!(refused, Some(ObjectFailure::Rejected(_))), "kept for {seconds} s: {refused:?}");
    }
    let mut call = component.call();
    for seconds in [0, 3_601, u32::MAX] {
        assert!(is_limit(&call.objects().sign_link("a", "a.csv", seconds).err(), "a link lives 1 to 3600 seconds"));
        assert!(is_limit(
            &call.objects().sign_upload("a", "text/csv", 1, seconds).err(),
            "a link lives 1 to 3600 seconds"
        ));
    }
    for bytes in [0, u32::MAX] {
        let refused = call.objects().sign_upload("a", "text/csv", bytes, 60).err();
        assert!(is_limit(&refused, "bytes were asked for"), "an upload of {bytes} bytes: {refused:?}");
    }
    for limit in [0, 501, u32::MAX] {
        assert!(is_limit(&call.objects().list("", None, limit).await.err(), "one list gives 1 to 500 objects"));
    }
    let too_long = call.objects().read("a", 0, u32::MAX).await.err();
    assert!(is_limit(&too_long, "one read gives at most 1048576 bytes"), "{too_long:?}");
    assert_eq!(call.objects().read("a", u64::MAX, 1_000).await, Ok(Some(Vec::new())), "behind the end is nothing");
    assert_eq!(call.objects().read("a", 8, 1_000).await, Ok(Some(vec![7; 2])));

    let mut call = component.call();
    let over = (0..=2_000).filter_map(|_| call.objects().sign_link("a", "", 60).err());
    let over = over.filter(|failure| is_limit(&Some(failure.clone()), "one call may do 2000 operations")).count();
    assert_eq!(over, 1, "calls that are refused are counted too");

    // A transaction would wait for the object store with everything that it has locked.
    let mut call = component.call();
    let transaction = call.begin().await.map_err(|failure| anyhow::anyhow!("{failure:?}"))?;
    let within = call.objects().find("a").await;
    assert!(matches!(within, Err(ObjectFailure::Rejected(_))), "{within:?}");
    drop(transaction);
    let mut reading = component.call().reading(&Arc::from("get_a"), true);
    let stored = reading.objects().begin_upload("a", "text/csv", None).map(drop);
    assert!(matches!(stored, Err(ObjectFailure::Rejected(_))), "by a GET that only reads: {stored:?}");
    let removed = reading.objects().remove("a").await;
    assert!(matches!(removed, Err(ObjectFailure::Rejected(_))), "by a GET that only reads: {removed:?}");
    let signed = reading.objects().sign_upload("a", "text/csv", 1_000, 60);
    assert!(matches!(signed, Err(ObjectFailure::Rejected(_))), "by a GET that only reads: {signed:?}");
    let ungranted = Component::new(vec![Grant::AppStore]).await?;
    let found = ungranted.call().objects().find("a").await;
    assert!(matches!(found, Err(ObjectFailure::Rejected(_))), "without the grant: {found:?}");
    Ok(())
}

async fn put(objects: &Objects, key: &str, size: usize) -> Result<(), ObjectsError> {
    let mut upload = objects.begin_upload(NAME, key, "text/csv", None);
    if size > 0 {
        upload.write(Bytes::from(vec![7; size])).await?;
    }
    upload.finish().await.map(|_| ())
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hosts_give_a_component_no_more_than_one() -> Result<()> {
    for fresh in fresh_stores().await? {
        let quota = ObjectQuota { objects: 3, bytes: 1_000 };
        let quotas = ObjectQuotas { all: quota, ..ObjectQuotas::default() };
        let [here, there] = [in_folder(&fresh, quotas.clone())?, in_folder(&fresh, quotas)?];
        put(&here, "a", 600).await?;
        let over = put(&there, "b", 600).await;
        assert!(matches!(over, Err(ObjectsError::BytesUsedUp { .. })), "{over:?}");
        put(&there, "b", 400).await?;
        put(&there, "c", 0).await?;
        let over = put(&here, "d", 0).await;
        assert!(matches!(over, Err(ObjectsError::ObjectsUsedUp { .. })), "an object without bytes is one: {over:?}");
        assert!(matches!(put(&here, "a", 1).await, Err(ObjectsError::BytesUsedUp { .. })), "in the place of another");

        let values = || KeyValues::new(fresh.store.clone(), KeyValueQuota { keys: 5, bytes: 1_000 }, Clock::system());
        let [here, there] = [values(), values()];
        let write = async |number: usize| {
            let host = if number.is_multiple_of(2) { &here } else { &there };
            host.set(NAME, &format!("key {number}"), b"x".to_vec(), None, Condition::Always).await
        };
        let written = futures_util::future::join_all((0..12).map(write)).await;
        assert_eq!(written.iter().filter(|outcome| outcome.is_ok()).count(), 5, "{written:?}");
    }
    Ok(())
}

async fn set(
    values: &KeyValues,
    component: &str,
    key: &str,
    value: &[u8],
    condition: Condition,
) -> Result<Option<u64>, KeyValueError> {
    values.set(component, key, value.to_vec(), None, condition).await
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_refused_takes_no_room_and_what_is_kept_is_nobody_elses() -> Result<()> {
    for fresh in fresh_stores().await? {
        let quota = KeyValueQuota { keys: 4, bytes: 1_000 };
        let values = KeyValues::new(fresh.store.clone(), quota, Clock::system());
        let values = &values;
        // Refusals leave the count as it was.
        for _ in 0..20 {
            let over = set(values, NAME, "long", &[7; 1_001], Condition::Always).await;
            assert!(matches!(over, Err(KeyValueError::BytesUsedUp { .. })), "{over:?}");
            assert_eq!(set(values, NAME, "none", b"x", Condition::Version(7)).await?, None, "of no version");
            assert_eq!(
                set(values, NAME, "none", b"x", Condition::Version(u64::MAX)).await?,
                None,
                "of a version beyond all"
            );
        }
        set(values, NAME, "long", &[7; 996], Condition::Always).await?;
        assert!(values.delete(NAME, "long").await?);
        assert!(!values.delete(NAME, "long").await?, "what is gone gives no room twice");
        set(values, NAME, "long", &[7; 996], Condition::Always).await?;
        assert!(matches!(set(values, NAME, "b", b"", Condition::Always).await, Err(KeyValueError::BytesUsedUp { .. })));
        assert!(values.delete(NAME, "long").await?);

        // What SQL would read as more than letters, in a key or the beginning of one.
        set(values, "other", "plan", b"theirs", Condition::Always).await?;
        for key in ["%", "_lan", "' OR '1' = '1", "plan\u{301}"] {
            assert_eq!(values.get(NAME, key).await?, None, "{key}");
            assert!(!values.delete(NAME, key).await?, "{key}");
            assert!(values.list_keys(NAME, key, None, 10).await?.keys.is_empty(), "{key}");
        }
        let theirs = values.get("other", "plan").await?.map(|entry| entry.value);
        assert_eq!(theirs.as_deref(), Some(&b"theirs"[..]));

        // Numbers that are none, and sums beyond them.
        for text in ["", " 5", "5 ", "0x5", "1e3", "5.0", "9223372036854775808", "\u{665}"] {
            set(values, NAME, "number", text.as_bytes(), Condition::Always).await?;
            let added = values.increment(NAME, "number", 1, None).await;
            assert!(matches!(added, Err(KeyValueError::NotANumber { .. })), "{text:?}: {added:?}");
        }
        set(values, NAME, "number", b"-9223372036854775808", Condition::Always).await?;
        for by in [-1, i64::MIN] {
            let added = values.increment(NAME, "number", by, None).await;
            assert!(matches!(added, Err(KeyValueError::Overflow { .. })), "{by}: {added:?}");
        }
        assert_eq!(values.increment(NAME, "number", i64::MAX, None).await?, -1);
    }
    Ok(())
}
