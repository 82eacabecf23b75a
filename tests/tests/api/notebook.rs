//! Writes of a component: all of it or nothing, with its audit entry, its event, its job and its letter, on the store that the
//! suite runs on.

use quarry::stores::app::{AppStore, Row};
use quarry_tests::bounded::beside_others;
use quarry_tests::complete;
use quarry_tests::http::Answer;
use quarry_tests::server::{
    Options, Server, empty_app_store_environment, fresh_folder, installation, quarry_with_input,
};
use serde_json::{Value as Json, json};
use std::io::Write;
use std::net::TcpStream;
use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// A server with the component that writes, and what its configuration and stores are.
pub(crate) struct Notebook {
    pub(crate) server: Server,
    folder: PathBuf,
    /// The address of the application store.
    pub(crate) url: String,
    pub(crate) key: String,
}

impl Notebook {
    pub(crate) fn start(name: &str) -> Notebook {
        Notebook::start_with(name, "")
    }

    /// The same with further configuration.
    pub(crate) fn start_with(name: &str, further: &str) -> Notebook {
        let folder = fresh_folder(name).expect("a folder");
        let components = folder.join("components");
        std::fs::create_dir(&components).expect("a folder");
        let dist = installation().expect("an installation").join("components");
        std::fs::copy(dist.join("account.wasm"), components.join("account.wasm")).expect("the family account");
        complete::copy(&components, &[]);
        let environment = empty_app_store_environment(name).expect("an application store");
        let url = environment.iter().find(|(name, _)| name == "QUARRY__APP_STORE__URL").map(|(_, url)| url.clone());
        let url = url.unwrap_or_else(|| format!("sqlite://{}/data/app.sqlite3", folder.display()));
        let config = format!(
            "[server]\nlisten = \"127.0.0.1:0\"\nenvironment = \"sandbox\"\n\
             [app_store]\nurl = \"{url}\"\n\
             [paths]\ndata_dir = \"{0}/data\"\n\
             [components]\nfolder = \"{0}/components\"\n{1}{further}",
            folder.display(),
            complete::given("")
        );
        std::fs::create_dir(folder.join("data")).expect("a folder");
        std::fs::write(folder.join("quarry.toml"), config).expect("a file");
        let server = Notebook::serve(&folder);
        let key = mint(&folder.join("quarry.toml").display().to_string());
        Notebook { server, folder, url, key }
    }

    /// Ends its server with a signal, and serves again.
    pub(crate) fn restart(self, signal: &str) -> Notebook {
        let Notebook { server, folder, url, key } = self;
        server.stop(signal).expect("it ends");
        let server = Notebook::serve(&folder);
        Notebook { server, folder, url, key }
    }

    fn serve(folder: &Path) -> Server {
        let (config, data_dir) = (Some(folder.join("quarry.toml")), Some(folder.join("data")));
        Server::start(&Options { config, data_dir, ..Options::default() }).expect("a server")
    }

    /// The file of its configuration.
    pub(crate) fn config(&self) -> String {
        self.folder.join("quarry.toml").display().to_string()
    }

    pub(crate) fn send(&self, method: &str, path: &str, body: &Json) -> Answer {
        let authorization = format!("Bearer {}", self.key);
        let headers = [("authorization", authorization.as_str()), ("content-type", "application/json")];
        self.server.send_body(method, path, &headers, body.to_string().as_bytes())
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.server.get_with_key(path, &self.key)
    }

    /// A question that takes the store minutes, whose answer nobody has read yet.
    pub(crate) fn ask_slowly(&self, further: &str) -> TcpStream {
        let address = self.server.base_url.trim_start_matches("http://").to_owned();
        let mut stream = TcpStream::connect(address).expect("connected");
        let head = format!("GET /api/v1/notebook/slow?meant=true{further} HTTP/1.1\r\nhost: test");
        write!(stream, "{head}\r\nauthorization: Bearer {}\r\n\r\n", self.key).expect("sent");
        stream
    }

