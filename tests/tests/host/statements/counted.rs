//! The number of a statement's rows that a component is told counts all of them.

use quarry::capabilities::{Call, Capabilities, Given, StatementFailure, Stores};
use quarry::contract::{Caller, Grant, Manifest, PageRequest, StatementSource, Store, Toward, Walk};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

const PAGE: &str = "\
SELECT number FROM numbers(10)
WHERE {after(number:uint64 asc)}
ORDER BY number
LIMIT {page.limit}
";

#[tokio::test]
async fn a_page_is_not_counted_as_if_it_were_all_rows() -> anyhow::Result<()> {
    let statement = StatementSource {
        store: Store::Warehouse,
        name: "page".to_owned(),
        file: "sql/page.sql".to_owned(),
        sql: PAGE.to_owned(),
        dialects: Vec::new(),
        unguarded: None,
    };
    let grants = vec![Grant::Warehouse];
    let given = Given { grants: grants.iter().copied().collect(), tables: BTreeSet::new(), hooks: None };
    let manifest = Manifest { name: "counts".to_owned(), grants, statements: vec![statement], ..Manifest::default() };
    let capabilities = Arc::new(Capabilities::new(&manifest, &given, Arc::new(Stores::unconnected()))?);
    let page = PageRequest { limit: 3, cursor: None, toward: Toward::Next, walk: Walk::default() };
    let deadline = Instant::now() + Duration::from_secs(30);
    let mut call = Call::new(capabilities, Caller::Nobody, Some(page), Arc::from("test"), deadline);
    let counted = call.count_rows("page", Vec::new(), Duration::from_secs(1)).await;
    let Err(StatementFailure::Rejected(sentence)) = counted else { panic!("{counted:?}") };
    assert!(sentence.contains("gives a page of its rows"), "{sentence}");
    Ok(())
}
