//! Statements of routes are held to a tenant: what holds one and what only mentions one, on both engines' readings.

use quarry::assembly::{Inspector, Installation, unconnected_stores};
use quarry::capabilities::{Capabilities, Given, Stores, host_tenant_tables, unguarded};
use quarry::config::Configuration;
use quarry::contract::{
    Access, Grant, Guard, GuardRefusal, Manifest, Route, RouteGuard, RowScope, SessionRule, StatementSource, Store,
    TenantColumn, TenantKind, TenantTable, keyless_get,
};
use quarry::runtime::Compiler;
use quarry::stores::app::Row;
use quarry_tests::server::{fresh_folder, installation};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

fn source(name: &str, sql: &str, unguarded: Option<&str>) -> StatementSource {
    StatementSource {
        name: name.to_owned(),
        store: Store::AppStore,
        file: format!("sql/{name}.sql"),
        sql: sql.to_owned(),
        dialects: Vec::new(),
        unguarded: unguarded.map(str::to_owned),
    }
}

fn table(table: &str, columns: &[(&str, &str, bool)]) -> TenantTable {
    let column = |(column, name, is_key): &(&str, &str, bool)| TenantColumn {
        column: (*column).to_owned(),
        name: (*name).to_owned(),
        is_key: *is_key,
    };
    TenantTable { table: table.to_owned(), columns: columns.iter().map(column).collect() }
}

/// A component with pages in spaces, blocks on pages, and views of one person, whose route runs `sql`.
fn manifest(sql: &str, unguarded: Option<&str>) -> Manifest {
    let refusal = |status| GuardRefusal {
        status,
        code: "not_found".to_owned(),
        sentence: "There is no such page.".to_owned(),
        field: None,
    };
    let guard = Arc::new(Guard {
        name: "page_access".to_owned(),
        statement: "page_access".to_owned(),
        tenant: TenantKind::Space,
        ranks: Vec::new(),
        absent: refusal(404),
        rank_too_low: refusal(403),
        refusals: Vec::new(),
    });
    let used = RouteGuard {
        guard: Arc::clone(&guard),
        least_rank: None,
        paths: Vec::new(),
        or_permission: None,
        changes_ranks: false,
    };
    let access = Access::Session(SessionRule::default());
    let route = Route {
        access,
        guard: Some(used),
        statements: vec!["tried".to_owned()],
        ..keyless_get("try_it", "/pages", "Tries it")
    };
    Manifest {
        name: "pages".to_owned(),
        version: "1.0.0".to_owned(),
        grants: vec![Grant::AppStore],
        statements: vec![
            source("page_access", "SELECT space_id AS tenant, id AS page_id FROM pages__pages", None),
            source("tried", sql, unguarded),
        ],
        guards: vec![guard],
        scopes: vec![RowScope {
            name: "pages".to_owned(),
            file: "sql/scopes/pages.sql".to_owned(),
            sql: "SELECT page.id AS page_id, page.space_id AS tenant FROM pages__pages AS page
                  JOIN pages__members AS member ON member.space_id = page.space_id
                  WHERE member.user_id = {caller.user_id:int64}"
                .to_owned(),
        }],
        tenant_tables: vec![
            table("pages__pages", &[("id", "page_id", true), ("space_id", "tenant", false)]),
            table("pages__blocks", &[("id", "block_id", true), ("page_id", "page_id", false)]),
            table("pages__members", &[("space_id", "tenant", false), ("user_id", "caller.user_id", false)]),
            table("pages__views", &[("user_id", "caller.user_id", false)]),
        ],
        routes: vec![route],
        ..Manifest::default()
    }
}

/// Examines the manifest with the host's tables that these statements name.
fn verdict(manifest: &Manifest) -> Result<(), String> {
    let tables = ["memberships", "organizations", "audit_entries", "person_names"];
    let given = Given {
        grants: BTreeSet::from([Grant::AppStore]),
        tables: tables.iter().map(|table| format!("app_store.{table}").parse().expect("a table")).collect(),
        hooks: None,
    };
    let stores = Arc::new(Stores::unconnected());
    Capabilities::new(manifest, &given, stores).map(drop).map_err(|error| error.to_string())
}

