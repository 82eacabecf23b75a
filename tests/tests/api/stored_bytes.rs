//! What is stored is counted: one member, one space or one component that stores all that it can leaves room for the others.

use crate::account_support::eventually;
use crate::notebook::Notebook;
use crate::organizations::house::{Person, environment, execute, in_store};
use quarry::stores::app::Row;
use quarry::stores::result_set::Value;
use quarry_tests::browser::Browser;
use quarry_tests::http::Answer;
use quarry_tests::server::{Options, Server, app_store_environment, quarry_with_input};
use serde_json::{Value as Json, json};
use std::sync::OnceLock;

/// Bytes of a space here.
const SPACE_BYTES: i64 = 3_000_000;
const GIF: &str = "GIF89a....";
const MOST_UNATTACHED_BYTES: i64 = 512 << 20;
const LARGEST_FILE: i64 = 25 << 20;

/// A server whose spaces hold little.
fn server() -> &'static Server {
    static SERVER: OnceLock<Server> = OnceLock::new();
    SERVER.get_or_init(|| {
        let mut environment = environment(app_store_environment("stored-bytes").expect("a store"));
        environment.push(("QUARRY__LIMITS__SPACE_BYTES".to_owned(), SPACE_BYTES.to_string()));
        Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a server")
    })
}

/// Somebody with a page in a space of their own.
struct Author {
    person: Person,
    browser: Browser<'static>,
    space: i64,
    page: i64,
}

impl Author {
    fn new(name: &str) -> Author {
        let person = Person::new(server(), name);
        let browser = person.browser(server());
        let own = |browser: &Browser<'_>| browser.get("/session/spaces").json()["spaces"][0]["id"].as_i64();
        eventually("every account has a space of its own", || own(&browser).is_some());
        let space = own(&browser).expect("a space");
        let project =
            "INSERT INTO research_projects (space_id, name, created_at, updated_at) VALUES ($1, 'Harbour', 1, 1)
                       RETURNING id AS number";
        let project = number(project, &[Value::Int64(space)]);
        let page = "INSERT INTO research_pages (space_id, project_id, title, created_at, updated_at)
                    VALUES ($1, $2, 'Liquidations', 1, 1) RETURNING id AS number";
        let page = number(page, &[Value::Int64(space), Value::Int64(project)]);
        Author { person, browser, space, page }
    }

    fn write(&mut self, method: &str, rest: &str, body: &Json) -> Answer {
        self.browser.write(method, &format!("/session/research/pages/{}{rest}", self.page), body)
    }

    /// Saves blocks in the place of those that are there.
    fn saves(&mut self, base_version: i64, blocks: &[Json]) -> Answer {
        self.write("PUT", "/document", &json!({ "base_version": base_version, "blocks": blocks }))
    }

    fn signs(&mut self, size_bytes: i64) -> Answer {
        let body = json!({ "file_name": "a file", "media_type": "image/gif", "size_bytes": size_bytes });
        self.write("POST", "/uploads", &body)
    }

    fn sends(&self, signed: &Answer) {
        let url = signed.json()["url"].as_str().expect("a link").to_owned();
        let url = url.strip_prefix("/api/v1").expect("below the base path");
        let sent = server().send_body("PUT", url, &[("content-type", "image/gif")], GIF.as_bytes());
        assert_eq!(sent.status, 204, "{}", sent.text);
    }

    fn export(&self) -> Answer {
        self.browser.get(&format!("/session/research/pages/{}/export?format=zip", self.page))
    }

    /// Versions of the page, of this kind.
    fn versions(&self, kind: &str) -> i64 {
        let sql = "SELECT count(*) AS number FROM research_page_versions WHERE page_id = $1 AND kind = $2";
        number(sql, &[Value::Int64(self.page), Value::Text(kind.to_owned())])
    }

    /// Bytes that are counted of the space.
    fn counted(&self) -> i64 {
        let sql = "SELECT CAST(SUM(size_bytes) AS BIGINT) AS number FROM space_usage WHERE space_id = $1";
        number(sql, &[Value::Int64(self.space)])
    }
}