    /// Numbers of a statement's only row.
    pub(crate) fn numbers(&self, sql: &str) -> Vec<i64> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let store = AppStore::open(&self.url).await.expect("the store");
            let rows = store.query(sql, &[]).await.expect("an answer");
            let row = Row::first(&rows).expect("a row");
            let numbers = rows.columns.iter().map(|column| row.integer(&column.name).expect("a number")).collect();
            store.close().await;
            numbers
        })
    }
}

/// A key of a new member, for everything that these tests do, on the store of a configuration.
pub(crate) fn mint(config: &str) -> String {
    let run = |arguments: &[&str], input: &str| {
        let output = quarry_with_input(&[arguments, &["--config", config]].concat(), input).expect("runs");
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let (email, name) = ("ada@notebook.example", "Notebook");
    let words = ["admin", "create-user", "--email", email, "--name", name, "--password-stdin"];
    run(&words, "granite-otter-lantern-9");
    run(&["admin", "set-plan", "--organization", name, "--plan", "institution"], "");
    let mint = ["key", "mint", "--organization", name, "--member", email, "--name", "all"];
    let printed = run(&[&mint[..], &["--scopes", "read,research:write"]].concat(), "");
    printed.lines().last().expect("the key").trim().to_owned()
}

pub(crate) fn notebook() -> &'static Notebook {
    static NOTEBOOK: OnceLock<Notebook> = OnceLock::new();
    NOTEBOOK.get_or_init(|| Notebook::start("notebook"))
}

/// Waits until `is_so`; the jobs of a test end within a few seconds.
pub(crate) fn eventually(what: &str, is_so: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < beside_others(Duration::from_secs(60)), "{what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_client_that_leaves_gives_its_connection_to_the_store_back() {
    let notebook = notebook();
    // More than either engine has connections.
    let asking: Vec<_> = (0..20).map(|_| notebook.ask_slowly("")).collect();
    std::thread::sleep(Duration::from_millis(500));
    drop(asking);
    // A statement may take 10 s and a connection is waited for for 2: only what was given back is free by then.
    let began = Instant::now();
    eventually("the store answers others", || notebook.get("/notebook/notes").status == 200);
    assert!(began.elapsed() < Duration::from_secs(8), "after {:?}", began.elapsed());
    if notebook.url.starts_with("postgres") {
        let running = "SELECT COUNT(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%10000000000%'
                       AND query NOT LIKE '%pg_stat_activity%'";
        eventually("the server works on none of them", || notebook.numbers(running) == [0]);
        assert!(began.elapsed() < Duration::from_secs(8), "after {:?}", began.elapsed());
    }
}

#[test]
fn a_change_lasts_with_all_that_was_written_with_it() {
    let notebook = notebook();
    let created =
        notebook.send("POST", "/notebook/notes", &json!({ "title": "lasting", "mail_to": "ada@example.org" }));
    assert_eq!(created.status, 200, "{}", created.text);
    assert_eq!(created.json()["note"]["title"], "lasting");
    let id = created.json()["id"].as_i64().expect("an id");
    let written = notebook.numbers(&format!(
        "SELECT (SELECT count(*) FROM audit_entries WHERE action = 'note.created' AND target_id = '{id}'
                 AND actor_kind = 'key' AND actor_user_id IS NOT NULL AND organization_id IS NOT NULL
                 AND component = 'complete' AND after LIKE '%lasting%') AS audit_entries,
                (SELECT count(*) FROM events WHERE name = 'note.created' AND data LIKE '%\"lasting\"%') AS events"
    ));
    assert_eq!(written, [1, 1]);
    eventually("the job counts the note, as the person who made it", || {
        notebook.get(&format!("/notebook/notes/{id}")).json()["note"]["recounts"] == 1
    });
    let folder = notebook.folder.join("data/mail");
    let letters = || {
        let files = std::fs::read_dir(&folder).into_iter().flatten().flatten();
        files.filter_map(|file| std::fs::read_to_string(file.path()).ok()).collect::<Vec<_>>()
    };
    eventually("the letter is written", || letters().iter().any(|letter| letter.contains("To: ada@example.org")));
}

