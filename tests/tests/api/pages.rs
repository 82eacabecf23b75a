//! The pages for people: their addresses, their files, and each of them in a real browser.

use crate::organizations::house::{House, PASSWORD, execute};
use crate::small_chain::load;
use http::Request;
use quarry::edge::Pages;
use quarry::stores::result_set::Value;
use quarry::web_application::WebApplication;
use quarry_tests::bounded::{self, Running};
use quarry_tests::browser::{email, password};
use quarry_tests::server::{Options, Server, app_store_environment, shared};
use serde_json::{Value as Json, json};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; \
                      font-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";
const POOL: &str = "0x88e6a0c2ddd26feeb64f039a2c41296fcb3f5640";
/// One page of each sort that shows texts of strangers; `just pages` looks at every one.
const STRANGE: &str = "pool,lender,event,transaction,published,staff-people,staff-organization,staff,staff-audit,\
                       organization-webhook,research-trash,project-board-of-a-view,page";

#[test]
fn an_address_has_the_status_of_what_its_page_is_about() {
    quarry_tests::on_one_engine!();
    let nobody = format!("/prices/0x{}1", "0".repeat(39));
    let known = format!("/prices/{POOL}?chain=ethereum&range=7d");
    let expected = [
        ("/", 200),
        ("/prices", 200),
        (&known, 200),
        (&nobody, 404),
        ("/prices/nonsense", 422),
        ("/guides/paging", 200),
        ("/guides/no-such-guide", 404),
        ("/no/such/page", 404),
        ("/prices/a/b", 404),
    ];
    for (path, status) in expected {
        let page = shared().send_to_root("GET", path, &[("accept", "text/html")]);
        assert_eq!((page.status, page.header("content-security-policy")), (status, POLICY), "{path}");
        assert!(page.header("content-type").starts_with("text/html"), "{path}");
        assert!(page.text.contains("<div id=\"application\">"), "{path}");
    }
    // Programs, and what lies in the interface's own part, are answered as ever.
    for (path, accept) in [("/no/such/page", "application/json"), ("/api/v2/pairs", "text/html")] {
        let answer = shared().send_to_root("GET", path, &[("accept", accept)]);
        assert_eq!((answer.status, answer.code().as_str()), (404, "not_found"), "{path}");
    }
    assert_eq!(shared().send_to_root("POST", "/prices", &[]).status, 405);
}

#[test]
fn a_page_tells_without_a_script_what_it_is_and_where_its_figures_are() {
    quarry_tests::on_one_engine!();
    let page = shared().send_to_root("GET", &format!("/prices/{POOL}"), &[]);
    let (_, told) = page.text.split_once("<noscript>").expect("a part for browsers without scripts");
    assert!(told.contains("Price bars of one pool"), "{told}");
    assert!(told.contains(&format!("href=\"/api/v1/public/prices/{POOL}\"")), "{told}");
    assert!(page.text.contains("<title>Pool · Quarry</title>"));
    let hostile = shared().send_to_root("GET", "/timeline/'&\"{base_path}", &[]);
    assert!(hostile.text.contains("/public/timeline/'&amp;&quot;{base_path}\""), "{}", hostile.text);
    // Nothing of a page runs or looks by itself: scripts and styles are files.
    for (tag, attribute) in
        [("<script", " src=\"/assets/"), ("<style", "nothing"), (" style=", "nothing"), ("onload=", "nothing")]
    {
        for rest in page.text.split(tag).skip(1) {
            assert!(rest.split('>').next().is_some_and(|inside| inside.contains(attribute)), "{tag}{rest}");
        }
    }
}