/// Statements that are held, each in another way.
const HELD: &[&str] = &[
    "SELECT id FROM pages__pages WHERE id = {guard.page_id:int64}",
    "SELECT id FROM pages__pages WHERE {guard.page_id:int64} = id AND title = {title:text}",
    "SELECT id FROM pages__pages WHERE (id) = CAST({guard.page_id:int64} AS BIGINT)",
    "SELECT page.id FROM pages__pages AS page WHERE page.space_id = {guard.tenant:int64}",
    "SELECT block.id FROM pages__blocks AS block JOIN pages__pages AS page ON page.id = block.page_id
     WHERE page.id = {guard.page_id:int64}",
    "SELECT block.id FROM pages__blocks AS block JOIN pages__pages AS page ON page.id = block.page_id
     WHERE page.space_id = {guard.tenant:int64}",
    "SELECT block.id FROM {scope.pages} AS mine JOIN pages__blocks AS block ON block.page_id = mine.page_id",
    "SELECT page.title FROM {scope.pages} AS mine LEFT JOIN pages__pages AS page ON page.id = mine.page_id",
    "SELECT id FROM pages__blocks WHERE page_id IN (SELECT id FROM pages__pages WHERE space_id = {guard.tenant:int64})",
    "SELECT id FROM pages__blocks AS block WHERE EXISTS (
       SELECT 1 FROM pages__pages AS page WHERE page.id = block.page_id AND page.space_id = {guard.tenant:int64})",
    "WITH mine AS (SELECT id FROM pages__pages WHERE space_id = {guard.tenant:int64})
     SELECT block.id FROM mine JOIN pages__blocks AS block ON block.page_id = mine.id",
    "SELECT id FROM pages__pages WHERE id = {guard.page_id:int64}
     UNION ALL SELECT id FROM pages__pages WHERE space_id = {guard.tenant:int64}",
    "SELECT id FROM (SELECT id, space_id FROM pages__pages WHERE space_id = {guard.tenant:int64}) AS found",
    "SELECT COUNT(*) AS views FROM pages__views WHERE user_id = {caller.user_id:int64}",
    "SELECT space_id FROM pages__members WHERE user_id = {caller.user_id:int64}",
    "UPDATE pages__pages SET title = {title:text} WHERE id = {guard.page_id:int64}",
    "UPDATE pages__blocks SET text = {text:text} WHERE id = {id:int64} AND page_id = {guard.page_id:int64}",
    "UPDATE pages__blocks SET page_id = {guard.page_id:int64} WHERE id = {id:int64} AND page_id = {guard.page_id:int64}",
    "UPDATE pages__views SET at = {at:int64} WHERE user_id = {caller.user_id:int64}",
    "DELETE FROM pages__blocks WHERE page_id = {guard.page_id:int64}
     AND id NOT IN (SELECT kept.id FROM {kept:rows(id int64)} AS kept)",
    "INSERT INTO pages__blocks (id, page_id) VALUES ({id:int64}, {guard.page_id:int64})",
    "INSERT INTO pages__blocks (id, page_id) SELECT new.id, {guard.page_id:int64} FROM {new:rows(id int64)} AS new",
    "INSERT INTO pages__pages (space_id, title) SELECT page.space_id, {title:text} FROM pages__pages AS page
     WHERE page.id = {guard.page_id:int64}",
    "INSERT INTO pages__views (user_id, at) VALUES ({caller.user_id:int64}, {at:int64})
     ON CONFLICT (user_id) DO UPDATE SET at = excluded.at",
    "INSERT INTO pages__members (space_id, user_id) VALUES ({guard.tenant:int64}, {invited:int64})",
    "SELECT name FROM person_names WHERE user_id = {id:int64}",
    // The host's own.
    "SELECT role FROM memberships WHERE user_id = {caller.user_id:int64}",
    "SELECT name FROM organizations WHERE id = {caller.organization_id:int64}",
];

