//! Guards: nobody reads or writes what lies with a tenant whose member they are not, nobody with too small a rank, and nobody
//! whose rank was taken before the write.

use crate::notebook::{Notebook, notebook};
use quarry::stores::app::{AppStore, Tenant, Transaction};
use serde_json::{Value as Json, json};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Runs `work` on a connection of its own to the store that the server uses.
fn beside<T>(notebook: &Notebook, work: impl AsyncFnOnce(&AppStore) -> T) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let store = AppStore::open(&notebook.url).await.expect("the store");
        let done = work(&store).await;
        store.close().await;
        done
    })
}

async fn execute(transaction: &mut Transaction, sql: &str) {
    transaction.execute(sql, &[]).await.expect("a change");
}

fn change(notebook: &Notebook, sql: &str) {
    beside(notebook, async |store| store.execute(sql, &[]).await.map(drop)).expect("a change");
}

/// A shelf of its own with a sheet and a remark of the same number.
fn shelf(notebook: &Notebook, id: i64) {
    for (path, body) in [
        ("/shelves".to_owned(), json!({ "id": id })),
        ("/shelves/sheets".to_owned(), json!({ "id": id, "shelf_id": id, "title": "first" })),
        (format!("/shelves/sheets/{id}/remarks"), json!({ "id": id, "text": "why?" })),
    ] {
        let made = notebook.send("POST", &path, &body);
        assert!(matches!(made.status, 200 | 204), "{path}: {} {}", made.status, made.text);
    }
}

fn rank(notebook: &Notebook, shelf: i64, rank: &str) {
    change(notebook, &format!("UPDATE complete__shelf_members SET rank = '{rank}' WHERE shelf_id = {shelf}"));
}

fn version_of(notebook: &Notebook, sheet: i64) -> i64 {
    notebook.numbers(&format!("SELECT version FROM complete__sheets WHERE id = {sheet}"))[0]
}

fn rename(notebook: &Notebook, sheet: i64) -> (u16, String) {
    let answer = notebook.send("PATCH", &format!("/shelves/sheets/{sheet}"), &json!({ "title": "other" }));
    (answer.status, if answer.status == 200 { String::new() } else { answer.code() })
}

#[test]
fn a_rank_below_the_least_changes_nothing_and_one_above_does() {
    let notebook = notebook();
    shelf(notebook, 21);
    rank(notebook, 21, "reader");
    assert_eq!(rename(notebook, 21), (403, "forbidden".to_owned()));
    assert_eq!(notebook.send("DELETE", "/shelves/sheets/21/remarks/21", &Json::Null).status, 403);
    assert_eq!(version_of(notebook, 21), 1);
    let found = notebook.get("/shelves/sheets/21").json();
    assert_eq!(found, json!({ "rank": "reader", "shelf_id": 21, "title": "first" }));
    for (rank_now, version) in [("editor", 2), ("owner", 3)] {
        rank(notebook, 21, rank_now);
        assert_eq!(rename(notebook, 21), (200, String::new()), "{rank_now}");
        assert_eq!(version_of(notebook, 21), version);
    }
}

#[test]
fn what_another_tenant_has_is_not_there() {
    let notebook = notebook();
    shelf(notebook, 22);
    change(notebook, "DELETE FROM complete__shelf_members WHERE shelf_id = 22");
    assert_eq!(rename(notebook, 22), (404, "not_found".to_owned()));
    assert_eq!(notebook.get("/shelves/sheets/22").status, 404);
    assert_eq!(version_of(notebook, 22), 1);
    let absent = notebook.get("/shelves/sheets/4711");
    assert_eq!(
        absent.json()["detail"],
        notebook.get("/shelves/sheets/22").json()["detail"],
        "nobody can tell them apart"
    );
}

#[test]
fn a_remark_is_reached_through_its_own_sheet_alone() {
    let notebook = notebook();
    shelf(notebook, 23);
    shelf(notebook, 24);
    let count = || notebook.numbers("SELECT COUNT(*) FROM complete__remarks WHERE id = 24")[0];
    let elsewhere = notebook.send("DELETE", "/shelves/sheets/23/remarks/24", &Json::Null);
    assert_eq!((elsewhere.status, count()), (404, 1), "{}", elsewhere.text);
    assert_eq!(notebook.send("DELETE", "/shelves/sheets/24/remarks/24", &Json::Null).status, 204);
    assert_eq!(count(), 0);
}