fn number(sql: &str, values: &[Value]) -> i64 {
    in_store(server(), async |store| {
        let rows = store.query(sql, values).await?;
        Ok(Row::first(&rows).expect("a row").integer("number")?)
    })
}

fn paragraph(key: &str, body: &str) -> Json {
    json!({ "id": null, "key": key, "kind": "paragraph", "body": body, "attrs": {} })
}

/// A page of a mebibyte, of one word.
fn mebibyte() -> Vec<Json> {
    (0..16).map(|at| paragraph(&format!("k{at}"), &"harbour ".repeat(8_000))).collect()
}

#[track_caller]
fn refused(answer: &Answer, code: &str, limit: i64) -> i64 {
    assert_eq!((answer.status, answer.code().as_str()), (422, code), "{}", answer.text);
    let body = answer.json();
    assert_eq!(body["limit"], limit, "{body}");
    body["used"].as_i64().unwrap_or_else(|| panic!("{body}"))
}

#[test]
fn one_member_fills_their_uploads_and_another_space_uploads_and_exports_go_on() {
    let (mut eve, mut ada) = (Author::new("Eve"), Author::new("Ada"));
    let small = eve.signs(i64::try_from(GIF.len()).expect("fits"));
    assert_eq!(small.status, 201, "{}", small.text);
    eve.sends(&small);
    // The space holds less than the files that were signed for it: the person is what fills up first in this test.
    let room = "UPDATE space_usage SET size_bytes = size_bytes - 10000000000 WHERE space_id = $1";
    in_store(server(), async |store| Ok(store.execute(room, &[Value::Int64(eve.space)]).await?));
    let whole_files = MOST_UNATTACHED_BYTES / LARGEST_FILE;
    for _ in 0..whole_files {
        let signed = eve.signs(LARGEST_FILE);
        assert_eq!(signed.status, 201, "{}", signed.text);
    }
    let full = eve.signs(LARGEST_FILE);
    let used = refused(&full, "too_many_unattached_uploads", MOST_UNATTACHED_BYTES);
    assert_eq!(used, whole_files * LARGEST_FILE + 10);
    assert!(full.detail().contains("save the blocks that show them"), "{}", full.detail());
    // Whoever is not full goes on: a file, a page that shows it, its export.
    let signed = ada.signs(10);
    assert_eq!(signed.status, 201, "{}", signed.text);
    ada.sends(&signed);
    let block =
        json!({ "id": null, "key": "p", "kind": "image", "body": "", "attrs": { "upload_id": signed.json()["id"] } });
    let saved = ada.saves(0, &[block]);
    assert_eq!(saved.status, 200, "{}", saved.text);
    assert_eq!(ada.export().status, 200);
    // What a block names is the page's from then on.
    let block =
        json!({ "id": null, "key": "p", "kind": "image", "body": "", "attrs": { "upload_id": small.json()["id"] } });
    assert_eq!(eve.saves(0, &[block]).status, 200);
    let held = "SELECT size_bytes AS number FROM unattached_uploads WHERE user_id = $1";
    assert_eq!(number(held, &[Value::Int64(eve.person.id)]), whole_files * LARGEST_FILE);
}

#[test]
fn a_member_has_a_hundred_files_that_no_block_names() {
    let mut eve = Author::new("Eve");
    for _ in 0..100 {
        let signed = eve.signs(10);
        assert_eq!(signed.status, 201, "{}", signed.text);
    }
    assert_eq!(refused(&eve.signs(10), "too_many_unattached_uploads", 100), 100);
}