#[test]
fn a_browser_keeps_files_for_ever_and_asks_whether_its_page_is_the_newest() {
    quarry_tests::on_one_engine!();
    let front = shared().send_to_root("GET", "/", &[]);
    assert_eq!(front.header("cache-control"), "no-cache");
    let again = shared().send_to_root("GET", "/", &[("if-none-match", front.header("etag"))]);
    assert_eq!(again.status, 304);
    let script =
        front.text.split('"').find(|part| part.starts_with("/assets/") && part.ends_with(".js")).expect("a script");
    let plain = shared().send_to_root("GET", script, &[]);
    assert_eq!((plain.status, plain.header("cache-control")), (200, "public, max-age=31536000, immutable"));
    let length = |codings: &str| {
        let answer = shared().send_to_root("HEAD", script, &[("accept-encoding", codings)]);
        (
            answer.header("content-encoding").to_owned(),
            answer.header("content-length").parse::<usize>().expect("a length"),
        )
    };
    let (gzip, brotli) = (length("gzip"), length("gzip, br"));
    assert_eq!((gzip.0.as_str(), brotli.0.as_str()), ("gzip", "br"));
    assert!(brotli.1 < gzip.1 && gzip.1 < plain.text.len() / 2, "{gzip:?} {brotli:?} {}", plain.text.len());
    assert_eq!(shared().send_to_root("GET", "/assets/no-such-file.js", &[("accept", "*/*")]).status, 404);
}

#[test]
fn an_installation_without_pages_says_so_and_leads_to_the_interface() {
    quarry_tests::on_one_engine!();
    let bare = WebApplication::new(None, "/api/v1", "quarry-web").expect("nothing is read");
    let asked = |path: &str| Request::get(path).body(()).expect("a request").into_parts().0;
    let page = bare.page(&asked("/")).expect("a page");
    let text = String::from_utf8(page.body.to_vec()).expect("text");
    assert!(text.contains("no folder <code>web</code>") && text.contains("href=\"/docs\""), "{text}");
    assert!(bare.page(&asked("/prices")).is_none());
}

/// The people of a server's sample, as `tests/pages/people.mjs` takes them.
fn people(server: &Server) -> String {
    let known = ["member", "admin", "staff"]
        .map(|who| (who.to_owned(), json!({ "email": email(server, who), "password": password(server, who) })));
    Json::Object(known.into_iter().collect()).to_string()
}

/// A script of `tests/pages` with its arguments.
fn script(name: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new("node");
    command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("pages").join(name)).args(arguments);
    command
}

/// Runs a script of `tests/pages` on a server; what it takes from the environment says how much it looks at.
fn walk(name: &str, arguments: &[&str], environment: &[(&str, &str)]) {
    let mut script = script(name, arguments);
    // A walk ends by itself when it opens no page for a while (`browser.mjs`): this bound is for one that opens pages without end.
    let output = bounded::output(script.envs(environment.iter().copied()), 3 * bounded::LONG).expect("the walk ends");
    let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    assert!(output.status.success(), "{said}");
    println!("{said}");
}

#[test]
fn every_page_shows_the_figures_of_the_interface_in_a_browser() {
    quarry_tests::on_one_engine!();
    walk("walk.mjs", &[&format!("{}/api/v1", shared().base_url)], &[("PEOPLE", &people(shared()))]);
}

#[test]
#[ignore = "takes minutes: `just measure-pages` runs it"]
fn a_first_visit_is_measured() {
    quarry_tests::on_one_engine!();
    walk("measure.mjs", &[&format!("{}/api/v1", shared().base_url)], &[("PEOPLE", &people(shared()))]);
}

#[test]
fn the_pages_are_used_by_keyboard_alone() {
    quarry_tests::on_one_engine!();
    walk("keyboard.mjs", &[&format!("{}/api/v1", shared().base_url)], &[]);
}

#[test]
fn people_look_after_their_account_and_organization_by_keyboard_alone() {
    quarry_tests::on_one_engine!();
    let house = House::new(shared());
    let people = json!({ "owner": { "email": house.owner.email, "password": PASSWORD } }).to_string();
    let mail = shared().data_dir.join("mail").display().to_string();
    walk("account.mjs", &[&format!("{}/api/v1", shared().base_url)], &[("PEOPLE", &people), ("MAIL", &mail)]);
}