#[test]
fn a_guard_that_reads_the_body_comes_after_the_body_was_checked() {
    let notebook = notebook();
    shelf(notebook, 25);
    assert_eq!(notebook.send("POST", "/shelves", &json!({ "id": 13 })).status, 204);
    let send = |body: Json| notebook.send("POST", "/shelves/sheets", &body);
    let malformed = send(json!({ "id": 90, "shelf_id": 4711 }));
    assert_eq!((malformed.status, malformed.code().as_str()), (422, "validation_failed"), "{}", malformed.text);
    assert!(malformed.json()["fields"].get("title").is_some(), "{}", malformed.text);
    let unknown = send(json!({ "id": 90, "shelf_id": 4711, "title": "lost" }));
    assert_eq!((unknown.status, unknown.code().as_str()), (422, "validation_failed"), "{}", unknown.text);
    assert_eq!(unknown.json()["fields"], json!({ "shelf_id": "There is no such shelf." }));
    let closed = send(json!({ "id": 90, "shelf_id": 13, "title": "late" }));
    assert_eq!((closed.status, closed.code().as_str()), (409, "shelf_closed"), "{}", closed.text);
    rank(notebook, 25, "reader");
    let low = send(json!({ "id": 90, "shelf_id": 25, "title": "mine" }));
    assert_eq!((low.status, low.code().as_str()), (403, "forbidden"), "{}", low.text);
    assert_eq!(notebook.numbers("SELECT COUNT(*) FROM complete__sheets WHERE id = 90"), [0]);
}

#[test]
fn a_guard_that_reads_the_query_finds_what_it_names_and_nothing_of_others() {
    let notebook = notebook();
    // No other test puts a shelf up before this one in the order of numbers.
    shelf(notebook, 1);
    shelf(notebook, 28);
    shelf(notebook, 29);
    assert_eq!(notebook.get("/shelves/asked?shelf_id=28").json(), json!({ "rank": "owner", "shelf_id": 28 }));
    // Left out, it is null, and the guard's statement has a default.
    assert_eq!(notebook.get("/shelves/asked").json(), json!({ "rank": "owner", "shelf_id": 1 }));
    rank(notebook, 29, "reader");
    let low = notebook.get("/shelves/asked?shelf_id=29");
    assert_eq!((low.status, low.code().as_str()), (403, "forbidden"), "{}", low.text);
    change(notebook, "DELETE FROM complete__shelf_members WHERE shelf_id = 29");
    for (id, sentence) in [(29, "There is no shelf 29."), (4711, "There is no shelf 4711.")] {
        let absent = notebook.get(&format!("/shelves/asked?shelf_id={id}"));
        assert_eq!((absent.status, absent.json()["detail"].as_str()), (404, Some(sentence)), "{}", absent.text);
    }
    let malformed = notebook.get("/shelves/asked?shelf_id=none");
    assert_eq!(malformed.status, 422, "the query is checked before the guard is asked: {}", malformed.text);
}

#[test]
fn a_list_has_what_the_caller_may_read_and_nothing_else() {
    let notebook = notebook();
    shelf(notebook, 41);
    shelf(notebook, 42);
    let listed = || {
        let (mut ids, mut path) = (Vec::new(), "/shelves/sheets?limit=1".to_owned());
        loop {
            let page = notebook.get(&path).json();
            let rows = page["sheets"].as_array().unwrap_or_else(|| panic!("{page}"));
            ids.extend(rows.iter().filter_map(|sheet| sheet["id"].as_i64()).filter(|id| [41, 42].contains(id)));
            match page["next_cursor"].as_str() {
                Some(cursor) => path = format!("/shelves/sheets?limit=1&cursor={cursor}"),
                None => return ids,
            }
        }
    };
    assert_eq!(listed(), [41, 42]);
    change(notebook, "DELETE FROM complete__shelf_members WHERE shelf_id = 41");
    assert_eq!(listed(), [42]);
}

/// Asks for a sheet's text with further headers.
fn text_of(notebook: &Notebook, sheet: i64, further: &[(&str, &str)]) -> quarry_tests::http::Answer {
    let authorization = format!("Bearer {}", notebook.key);
    let mut headers = vec![("authorization", authorization.as_str())];
    headers.extend_from_slice(further);
    notebook.server.send("GET", &format!("/shelves/sheets/{sheet}/text"), &headers)
}

