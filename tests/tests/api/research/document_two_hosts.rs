//! Many writers of one page at once, on two hosts of one app store, one of which is killed in the middle. Each word whose save was
//! acknowledged is found again, in the document or in a version; each that was refused is offered again to its author.
//!
//! `just page-writers` is the long form: 20 writers for two minutes, on both stores.

use super::document_support::{blocks, new, number, page_in, path, read, version_of};
use crate::organizations::house::{Person, texts};
use quarry::stores::result_set::Value;
use quarry_tests::browser::Browser;
use quarry_tests::http::Answer;
use quarry_tests::server::{Options, Server, app_store_environment, fresh_folder};
use serde_json::{Value as Json, json};
use std::collections::{HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

const BLOCKS: usize = 300;
/// The last ones, in which everybody writes. Of the others each has one writer.
const SHARED: usize = 20;
/// Where a shared block is longer, its next writer begins it anew: what it had is in versions.
const LONGEST_BODY: usize = 400;

fn from_environment(name: &str, short: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(short)
}

/// What both hosts share: an app store outside of their data directories.
fn shared_store(name: &str) -> Vec<(String, String)> {
    let mut environment = app_store_environment(name).expect("a store");
    if environment.is_empty() {
        let folder = fresh_folder(name).expect("a folder");
        let url = format!("sqlite://{}", folder.join("app.sqlite3").display());
        environment.push(("QUARRY__APP_STORE__URL".to_owned(), url));
    }
    environment
}

/// A space whose owners these are.
pub(super) fn space_of(server: &Server, people: &[Person]) -> i64 {
    let sql = "INSERT INTO spaces (name, created_at) VALUES ('Harbour', 1) RETURNING id AS number";
    let space = number(server, sql, &[]);
    for person in people {
        let sql = "INSERT INTO space_members (space_id, user_id, role, created_at) VALUES ($1, $2, 'owner', 1) RETURNING id AS number";
        number(server, sql, &[Value::Int64(space), Value::Int64(person.id)]);
    }
    space
}

/// What became of the words of one writer, each with its block.
#[derive(Default)]
struct Words {
    /// Saved, as the answer said.
    acknowledged: Vec<(usize, String)>,
    /// No answer came, or one of an outage: either may be.
    unknown: Vec<String>,
    /// Refused and not taken up since.
    refused: Vec<String>,
    conflicts: usize,
    outages: usize,
    saves_after_the_kill: usize,
}

/// One who writes on the page until the time is over, and goes on at the other host where their own one dies.
struct Writer<'a> {
    name: usize,
    writers: usize,
    person: &'a Person,
    browser: Browser<'a>,
    other_host: &'a Server,
    page: i64,
    words: Words,
    host_dies: bool,
    is_killed: &'a AtomicBool,
}