/// Statements that are not held, and the sentence on each.
const LOOSE: &[(&str, &str)] = &[
    (
        "SELECT id FROM pages__pages WHERE id = {id:int64}",
        "rows of pages__pages are held to no tenant: hold id ({guard.page_id}) or space_id ({guard.tenant}) equal to it",
    ),
    ("SELECT id FROM pages__pages WHERE id = {id:int64} AND title <> {guard.page_id:text}", "held to no tenant"),
    ("SELECT {guard.page_id:int64} AS mentioned, id FROM pages__pages", "held to no tenant"),
    // The wrong thing.
    ("SELECT id FROM pages__pages WHERE id = {guard.tenant:int64}", "held to no tenant"),
    ("SELECT id FROM pages__blocks WHERE id = {guard.page_id:int64}", "held to no tenant"),
    // Not each row that passes.
    ("SELECT id FROM pages__pages WHERE id = {guard.page_id:int64} OR title = {title:text}", "held to no tenant"),
    ("SELECT id FROM pages__pages WHERE NOT (id = {guard.page_id:int64})", "held to no tenant"),
    ("SELECT id FROM pages__pages WHERE id >= {guard.page_id:int64}", "held to no tenant"),
    ("SELECT id FROM pages__pages WHERE id IN ({guard.page_id:int64}, {id:int64})", "held to no tenant"),
    ("SELECT id FROM pages__pages WHERE COALESCE(id, {guard.page_id:int64}) = {id:int64}", "held to no tenant"),
    (
        "SELECT id FROM pages__pages
         WHERE id = {guard.page_id:int64} -- when title
           AND title LIKE {title:text}    -- when title",
        "held to no tenant",
    ),
    (
        "SELECT page.id FROM pages__pages AS page LEFT JOIN pages__blocks AS block ON page.id = {guard.page_id:int64}",
        "rows of pages__pages are held to no tenant",
    ),
    (
        "SELECT page.id FROM {scope.pages} AS mine RIGHT JOIN pages__pages AS page ON page.id = mine.page_id",
        "rows of pages__pages are held to no tenant",
    ),
    (
        "SELECT id FROM pages__pages WHERE id = {guard.page_id:int64} UNION SELECT id FROM pages__pages",
        "rows of pages__pages are held to no tenant",
    ),
    (
        "SELECT id, (SELECT COUNT(*) FROM pages__blocks) AS blocks FROM pages__pages WHERE id = {guard.page_id:int64}",
        "rows of pages__blocks are held to no tenant",
    ),
    (
        "SELECT id FROM pages__pages WHERE id = {guard.page_id:int64}
         AND NOT EXISTS (SELECT 1 FROM pages__blocks AS block WHERE block.id = {id:int64})",
        "rows of pages__blocks are held to no tenant",
    ),
    (
        "SELECT id FROM pages__blocks WHERE page_id IN (SELECT id FROM pages__pages WHERE title = {title:text})",
        "held to no tenant",
    ),
    ("SELECT user_id FROM pages__members WHERE user_id = {id:int64}", "held to no tenant"),
    (
        "SELECT id FROM pages__pages ORDER BY (SELECT COUNT(*) FROM pages__blocks WHERE page_id = {guard.page_id:int64})",
        "held",
    ),
    // What is changed.
    ("DELETE FROM pages__blocks", "held to no tenant"),
    ("DELETE FROM pages__blocks WHERE id = {id:int64}", "held to no tenant"),
    (
        "UPDATE pages__pages SET title = {title:text} WHERE id IN (SELECT mine.page_id FROM {scope.pages} AS mine)",
        "it changes rows of pages__pages that a scope only shows",
    ),
    (
        "UPDATE pages__blocks SET page_id = {page_id:int64} WHERE page_id = {guard.page_id:int64}",
        "it writes something of its own into pages__blocks.page_id, by which rows belong to tenants",
    ),
    (
        "INSERT INTO pages__blocks (id, page_id) VALUES ({id:int64}, {page_id:int64})",
        "it writes something of its own into pages__blocks.page_id",
    ),
    ("INSERT INTO pages__blocks (id) VALUES ({id:int64})", "the rows that it adds to pages__blocks belong to nothing"),
    (
        "INSERT INTO pages__blocks (id, page_id) SELECT block.id, {guard.page_id:int64} FROM pages__blocks AS block",
        "rows of pages__blocks are held to no tenant",
    ),
    (
        "INSERT INTO pages__blocks (id, page_id) SELECT new.id, new.page_id FROM {new:rows(id int64, page_id int64)} AS new",
        "it writes something of its own into pages__blocks.page_id",
    ),
    (
        "INSERT INTO pages__views (user_id, at) VALUES ({user_id:int64}, 1)",
        "it writes something of its own into pages__views.user_id",
    ),
    (
        "INSERT INTO pages__pages (id, space_id) VALUES ({id:int64}, {guard.tenant:int64})
         ON CONFLICT (id) DO UPDATE SET title = {title:text}",
        "rows of pages__pages are held to no tenant",
    ),
    // The host's own.
    ("SELECT user_id FROM memberships WHERE organization_id = {id:int64}", "rows of memberships are held to no tenant"),
    ("SELECT name FROM organizations WHERE id = {id:int64}", "rows of organizations are held to no tenant"),
    ("SELECT id FROM audit_entries WHERE actor_user_id = {caller.user_id:int64}", "rows of audit_entries are held"),
];