#[test]
fn a_sheet_comes_in_the_form_that_the_client_likes_best() {
    let notebook = notebook();
    shelf(notebook, 43);
    let json = ("application/json", "{\"title\":\"first\",\"version\":1}");
    let (markdown, csv) = (("text/markdown", "# first\n"), ("text/csv", "title\r\nfirst\r\n"));
    for (accept, (content_type, text)) in [
        ("*/*", json),
        ("application/json", json),
        ("text/markdown", markdown),
        ("text/csv", csv),
        ("text/*", markdown),
        ("text/*;q=0.5, text/csv", csv),
        ("application/json;q=0.2, text/markdown;q=0.4", markdown),
        ("text/markdown;q=0", json),
        ("image/png", json),
        ("no list at all", json),
    ] {
        let answer = text_of(notebook, 43, &[("accept", accept)]);
        assert_eq!((answer.status, answer.text.as_str()), (200, text), "{accept}");
        assert!(answer.header("content-type").starts_with(content_type), "{accept}: {}", answer.header("content-type"));
        assert!(answer.header("vary").to_lowercase().contains("accept"), "{accept}: {}", answer.header("vary"));
        let tag = answer.header("etag").to_owned();
        assert_eq!(text_of(notebook, 43, &[("accept", accept), ("if-none-match", &tag)]).status, 304, "{accept}");
    }
    let tag = text_of(notebook, 43, &[("accept", "text/csv")]).header("etag").to_owned();
    let other = text_of(notebook, 43, &[("accept", "text/markdown"), ("if-none-match", &tag)]);
    assert_eq!(other.status, 200, "the tag of one form is not that of another");
}

#[test]
fn a_save_that_was_based_on_an_older_version_is_refused_by_its_if_match() {
    let notebook = notebook();
    shelf(notebook, 44);
    let authorization = format!("Bearer {}", notebook.key);
    let put = |if_match: Option<&str>, title: &str| {
        let mut headers = vec![("authorization", authorization.as_str()), ("content-type", "application/json")];
        headers.extend(if_match.map(|tags| ("if-match", tags)));
        let body = json!({ "title": title }).to_string();
        notebook.server.send_body("PUT", "/shelves/sheets/44/text", &headers, body.as_bytes())
    };
    let seen = text_of(notebook, 44, &[]).header("etag").to_owned();
    assert!(seen.starts_with("\"1-"), "the tag begins with the version: {seen}");
    assert_eq!(put(Some(&seen), "second").status, 200);
    let late = put(Some(&seen), "lost");
    assert_eq!((late.status, late.code().as_str(), &late.json()["current_version"]), (409, "conflict", &json!(2)));
    assert_eq!(version_of(notebook, 44), 2);
    let weak = text_of(notebook, 44, &[]).header("etag").replacen('"', "W/\"", 1);
    assert_eq!(put(Some(&weak), "lost").status, 409, "a weak tag matches nothing");
    let newest = text_of(notebook, 44, &[]).header("etag").to_owned();
    assert_eq!(put(Some(&format!("{seen}, {newest}")), "third").status, 200, "one of several");
    for (tags, version) in [(Some("*"), 4), (None, 5)] {
        assert_eq!((put(tags, "more").status, version_of(notebook, 44)), (200, version), "{tags:?}");
    }
}

/// Sends a write that passes its guard and then waits for the tenant; meanwhile `while_it_waits` is done and committed.
fn overtaken(sheet: i64, send: fn(&Notebook, i64) -> (u16, String), while_it_waits: &str) -> (u16, String) {
    /// On SQLite each keeps every write of the host out, which would be for too long if they followed each other.
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _one = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let notebook = notebook();
    std::thread::scope(|scope| {
        let (locked, is_locked) = std::sync::mpsc::channel();
        let holder = scope.spawn(move || {
            beside(notebook, async |store| {
                let mut transaction = store.begin().await.expect("a transaction");
                let tenant = Tenant { kind: "space", id: sheet };
                transaction.lock_tenant(tenant, true).await.expect("the tenant");
                locked.send(()).expect("told");
                // The guard reads what is committed, lets the request pass, and the transaction waits.
                tokio::time::sleep(Duration::from_millis(1_500)).await;
                execute(&mut transaction, while_it_waits).await;
                transaction.commit().await.expect("committed");
            });
        });
        is_locked.recv().expect("locked");
        let answer = send(notebook, sheet);
        holder.join().expect("it committed");
        answer
    })
}