#[test]
fn a_space_that_is_full_refuses_a_version_and_the_others_go_on() {
    let (mut eve, mut ada) = (Author::new("Eve"), Author::new("Ada"));
    let saved = eve.saves(0, &mebibyte());
    assert_eq!(saved.status, 200, "{}", saved.text);
    let before = eve.counted();
    assert!(before > 2_000_000 && before < SPACE_BYTES, "the page and its autosave: {before}");
    let named = eve.write("POST", "/page-versions", &json!({ "name": "one more" }));
    // A job writes the words of the page's title meanwhile.
    let about = before..before + 10_000;
    assert!(about.contains(&refused(&named, "space_full", SPACE_BYTES)), "{}", named.text);
    assert!(named.detail().contains("trash"), "{}", named.detail());
    assert!(eve.versions("named") == 0 && about.contains(&eve.counted()), "nothing of it is stored");
    // It is read, exported and put away as before.
    assert_eq!(eve.browser.get(&format!("/session/research/pages/{}", eve.page)).status, 200);
    assert_eq!(eve.export().status, 200);
    let gone = eve.write("DELETE", "", &json!({}));
    assert_eq!(gone.status, 204, "{}", gone.text);
    assert_eq!(ada.saves(0, &[paragraph("k", "one")]).status, 200);
    assert_eq!(ada.write("POST", "/page-versions", &json!({ "name": "mine" })).status, 201);
}

/// The bytes that a space holds and may hold, as its page says it.
fn storage(author: &Author) -> (i64, i64) {
    let page = author.browser.get(&format!("/session/spaces/{}", author.space)).json();
    let listed = author.browser.get("/session/spaces").json();
    assert_eq!(listed["spaces"][0]["storage"]["limit_bytes"], page["storage"]["limit_bytes"], "{listed}");
    let bytes = |name: &str| page["storage"][name].as_i64().unwrap_or_else(|| panic!("{name} in {page}"));
    (bytes("used_bytes"), bytes("limit_bytes"))
}

#[test]
fn a_space_holds_what_the_plan_of_its_owner_allows_and_its_owner_sees_it() {
    const PLAN_BYTES: i64 = 1_000_000;
    const SET_BYTES: i64 = 2_900_000;
    const YEAR_2100: i64 = 4_102_444_800_000_000;
    let (mut eve, ada) = (Author::new("Eve"), Author::new("Ada"));
    let organization = Value::Int64(eve.person.own_organization_id);
    let plan = "INSERT INTO plans (key, name, api_access, data_downloads, space_bytes)
                VALUES ('small_spaces', 'Small spaces', FALSE, FALSE, $1)";
    execute(server(), plan, &[Value::Int64(PLAN_BYTES)]);
    let take = "UPDATE organizations SET plan_key = 'small_spaces' WHERE id = $1";
    execute(server(), take, std::slice::from_ref(&organization));
    assert_eq!((storage(&eve).1, storage(&ada).1), (PLAN_BYTES, SPACE_BYTES), "no plan is above the configuration");
    // What is in force for a session is kept for a second.
    let source =
        |author: &Author| author.browser.get("/session/spaces").json()["spaces"][0]["storage"]["limit_source"].clone();
    eventually("the plan is in force", || source(&eve) == "your plan (Small spaces)");
    assert_eq!(source(&ada), "this deployment");
    let full = eve.saves(0, &mebibyte());
    assert!(refused(&full, "space_full", PLAN_BYTES) < 10_000, "{}", full.text);
    assert_eq!(full.json()["allowance"], "space_bytes", "{}", full.text);
    // It speaks of the plan at hand, and of no other.
    let by_plan = format!("of the {PLAN_BYTES} bytes that your plan (Small spaces) lets it hold");
    assert!(full.detail().contains(&by_plan) && !full.detail().contains("larger"), "{}", full.detail());
    // A plan that is given for a time, and what staff set, count as everywhere.
    let give = "INSERT INTO courtesy_subscriptions (organization_id, plan_key, ends_at) VALUES ($1, 'institution', $2)";
    execute(server(), give, &[organization.clone(), Value::Timestamp(YEAR_2100)]);
    assert_eq!(storage(&eve).1, SPACE_BYTES);
    let set = "INSERT INTO entitlement_overrides (organization_id, name, value, set_by, set_at)
               VALUES ($1, 'space_bytes', $2, 'staff', 0)";
    execute(server(), set, &[organization.clone(), Value::Text(SET_BYTES.to_string())]);
    assert_eq!(storage(&eve).1, SET_BYTES);
    assert_eq!(eve.saves(0, &mebibyte()).status, 200);
    let (used, _) = storage(&eve);
    assert!(used > 2_000_000 && used <= SET_BYTES, "{used}");
    // With the smaller plan alone nothing is lost and nothing is added.
    for left in ["courtesy_subscriptions", "entitlement_overrides"] {
        let sql = format!("DELETE FROM {left} WHERE organization_id = $1");
        assert_eq!(execute(server(), &sql, std::slice::from_ref(&organization)), 1);
    }
    let (used, limit) = storage(&eve);
    assert!(used > limit && limit == PLAN_BYTES, "{used} of {limit}");
    let named = eve.write("POST", "/page-versions", &json!({ "name": "one more" }));
    assert!(refused(&named, "space_full", PLAN_BYTES) > 2_000_000, "{}", named.text);
    assert_eq!(eve.export().status, 200);
    assert_eq!(eve.write("DELETE", "", &json!({})).status, 204);
}