impl Writer<'_> {
    /// A request; none where the host died of it. The next one goes to the other host.
    fn ask<T>(&mut self, ask: impl FnOnce(&mut Browser<'_>) -> T) -> Option<T> {
        let browser = &mut self.browser;
        let answer = catch_unwind(AssertUnwindSafe(|| ask(browser)));
        if let Err(panic) = &answer {
            let is_expected = self.host_dies && self.is_killed.load(Ordering::Relaxed);
            assert!(is_expected, "the host that lives answers: {:?}", panic.downcast_ref::<String>());
            self.host_dies = false;
            self.browser = self.person.browser(self.other_host);
        }
        answer.ok()
    }

    fn run(mut self, until: Instant) -> Words {
        for round in 1.. {
            if Instant::now() > until {
                break;
            }
            self.write_once(round);
        }
        self.words
    }

    /// Adds one word: three times of four to a block of one's own, otherwise to one in which everybody writes.
    fn write_once(&mut self, round: usize) {
        let is_killed = self.is_killed.load(Ordering::Relaxed);
        let is_shared = round.is_multiple_of(4);
        let own = BLOCKS - SHARED;
        let at = match is_shared {
            true => own + (round / 4 + self.name) % SHARED,
            false => self.name + self.writers * (round % (own / self.writers)),
        };
        let word = format!("<{at}.{}.{round}>", self.name);
        let mut draft_id = Json::Null;
        // A person to whom a refused text is offered takes it up, and gives up after some tries.
        for _ in 0..8 {
            let page = self.page;
            let Some(document) = self.ask(|browser| read(browser, page)) else { return };
            if draft_id.is_i64() {
                let offered = &document["recoverable_draft"];
                assert_eq!(offered["id"], draft_id, "the refused text is offered to its author");
                let text = offered["blocks"][at]["body"].as_str().unwrap_or_default();
                assert!(text.contains(&word), "{word} in {text}");
            }
            let mut sent = blocks(&document);
            let body = sent[at]["body"].as_str().expect("a body");
            let begins_anew = is_shared && body.len() > LONGEST_BODY;
            sent[at]["body"] = json!(if begins_anew { word.clone() } else { format!("{body}{word}") });
            let body = json!({ "base_version": version_of(&document), "blocks": sent, "draft_id": draft_id });
            let Some(answer) = self.ask(|browser| browser.write("PUT", &path(page), &body)) else {
                self.words.unknown.push(word);
                return;
            };
            match answer.status {
                200 => {
                    self.words.acknowledged.push((at, word));
                    self.words.saves_after_the_kill += usize::from(is_killed);
                    return;
                }
                503 => {
                    self.words.outages += 1;
                    self.words.unknown.push(word);
                    return;
                }
                _ => {
                    assert_conflict(&answer, is_shared, &sent[at]["id"], &word);
                    self.words.conflicts += 1;
                    draft_id = answer.json()["draft_id"].clone();
                }
            }
        }
        self.words.refused.push(word);
    }
}

/// Asserts that the answer is a conflict about one block, in which others write too.
#[track_caller]
fn assert_conflict(answer: &Answer, is_shared: bool, block: &Json, word: &str) {
    assert_eq!((answer.status, is_shared), (409, true), "{}", answer.text);
    let conflict = answer.json();
    let told = conflict["conflicts"].as_array().expect("conflicts");
    assert_eq!((told.len(), &told[0]["block_id"]), (1, block), "{}", answer.text);
    assert!(told[0]["yours"]["body"].as_str().is_some_and(|yours| yours.contains(word)), "{}", answer.text);
}

/// The words in texts, and how often each is there.
fn words_of(texts: &[String]) -> HashMap<String, usize> {
    let mut words = HashMap::new();
    for word in texts.iter().flat_map(|text| text.split_inclusive('>')).filter_map(|part| part.rsplit('<').next()) {
        if let Some(word) = word.strip_suffix('>') {
            *words.entry(format!("<{word}>")).or_default() += 1;
        }
    }
    words
}

#[test]
fn no_acknowledged_word_is_lost_when_many_write_one_page_on_two_hosts_and_one_of_them_dies() {
    let environment = shared_store("two_hosts_document");
    let start = || {
        let options = Options { no_sample: true, environment: environment.clone(), ..Options::default() };
        Server::start(&options).expect("a server")
    };
    let (here, there) = (start(), start());
    let writers = from_environment("QUARRY_TEST_WRITERS", 4);
    let seconds = u64::try_from(from_environment("QUARRY_TEST_SECONDS", 6)).expect("a number");
    let people: Vec<Person> = (0..writers).map(|writer| Person::new(&here, &format!("Writer{writer}"))).collect();
    let page = page_in(&here, space_of(&here, &people));
    let many: Vec<Json> = (0..BLOCKS).map(|number| new(&format!("k{number}"), "")).collect();
    let body = json!({ "base_version": 0, "blocks": many });
    let made = people[0].browser(&here).write("PUT", &path(page), &body);
    assert_eq!(made.status, 200, "{}", made.text);
    let browsers: Vec<Browser<'_>> = people
        .iter()
        .enumerate()
        // Every other writer is on the host that dies.
        .map(|(name, person)| person.browser(if name % 2 == 1 { &there } else { &here }))
        .collect();
    let until = Instant::now() + Duration::from_secs(seconds);
    let is_killed = AtomicBool::new(false);
    let all: Vec<Words> = std::thread::scope(|scope| {
        let running = browsers.into_iter().zip(&people).enumerate().map(|(name, (browser, person))| {
            let writer = Writer {
                name,
                writers,
                person,
                browser,
                other_host: &here,
                page,
                words: Words::default(),
                host_dies: name % 2 == 1,
                is_killed: &is_killed,
            };
            scope.spawn(move || writer.run(until))
        });
        let running: Vec<_> = running.collect();
        std::thread::sleep(Duration::from_secs(seconds / 2));
        let pid = rustix::process::Pid::from_raw(there.pid).expect("a process");
        is_killed.store(true, Ordering::Relaxed);
        rustix::process::kill_process(pid, rustix::process::Signal::KILL).expect("it is killed");
        running.into_iter().map(|writer| writer.join().expect("a writer finds its words")).collect()
    });
    assert_nothing_is_lost(&here, page, &people, &all);
}