#[test]
fn nothing_is_left_of_a_transaction_that_was_let_go() {
    let notebook = notebook();
    let abandoned = notebook.send("POST", "/notebook/abandoned", &json!({ "title": "abandoned" }));
    assert_eq!(abandoned.status, 200, "{}", abandoned.text);
    let left = notebook.numbers(
        "SELECT (SELECT count(*) FROM complete__notes WHERE title = 'abandoned') AS notes,
                (SELECT count(*) FROM audit_entries WHERE after LIKE '%abandoned%') AS audit_entries,
                (SELECT count(*) FROM events WHERE data LIKE '%abandoned%') AS events",
    );
    assert_eq!(left, [0, 0, 0]);
}

#[test]
fn a_save_that_was_based_on_an_older_version_is_a_conflict_that_names_the_newest() {
    let notebook = notebook();
    let created = notebook.send("POST", "/notebook/notes", &json!({ "title": "versioned" }));
    let path = format!("/notebook/notes/{}", created.json()["id"]);
    let renamed = notebook.send("PATCH", &path, &json!({ "title": "renamed", "version": 1 }));
    assert_eq!((renamed.status, renamed.json()["note"]["version"].as_i64()), (200, Some(2)), "{}", renamed.text);
    let late = notebook.send("PATCH", &path, &json!({ "title": "lost", "version": 1 }));
    assert_eq!((late.status, late.code().as_str()), (409, "conflict"), "{}", late.text);
    assert_eq!(late.json()["current_version"], 2);
    assert_eq!(notebook.get(&path).json()["note"]["title"], "renamed");
    let taken = notebook.send("POST", "/notebook/notes", &json!({ "title": "renamed" }));
    assert_eq!((taken.status, taken.code().as_str()), (409, "constraint_violated"), "{}", taken.text);
    let missing = notebook.send("PATCH", "/notebook/notes/999999", &json!({ "title": "x", "version": 1 }));
    assert_eq!(missing.status, 404, "{}", missing.text);
}

#[test]
fn a_transaction_refuses_misuse_with_a_sentence_for_the_author() {
    for (misuse, sentence) in [
        ("nested", "a transaction is open: commit or drop it before you begin another transaction"),
        ("outside", "a transaction is open: commit or drop it before you run a statement outside of it"),
        ("undeclared_event", "no event note.undeclared is declared in the manifest"),
        ("malformed_event", "the data of the event note.created is not as declared"),
        ("undeclared_job", "no job undeclared is declared in the manifest"),
        ("bad_address", "\"nobody\" is not an email address"),
        ("bad_subject", "a subject is one line"),
        ("many_letters", "The component wrote more than 10 letters in one call."),
        ("many_entries", "The component wrote more than 100 audit entries in one call."),
        ("many_jobs", "The component wrote more than 100 jobs in one call."),
        ("large_entry", "after has 70002 bytes; at most 65536 are allowed"),
        ("after_failure", "a statement of the transaction has failed"),
        ("progress", "a transaction is open"),
    ] {
        let answer = notebook().get(&format!("/notebook/misuse/{misuse}"));
        let refusal = answer.json()["refusal"].as_str().unwrap_or_default().to_owned();
        assert!(refusal.starts_with(sentence), "{misuse}: {}", answer.text);
    }
    let left = notebook().numbers("SELECT count(*) AS notes FROM complete__notes WHERE title = 'the same twice'");
    assert_eq!(left, [0]);
}

#[test]
fn a_job_that_fails_for_good_lies_in_the_dead_letter_list_with_its_reason() {
    let notebook = notebook();
    let start = |how: &str| {
        let started = notebook.send("POST", "/notebook/work", &json!({ "how": how }));
        assert_eq!(started.status, 200, "{}", started.text);
        format!("/notebook/work/{}", started.json()["id"])
    };
    let (given_up, failed, panicked) = (start("give_up"), start("fail"), start("panic"));
    eventually("a job that gives up is dead at once", || notebook.get(&given_up).json()["state"] == "dead");
    let dead = notebook.get(&given_up).json();
    assert_eq!((&dead["attempts"], &dead["last_failure"]), (&json!(1), &json!("it makes no sense")));
    let deferring = start("defer");
    eventually("a job that defers is told that it cannot", || notebook.get(&deferring).json()["state"] == "dead");
    let told = notebook.get(&deferring).json()["last_failure"].to_string();
    assert!(told.contains("where no answer can have its rows"), "{told}");
    // Two attempts with a pause of about five seconds between them.
    eventually("a job that fails is tried again", || notebook.get(&failed).json()["state"] == "dead");
    let dead = notebook.get(&failed).json();
    assert_eq!((&dead["attempts"], &dead["last_failure"]), (&json!(2), &json!("attempt 2 failed")));
    eventually("a job that panics is tried again", || notebook.get(&panicked).json()["state"] == "dead");
    assert_eq!(notebook.get(&panicked).json()["last_failure"], "The component complete failed.");
}