#[test]
fn organizations_classes_spaces_and_accounts_are_changed_by_keyboard_alone() {
    quarry_tests::on_one_engine!();
    quarry_tests::in_the_whole_suite!();
    let house = House::new(shared());
    // With the plan that a new account has nobody makes a space.
    let plan = "UPDATE organizations SET plan_key = 'researcher' WHERE id = $1";
    execute(shared(), plan, &[Value::Int64(house.owner.own_organization_id)]);
    let [owner, member] =
        [&house.owner, &house.member].map(|person| json!({ "email": person.email, "password": PASSWORD }));
    let people = json!({ "owner": owner, "member": member }).to_string();
    walk("actions.mjs", &[&format!("{}/api/v1", shared().base_url)], &[("PEOPLE", &people)]);
}

#[test]
fn a_desk_is_used_by_keyboard_alone() {
    quarry_tests::on_one_engine!();
    quarry_tests::in_the_whole_suite!();
    walk("desk.mjs", &[&format!("{}/api/v1", shared().base_url)], &[("PEOPLE", &people(shared()))]);
}

#[test]
fn research_is_written_by_keyboard_and_by_two_people_at_once() {
    quarry_tests::on_one_engine!();
    walk("research.mjs", &[&format!("{}/api/v1", shared().base_url)], &[("PEOPLE", &people(shared()))]);
}

#[test]
fn the_daily_work_of_research_and_staff_is_done_by_keyboard_alone() {
    quarry_tests::on_one_engine!();
    quarry_tests::in_the_whole_suite!();
    walk("workings.mjs", &[&format!("{}/api/v1", shared().base_url)], &[("PEOPLE", &people(shared()))]);
}

#[test]
fn whatever_the_interface_answers_a_page_says_why_and_leads_on() {
    quarry_tests::on_one_engine!();
    walk("states.mjs", &[&format!("{}/api/v1", shared().base_url)], &[("PEOPLE", &people(shared()))]);
}

#[test]
fn texts_of_strangers_stay_texts_on_the_pages() {
    quarry_tests::on_one_engine!();
    let only = std::env::var("ONLY").unwrap_or_else(|_| STRANGE.to_owned());
    walk(
        "walk.mjs",
        &[&format!("{}/api/v1", shared().base_url)],
        &[("HOSTILE", "1"), ("WIDTHS", "360"), ("ONLY", &only), ("PEOPLE", &people(shared()))],
    );
}

/// A server whose modules, organizations and plans these tests change.
fn changed() -> &'static Server {
    static SERVER: OnceLock<Server> = OnceLock::new();
    SERVER.get_or_init(|| {
        let mut environment = app_store_environment("pages_changed").expect("the application store of the tests");
        environment.push(("QUARRY__RATE_LIMITS__PUBLIC_PER_MINUTE".to_owned(), "0".to_owned()));
        // Kept answers would be a minute old.
        environment.push(("QUARRY__CACHE__MEMORY_BYTES".to_owned(), "0".to_owned()));
        Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a server")
    })
}

#[test]
fn pages_follow_what_is_loaded_and_what_staff_switch_by_keyboard() {
    quarry_tests::on_one_engine!();
    let server = changed();
    load(server, &[(1_000, 1_000)]);
    // One page stays open while a block is loaded.
    let mut sees = script("sees.mjs", &[&server.base_url, "/explorer", "1,000", "1,001"]);
    let mut page = Running(sees.stdout(Stdio::piped()).spawn().expect("node is installed"));
    let said = bounded::lines(page.0.stdout.take().expect("its output"));
    let shows = |text: &str| {
        let line =
            said.recv_timeout(bounded::SHORT).unwrap_or_else(|_| panic!("the page does not come to show {text}"));
        assert_eq!(line, format!("/explorer shows {text}"));
    };
    shows("1,000");
    load(server, &[(1_001, 1_001)]);
    shows("1,001");
    let end = bounded::ended(&mut page.0, bounded::SHORT).expect("it is looked at");
    assert!(end.is_some_and(|status| status.success()), "the browser is closed: {end:?}");
    walk("switch.mjs", &[&server.base_url, &email(server, "staff"), &password(server, "staff")], &[]);
}

#[test]
fn staff_act_as_somebody_and_change_an_organization_by_keyboard() {
    quarry_tests::on_one_engine!();
    quarry_tests::in_the_whole_suite!();
    walk("staff.mjs", &[&format!("{}/api/v1", changed().base_url)], &[("PEOPLE", &people(changed()))]);
}