fn assert_nothing_is_lost(here: &Server, page: i64, people: &[Person], all: &[Words]) {
    let document = read(&people[0].browser(here), page);
    let bodies: Vec<String> =
        blocks(&document).iter().map(|block| block["body"].as_str().expect("a body").to_owned()).collect();
    assert_eq!(bodies.len(), BLOCKS);
    let in_document = words_of(&bodies);
    let kept = |sql: &str| texts(here, &format!("{sql} LIMIT 10000"), &[Value::Int64(page)]);
    let mut versions = kept("SELECT body AS text FROM research_block_versions WHERE page_id = $1");
    versions.extend(kept("SELECT blocks AS text FROM research_page_versions WHERE page_id = $1"));
    let in_versions = words_of(&versions);
    let (mut acknowledged, mut unknown, mut in_version_alone) = (HashSet::new(), HashSet::new(), 0);
    for (at, word) in all.iter().flat_map(|words| &words.acknowledged) {
        let in_its_block = bodies[*at].matches(word.as_str()).count();
        assert_eq!(in_document.get(word).copied().unwrap_or_default(), in_its_block, "{word} stands elsewhere");
        assert!(in_its_block <= 1, "{word} in {}", bodies[*at]);
        assert!(in_its_block == 1 || in_versions.contains_key(word), "{word} is lost");
        assert!(in_its_block == 1 || *at >= BLOCKS - SHARED, "nobody but its author wrote in the block of {word}");
        in_version_alone += usize::from(in_its_block == 0);
        acknowledged.insert(word.as_str());
    }
    for (person, words) in people.iter().zip(all) {
        unknown.extend(words.unknown.iter().map(String::as_str));
        for word in &words.refused {
            assert!(!in_document.contains_key(word) && !in_versions.contains_key(word), "{word} was refused");
            let sql = "SELECT document AS text FROM research_drafts WHERE page_id = $1 AND user_id = $2 LIMIT 100";
            let drafts = texts(here, sql, &[Value::Int64(page), Value::Int64(person.id)]);
            assert!(drafts.iter().any(|draft| draft.contains(word.as_str())), "{word} is in no draft of its author");
        }
    }
    // Nothing that nobody wrote.
    let strange =
        in_document.keys().find(|word| !acknowledged.contains(word.as_str()) && !unknown.contains(word.as_str()));
    assert_eq!(strange, None);
    let sum = |count: fn(&Words) -> usize| all.iter().map(count).sum::<usize>();
    let after_the_kill = sum(|words| words.saves_after_the_kill);
    assert!(after_the_kill > 0 && acknowledged.len() > people.len(), "{} words", acknowledged.len());
    println!(
        "{} words acknowledged of {} writers: {} in the document, {in_version_alone} in versions alone, {after_the_kill} after the kill; \
         {} conflicts, all in shared blocks, {} words refused for good and in a draft; {} without an answer, of which {} are in the \
         document; {} outages",
        acknowledged.len(),
        people.len(),
        acknowledged.len() - in_version_alone,
        sum(|words| words.conflicts),
        sum(|words| words.refused.len()),
        unknown.len(),
        unknown.iter().filter(|word| in_document.contains_key(**word)).count(),
        sum(|words| words.outages),
    );
}