#[test]
fn a_running_job_says_how_far_it_is_and_stops_when_it_is_cancelled() {
    let notebook = notebook();
    let body = json!({ "how": "wait", "unique_key": "only one" });
    let started = notebook.send("POST", "/notebook/work", &body);
    let again = notebook.send("POST", "/notebook/work", &body);
    assert_eq!(started.json()["id"], again.json()["id"], "one key, one job");
    let path = format!("/notebook/work/{}", started.json()["id"]);
    eventually("it reports", || {
        let seen = notebook.get(&path);
        assert!(seen.json()["state"] != "dead", "{}", seen.text);
        seen.json()["progress_done"].as_i64() > Some(2)
    });
    assert_eq!(notebook.get(&path).json()["state"], "running");
    let cancelled = notebook.send("DELETE", &path, &json!({}));
    assert_eq!(cancelled.json()["cancelled"], true, "{}", cancelled.text);
    eventually("it ends", || notebook.get(&path).json()["state"] != "running");
    assert_eq!(notebook.get(&path).json()["state"], "cancelled", "whatever it said when it was told to stop");
    let again = notebook.send("DELETE", &path, &json!({}));
    assert_eq!(again.json()["cancelled"], false, "{}", again.text);
}

#[test]
fn another_organization_cannot_see_or_stop_a_job() {
    let notebook = notebook();
    let started = notebook.send("POST", "/notebook/work", &json!({ "how": "fail" }));
    let id = started.json()["id"].as_i64().expect("an id");
    notebook.numbers(&format!(
        "UPDATE jobs SET organization_id = (SELECT max(id) + 1 FROM organizations) WHERE id = {id} RETURNING id"
    ));
    assert_eq!(notebook.get(&format!("/notebook/work/{id}")).status, 404);
    let cancelled = notebook.send("DELETE", &format!("/notebook/work/{id}"), &json!({}));
    assert_eq!(cancelled.json()["cancelled"], false, "{}", cancelled.text);
}

#[test]
fn a_scheduled_job_is_enqueued_once_for_its_hour() {
    let notebook = notebook();
    let ticks = "SELECT count(*) AS ticks FROM jobs WHERE name = 'tick' AND state = 'completed'";
    eventually("it runs", || notebook.numbers(ticks) != [0]);
    let schedule = notebook.numbers("SELECT enqueued_for FROM job_schedules WHERE name = 'tick'");
    assert_eq!(schedule[0] % 3_600_000_000, 0, "{schedule:?}");
}