#[test]
fn sixty_named_versions_of_a_page_are_refused_at_the_bound() {
    let mut eve = Author::new("Eve");
    assert_eq!(eve.saves(0, &[paragraph("k", "one")]).status, 200);
    for round in 0..60 {
        let named = eve.write("POST", "/page-versions", &json!({ "name": format!("version {round}") }));
        match round {
            0..50 => assert_eq!(named.status, 201, "{}", named.text),
            _ => assert_eq!(refused(&named, "too_many_named_versions", 50), 50),
        }
    }
    assert_eq!(eve.versions("named"), 50);
}

/// 2,000 letters in which PostgreSQL, which compresses long texts, finds nothing that comes again.
fn incompressible(seed: i64) -> String {
    let mut state = seed.cast_unsigned().wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let letter = |_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        char::from(b'a' + (state >> 32) as u8 % 26)
    };
    (0..2_000).map(letter).collect()
}

#[test]
fn a_component_that_fills_its_tables_is_refused_and_others_write() {
    const TABLE_BYTES: i64 = 4 << 20;
    let limits = format!("[components.limits]\ncomplete = {{ table_bytes = {TABLE_BYTES} }}\n");
    let notebook = Notebook::start_with("full-tables", &limits);
    let page = |id: i64, blocks: i64| {
        let block = |at: i64| json!({ "id": format!("b{at}"), "kind": incompressible(id * 1_000 + at) });
        let blocks: Vec<Json> = (0..blocks).map(block).collect();
        notebook.send("PUT", &format!("/notebook/pages/{id}/blocks"), &json!({ "blocks": blocks }))
    };
    let stored =
        || notebook.numbers("SELECT CAST(COALESCE(SUM(LENGTH(kind)), 0) AS BIGINT) AS bytes FROM complete__blocks")[0];
    let mut pages = 0;
    let refusal = loop {
        let answer = page(pages + 1, 400);
        if answer.status != 200 {
            break answer;
        }
        pages += 1;
        assert!(pages < 20, "sixteen megabytes are stored");
    };
    assert!(pages > 1, "{}", refusal.text);
    assert_eq!((refusal.status, refusal.code().as_str()), (503, "data_source_unavailable"), "{}", refusal.text);
    let sentence = refusal.detail();
    assert!(sentence.contains("(table_bytes)") && sentence.contains(&TABLE_BYTES.to_string()), "{sentence}");
    assert_eq!(stored(), pages * 400 * 2_000, "nothing of the refused page is there");
    assert!(stored() < TABLE_BYTES);
    // Somebody else writes to the store.
    let words = ["admin", "create-user", "--email", "ben@notebook.example", "--name", "Ben", "--password-stdin"];
    let config = notebook.config();
    let made = quarry_with_input(&[&words[..], &["--config", config.as_str()]].concat(), "granite-otter-lantern-9")
        .expect("runs");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    // What goes makes room at once on SQLite; on PostgreSQL once the table is vacuumed, which also what was refused waits for.
    if quarry_tests::server::is_on_postgres() {
        return;
    }
    for id in 1..=pages {
        assert_eq!(page(id, 0).status, 200);
    }
    assert_eq!(stored(), 0);
}