#[tokio::test]
async fn what_is_held_loads_and_what_only_mentions_a_tenant_is_refused() {
    let mut wrong = Vec::new();
    for sql in HELD {
        if let Err(refusal) = verdict(&manifest(sql, None)) {
            wrong.push(format!("{sql}\n  is held, and was refused: {refusal}"));
        }
    }
    for (sql, sentence) in LOOSE {
        match verdict(&manifest(sql, None)) {
            Ok(()) => wrong.push(format!("{sql}\n  is not held, and loads")),
            Err(refusal) => {
                let place = "sql/tried.sql, line ";
                if !(refusal.starts_with(place) && refusal.contains(": try_it runs the statement tried, and ")) {
                    wrong.push(format!("{sql}\n  {refusal}"));
                } else if !refusal.contains(sentence) {
                    wrong.push(format!("{sql}\n  expected {sentence}\n  but      {refusal}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn what_says_why_and_what_is_for_staff_or_jobs_is_free() {
    const LOOSE: &str = "SELECT id FROM pages__pages WHERE slug = {slug:text}";
    assert!(verdict(&manifest(LOOSE, None)).is_err());
    assert_eq!(verdict(&manifest(LOOSE, Some("The slug of a published page is public."))), Ok(()));
    let mut for_staff = manifest(LOOSE, None);
    for_staff.routes[0].access =
        Access::Session(SessionRule { permission: Some("audit_view".to_owned()), ..SessionRule::default() });
    assert_eq!(verdict(&for_staff), Ok(()));
    let mut of_a_job = manifest(LOOSE, None);
    of_a_job.routes[0].statements.clear();
    assert_eq!(verdict(&of_a_job), Ok(()));
}

/// The families as they are built.
pub(crate) fn families() -> Vec<Manifest> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    let _entered = runtime.enter();
    let folder = fresh_folder("families").expect("a folder");
    let mut configuration = Configuration::load(None).expect("a configuration");
    configuration.paths.data_dir = folder.join("data");
    quarry_tests::compiled_code::give(&configuration.paths.data_dir);
    let components = installation().expect("run `just build`").join("components");
    configuration.components.folder.clone_from(&components);
    let release_list = components.join("SHA256SUMS");
    let installation =
        Installation { components, release_list, ..Installation::find(&configuration).expect("an installation") };
    let stores = Arc::new(unconnected_stores(&configuration).expect("no stores"));
    let inspector = Inspector::new(&configuration, &installation, stores).expect("an inspector");
    let verdicts = runtime.block_on(inspector.with_compiler(Compiler::ThisProcess).components()).expect("verdicts");
    let loaded =
        verdicts.into_iter().map(|(file, verdict)| verdict.unwrap_or_else(|error| panic!("{file:?}: {error}")));
    loaded.map(|loaded| Manifest::clone(loaded.manifest())).collect()
}

/// Every statement of ours that reaches rows of tenants without being held to one, and why; a further one is a decision.
#[test]
fn the_statements_that_are_held_to_no_tenant_are_these() {
    let mut listed = String::new();
    for manifest in families() {
        for exemption in unguarded(&manifest) {
            listed.push_str(&format!("{} {}: {}\n", manifest.name, exemption.statement, exemption.reason));
        }
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("unguarded.txt");
    let known = std::fs::read_to_string(&file).expect("the list");
    assert_eq!(listed, known, "the list in tests/unguarded.txt is another one");
}

/// The columns of each table and view of a store.
async fn columns_of_a_store() -> BTreeMap<String, BTreeSet<String>> {
    let fresh = crate::app_store_support::fresh_sqlite().await.expect("a store");
    let sql = "SELECT relation.name AS relation, info.name AS name FROM sqlite_master AS relation
               JOIN pragma_table_info(relation.name) AS info WHERE relation.type IN ('table', 'view')";
    let rows = fresh.store.query(sql, &[]).await.expect("columns");
    let mut columns: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in Row::all(&rows) {
        columns.entry(row.text("relation").expect("a name")).or_default().insert(row.text("name").expect("a name"));
    }
    columns
}

/// Each table and view of the app store that a family is given or adopts, and that says by a column whose its rows are.
#[test]
fn every_table_of_tenants_that_a_family_reaches_is_marked_for_it() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let columns = runtime.block_on(columns_of_a_store());
    let given = Configuration::load(None).expect("a configuration").components.tables;
    let host: BTreeSet<String> = host_tenant_tables().into_iter().map(|table| table.table).collect();
    assert!(host.contains("memberships"), "{host:?}");
    for family in families() {
        let given = given.get(&family.name).map(|tables| tables.0.as_slice()).unwrap_or_default();
        let given = given.iter().filter_map(|table| table.strip_prefix("app_store."));
        let given = given.map(|table| table.split_once(':').map_or(table, |(name, _verb)| name));
        let reached: BTreeSet<&str> = given.chain(family.adopts.iter().map(String::as_str)).collect();
        assert!(reached.iter().all(|table| columns.contains_key(*table)), "{}: {reached:?}", family.name);
        let own: BTreeSet<&str> = family.tenant_tables.iter().map(|table| table.table.as_str()).collect();
        let is_of_tenant = |table: &&str| {
            let names_tenant = ["organization_id", "space_id"].iter().any(|column| columns[*table].contains(*column));
            names_tenant || ["organizations", "spaces"].contains(table)
        };
        let is_marked = |table: &&str| host.contains(*table) || own.contains(table);
        let unmarked: Vec<&str> = reached.into_iter().filter(is_of_tenant).filter(|table| !is_marked(table)).collect();
        assert!(
            unmarked.is_empty(),
            "{} reaches {unmarked:?}, which hold rows of tenants and are not marked",
            family.name
        );
    }
}

/// What one family says of a table another one says too: whoever is let in to read is held as its family is.
#[test]
fn a_table_is_adopted_once_and_marked_alike_by_all_that_reach_it() {
    let families = families();
    let host: BTreeSet<String> = host_tenant_tables().into_iter().map(|table| table.table).collect();
    let (mut adopted, mut marked) = (BTreeMap::new(), BTreeMap::new());
    for family in &families {
        for table in &family.adopts {
            let other = adopted.insert(table.as_str(), family.name.as_str());
            assert_eq!(other, None, "{} adopts {table} too", family.name);
            assert!(!host.contains(table), "{table} is the family {}'s, and the host marks it", family.name);
        }
        for table in &family.tenant_tables {
            let first = marked.entry(table.table.as_str()).or_insert(&table.columns);
            assert_eq!(*first, &table.columns, "{} marks {} otherwise", family.name, table.table);
        }
    }
    assert_eq!(adopted.get("price_alerts"), Some(&"alerts"), "there is something to look at");
}