#[test]
fn a_killed_host_keeps_every_promise_it_gave() {
    let mut notebook = Notebook::start("killed");
    let acknowledged = std::sync::Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for writer in 0..8 {
            let (notebook, acknowledged) = (&notebook, &acknowledged);
            scope.spawn(move || {
                for number in 0..125 {
                    let body = json!({ "title": format!("{writer}-{number}") });
                    let authorization = format!("Bearer {}", notebook.key);
                    let headers = [("authorization", authorization.as_str()), ("content-type", "application/json")];
                    let path = "/notebook/notes";
                    let sent = std::panic::catch_unwind(AssertUnwindSafe(|| {
                        notebook.server.send_body("POST", path, &headers, body.to_string().as_bytes())
                    }));
                    match sent {
                        Ok(answer) if answer.status == 200 => {
                            let id = answer.json()["id"].as_i64().expect("an id");
                            acknowledged.lock().expect("nobody panics with it").push(id);
                        }
                        // The host is gone.
                        _ => return,
                    }
                }
            });
        }
        eventually("writes are acknowledged", || acknowledged.lock().expect("nobody panics with it").len() >= 400);
        std::process::Command::new("kill").args(["-9", &notebook.server.pid.to_string()]).status().expect("kill");
    });
    let acknowledged = acknowledged.into_inner().expect("nobody panics with it");
    assert!(acknowledged.len() < 1_000, "the host was killed in the middle");
    let again = Notebook::serve(&notebook.folder);
    drop(std::mem::replace(&mut notebook.server, again));
    let kept = notebook.numbers(
        "SELECT count(*) AS notes,
                count(DISTINCT CASE WHEN (SELECT count(*) FROM audit_entries WHERE target_type = 'note'
                    AND target_id = CAST(complete__notes.id AS TEXT)) = 1 THEN id END) AS audited,
                count(DISTINCT CASE WHEN (SELECT count(*) FROM events
                    WHERE data LIKE '%\"title\":\"' || complete__notes.title || '\"%') = 1 THEN id END) AS told,
                count(DISTINCT CASE WHEN (SELECT count(*) FROM jobs WHERE name = 'recount_note'
                    AND arguments = '{\"id\":' || complete__notes.id || '}') = 1 THEN id END) AS promised,
                (SELECT count(*) FROM audit_entries) AS audit_entries,
                (SELECT count(*) FROM events) AS events,
                (SELECT count(*) FROM jobs WHERE name = 'recount_note') AS jobs
         FROM complete__notes",
    );
    // A write that was under way when the host died is there whole, or not at all.
    assert!(kept[0] >= acknowledged.len() as i64, "{} acknowledged, {kept:?}", acknowledged.len());
    assert!(kept.iter().all(|count| *count == kept[0]), "{kept:?}");
    let ids: Vec<String> = acknowledged.iter().map(ToString::to_string).collect();
    let found = notebook.numbers(&format!("SELECT count(*) AS n FROM complete__notes WHERE id IN ({})", ids.join(",")));
    assert_eq!(found, [acknowledged.len() as i64]);
    eventually("every promised job is kept, those that were running when the host died included", || {
        notebook.numbers("SELECT count(*) AS n FROM complete__notes WHERE recounts = 0") == [0]
    });
}

#[test]
fn a_list_is_walked_in_the_order_that_the_client_picks() {
    let notebook = notebook();
    for number in 0..7 {
        let title = format!("Sorted {}", (b'a' + (number * 3 % 7)) as char);
        let created = notebook.send("POST", "/notebook/notes", &json!({ "title": title }));
        assert_eq!(created.status, 200, "{}", created.text);
    }
    // `sORTED`: each engine's own text finds letters in any case.
    let walk = |sort: &str| {
        let mut titles = Vec::new();
        let mut path = format!("/notebook/notes?part=sORTED%25&sort={sort}&limit=3");
        loop {
            let page = notebook.get(&path);
            assert_eq!(page.status, 200, "{path}: {}", page.text);
            let body = page.json();
            titles.extend(body["notes"].as_array().expect("notes").iter().map(|note| note["title"].to_string()));
            let Some(cursor) = body["next_cursor"].as_str() else { return titles };
            path = format!("/notebook/notes?part=sORTED%25&sort={sort}&limit=3&cursor={cursor}");
        }
    };
    let title = |letter: char| format!("\"Sorted {letter}\"");
    assert_eq!(walk("title"), "abcdefg".chars().map(title).collect::<Vec<_>>());
    assert_eq!(walk("newest"), "ebfcgda".chars().map(title).collect::<Vec<_>>());
    let first = notebook.get("/notebook/notes?part=sORTED%25&sort=title&limit=3").json();
    let cursor = first["next_cursor"].as_str().expect("more notes");
    let crossed = notebook.get(&format!("/notebook/notes?part=sORTED%25&sort=newest&limit=3&cursor={cursor}"));
    assert_eq!((crossed.status, crossed.code().as_str()), (422, "invalid_cursor"), "{}", crossed.text);
    let unknown = notebook.get("/notebook/notes?sort=size");
    assert_eq!(unknown.status, 422, "{}", unknown.text);
}