#[test]
fn nobody_writes_whose_membership_ended_before() {
    let notebook = notebook();
    shelf(notebook, 31);
    let ends = "DELETE FROM complete__shelf_members WHERE shelf_id = 31";
    assert_eq!(overtaken(31, rename, ends), (404, "not_found".to_owned()));
    assert_eq!(version_of(notebook, 31), 1, "nothing was written");
}

#[test]
fn nobody_writes_whose_rank_was_taken_before_not_even_by_one_statement() {
    let notebook = notebook();
    shelf(notebook, 32);
    let create = |notebook: &Notebook, shelf: i64| {
        let answer =
            notebook.send("POST", "/shelves/sheets", &json!({ "id": 932, "shelf_id": shelf, "title": "late" }));
        (answer.status, if answer.status == 200 { String::new() } else { answer.code() })
    };
    let lowers = "UPDATE complete__shelf_members SET rank = 'reader' WHERE shelf_id = 32";
    assert_eq!(overtaken(32, create, lowers), (403, "forbidden".to_owned()));
    assert_eq!(notebook.numbers("SELECT COUNT(*) FROM complete__sheets WHERE id = 932"), [0]);
    let refused = match notebook.url.starts_with("postgres") {
        // Of readers nobody waits for the tenant.
        true => beside(notebook, async |store| {
            let mut transaction = store.begin().await.expect("a transaction");
            transaction.lock_tenant(Tenant { kind: "space", id: 32 }, true).await.expect("the tenant");
            let asked = tokio::task::spawn_blocking(move || create(crate::notebook::notebook(), 32));
            asked.await.expect("it ended")
        }),
        // On SQLite a transaction keeps every other write out, that of the key's budget too.
        false => create(notebook, 32),
    };
    assert_eq!(refused, (403, "forbidden".to_owned()), "the first look refuses");
    rank(notebook, 32, "owner");
    assert_eq!(create(notebook, 32), (200, String::new()));
}

#[test]
fn a_sheet_that_moves_while_a_write_waits_is_not_written() {
    let notebook = notebook();
    shelf(notebook, 34);
    // A request whose first look came after the move, for want of a processor or of the key's next lease, found a sheet on a shelf of
    // its writer, who may rename it there. Such an attempt shows nothing; a write that follows a moved sheet would be in each.
    let attempts = 50..=57;
    for sheet in attempts.clone() {
        shelf(notebook, sheet);
        let answer = overtaken(sheet, rename, &format!("UPDATE complete__sheets SET shelf_id = 34 WHERE id = {sheet}"));
        if answer.0 == 200 {
            continue;
        }
        assert_eq!(answer, (404, "not_found".to_owned()));
        assert_eq!(version_of(notebook, sheet), 1);
        return;
    }
    panic!("the sheets {attempts:?} were written after they moved");
}

#[test]
fn whoever_changes_ranks_waits_for_writes_that_began_before() {
    let notebook = notebook();
    shelf(notebook, 35);
    shelf(notebook, 36);
    if !notebook.url.starts_with("postgres") {
        // On SQLite there is one writer at a time.
        return;
    }
    let left = beside(notebook, async |store| {
        let mut transaction = store.begin().await.expect("a transaction");
        transaction.lock_tenant(Tenant { kind: "space", id: 35 }, false).await.expect("shared");
        let leaving = tokio::task::spawn_blocking(|| {
            let notebook = crate::notebook::notebook();
            notebook.send("DELETE", "/shelves/35/membership", &Json::Null).status
        });
        tokio::time::sleep(Duration::from_millis(400)).await;
        let is_waiting = !leaving.is_finished();
        // A write beside it holds the lock as this one does.
        let writing = tokio::task::spawn_blocking(|| rename(crate::notebook::notebook(), 36));
        assert_eq!(writing.await.expect("it ended"), (200, String::new()));
        transaction.commit().await.expect("committed");
        (is_waiting, leaving.await.expect("it ended"))
    });
    assert_eq!(left, (true, 204));
    assert_eq!(rename(notebook, 35), (404, "not_found".to_owned()));
}
