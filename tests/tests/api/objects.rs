//! Objects: what a component stores comes back byte for byte, whole or in ranges, to whom it may, for as long as it may.

use quarry_tests::complete;
use quarry_tests::http::Answer;
use quarry_tests::server::{Options, Server, empty_app_store_environment, fresh_folder, installation};
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};
use std::sync::OnceLock;
use std::time::Duration;
use ureq::http::Response;

/// A server with the component `complete`.
pub(crate) fn server() -> &'static Server {
    static SERVER: OnceLock<Server> = OnceLock::new();
    SERVER.get_or_init(|| start("objects", "", &[]))
}

/// A server with `complete`, with more in its configuration and its environment.
pub(crate) fn start(name: &str, configuration: &str, environment: &[(&str, &str)]) -> Server {
    let folder = fresh_folder(name).expect("a folder");
    let dist = installation().expect("an installation").join("components");
    std::fs::copy(dist.join("account.wasm"), folder.join("account.wasm")).expect("the family account");
    complete::copy(&folder, &[]);
    let config = folder.join("quarry.toml");
    let text = format!(
        "[server]\nlisten = \"127.0.0.1:0\"\nenvironment = \"sandbox\"\n[paths]\ndata_dir = \"{0}/data\"\n\
         [components]\nfolder = \"{0}\"\n{1}\
         [rate_limits]\npublic_per_minute = 0\n{configuration}",
        folder.display(),
        complete::given("")
    );
    std::fs::write(&config, text).expect("a file");
    let mut all = empty_app_store_environment(name).expect("an application store");
    all.extend(environment.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
    let data_dir = Some(folder.join("data"));
    Server::start(&Options { config: Some(config), data_dir, environment: all, ..Options::default() })
        .expect("a server")
}

/// Byte `i` is `i` modulo 251, as the component generates it.
fn pattern(size: usize) -> Vec<u8> {
    (0..size).map(|index| u8::try_from(index % 251).expect("a byte")).collect()
}

fn hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn generate(server: &Server, key: &str, size: usize) -> Json {
    let answer = server.send("POST", &format!("/archive/generated?key={key}&size={size}"), &[]);
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()
}

fn put(server: &Server, query: &str, body: &str) -> Answer {
    server.send_body("POST", &format!("/archive/objects?{query}"), &[("content-type", "text/csv")], body.as_bytes())
}

/// An answer with its bytes; `path` is a whole one.
fn load(server: &Server, path: &str, headers: &[(&str, &str)]) -> (Response<()>, Vec<u8>) {
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .timeout_global(Some(Duration::from_secs(60)))
        .build()
        .into();
    let mut request = ureq::http::Request::builder().uri(format!("{}{path}", server.base_url));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let (head, mut body) = agent.run(request.body(()).expect("a request")).expect("an answer").into_parts();
    let bytes = body.with_config().limit(2 << 30).read_to_vec().expect("a whole body");
    (Response::from_parts(head, ()), bytes)
}

fn header(response: &Response<()>, name: &str) -> String {
    response.headers().get(name).map(|value| value.to_str().expect("text").to_owned()).unwrap_or_default()
}

fn object(key: &str) -> String {
    format!("/api/v1/archive/object?key={key}")
}

#[test]
fn what_is_stored_comes_back_with_its_checksum() {
    let server = server();
    for size in [0, 1, 1 << 20, (5 << 20) + 1, (23 << 20) + 7] {
        let stored = generate(server, "whole", size);
        let (response, bytes) = load(server, &object("whole"), &[]);
        assert_eq!((response.status().as_u16(), bytes.len()), (200, size));
        assert!(bytes == pattern(size), "{size} bytes come back as they were stored");
        assert_eq!(stored["sha256"], hex(&bytes));
        assert_eq!(header(&response, "etag"), format!("\"{}\"", hex(&bytes)));
        use base64::Engine;
        let digest = base64::engine::general_purpose::STANDARD.encode(Sha256::digest(&bytes));
        assert_eq!(header(&response, "repr-digest"), format!("sha-256=:{digest}:"));
        assert_eq!(header(&response, "x-checksum-sha256"), hex(&bytes));
        assert_eq!(header(&response, "accept-ranges"), "bytes");
        assert_eq!(header(&response, "content-length"), size.to_string());
        assert_eq!(header(&response, "content-type"), "application/octet-stream");
    }
}

#[test]
fn a_range_is_answered_as_the_standard_says() {
    let server = server();
    let size = 300_000;
    generate(server, "ranges", size);
    let whole = pattern(size);
    let last = size - 1;
    for (range, part) in [
        ("bytes=0-0", Some(0..1)),
        ("bytes=0-99", Some(0..100)),
        ("bytes=100-", Some(100..size)),
        ("bytes=-1", Some(last..size)),
        ("bytes=-100", Some(size - 100..size)),
        ("bytes=-999999999", Some(0..size)),
        ("bytes=131071-131072", Some(131_071..131_073)),
        ("bytes=200000-999999999", Some(200_000..size)),
        ("bytes=5-99999999999999999999999999", Some(5..size)),
        (&format!("bytes={last}-{last}"), Some(last..size)),
        ("BYTES=1-2", Some(1..3)),
        // What is malformed, of another unit or several says nothing.
        ("bytes=2-1", None),
        ("bytes=0-1,5-6", None),
        ("items=0-1", None),
        ("bytes=a-b", None),
        ("bytes=-", None),
        ("bytes", None),
        ("bytes=1", None),
        ("bytes=+1-2", None),
    ] {
        let (response, bytes) = load(server, &object("ranges"), &[("range", range)]);
        let status = if part.is_some() { 206 } else { 200 };
        assert_eq!(response.status().as_u16(), status, "{range}");
        let content_range =
            part.as_ref().map(|part| format!("bytes {}-{}/{size}", part.start, part.end - 1)).unwrap_or_default();
        assert_eq!(header(&response, "content-range"), content_range, "{range}");
        let expected = &whole[part.unwrap_or(0..size)];
        assert!(bytes == expected, "{range}: {} bytes instead of {}", bytes.len(), expected.len());
        assert_eq!(header(&response, "content-length"), expected.len().to_string(), "{range}");
        assert!(!header(&response, "repr-digest").is_empty(), "{range}");
    }
    for range in [format!("bytes={size}-"), "bytes=-0".to_owned(), "bytes=99999999999999999999999999-".to_owned()] {
        let (response, bytes) = load(server, &object("ranges"), &[("range", &range)]);
        assert_eq!(response.status().as_u16(), 416, "{range}");
        let refusal: Json = serde_json::from_slice(&bytes).expect("the published form");
        assert_eq!((&refusal["error"], &refusal["size_bytes"]), (&"range_not_satisfiable".into(), &size.into()));
        assert_eq!(header(&response, "content-range"), format!("bytes */{size}"), "{range}");
    }
}

#[test]
fn conditions_are_kept() {
    let server = server();
    put(server, "key=conditions", "a,b\n1,2\n");
    let path = object("conditions");
    let (response, _) = load(server, &path, &[]);
    let tag = header(&response, "etag");
    for (condition, status) in [(tag.as_str(), 304), ("*", 304), ("\"other\"", 200), (&format!("W/{tag}"), 304)] {
        let (response, bytes) = load(server, &path, &[("if-none-match", condition)]);
        assert_eq!(response.status().as_u16(), status, "{condition}");
        assert_eq!(bytes.is_empty(), status == 304, "{condition}");
    }
    for (condition, status) in
        [(tag.as_str(), 206), ("\"other\"", 200), (&format!("W/{tag}"), 200), ("Wed, 21 Oct 2026 07:28:00 GMT", 200)]
    {
        let (response, _) = load(server, &path, &[("if-range", condition), ("range", "bytes=0-1")]);
        assert_eq!(response.status().as_u16(), status, "{condition}");
    }
    let head = server.send("HEAD", "/archive/object?key=conditions", &[("range", "bytes=0-1")]);
    assert_eq!((head.status, head.header("content-length"), head.text.as_str()), (200, "8", ""));
}

#[test]
fn a_browser_is_told_the_name_to_save_under() {
    let server = server();
    put(server, "key=named", "a");
    let (response, _) = load(server, "/api/v1/archive/attachment?key=named", &[]);
    let disposition = header(&response, "content-disposition");
    assert_eq!(disposition, "attachment; filename*=UTF-8''L%C3%B6hne%20%26%20more.csv");
    assert_eq!(header(&response, "content-type"), "text/csv");
    assert_eq!(header(&response, "x-content-type-options"), "nosniff");
}

#[test]
fn an_object_is_replaced_removed_and_listed_by_its_key() {
    let server = server();
    for key in ["list/a", "list/b", "list/c", "list2/a"] {
        assert_eq!(put(server, &format!("key={key}"), key).status, 200);
    }
    let list = |query: &str| server.get_keyless(&format!("/archive/list?{query}")).json()["keys"].clone();
    assert_eq!(list("prefix=list/&count=2"), serde_json::json!(["list/a", "list/b"]));
    assert_eq!(list("prefix=list/&count=2&after=list/b"), serde_json::json!(["list/c"]));
    put(server, "key=list/b", "new");
    assert_eq!(load(server, &object("list/b"), &[]).1, b"new");
    let removed =
        |key: &str| server.send("POST", &format!("/archive/removals?key={key}"), &[]).json()["removed"].clone();
    assert_eq!((removed("list/b"), removed("list/b")), (true.into(), false.into()));
    assert_eq!(server.get_keyless("/archive/object?key=list/b").status, 404);
    assert_eq!(list("prefix=list/&count=9"), serde_json::json!(["list/a", "list/c"]));
}

#[test]
fn an_object_goes_when_its_time_is_over() {
    let server = server();
    let stored = put(server, "key=brief&valid_seconds=2", "a");
    assert!(stored.json()["expires_at"].is_i64(), "{}", stored.text);
    assert_eq!(server.get_keyless("/archive/object?key=brief").status, 200);
    std::thread::sleep(Duration::from_millis(2_200));
    assert_eq!(server.get_keyless("/archive/object?key=brief").status, 404);
    assert_eq!(server.get_keyless("/archive/head?key=brief").status, 404);
}

#[test]
fn an_upload_that_is_given_up_leaves_nothing() {
    let server = server();
    put(server, "key=kept", "before");
    // Small and larger than a part.
    for pieces in [1, 12] {
        let dropped = server.send("POST", &format!("/archive/dropped?key=never&size={pieces}"), &[]);
        assert_eq!(dropped.json()["found"], false, "{}", dropped.text);
        server.send("POST", &format!("/archive/dropped?key=kept&size={pieces}"), &[]);
    }
    assert_eq!(load(server, &object("kept"), &[]).1, b"before");
}

#[test]
fn the_component_reads_what_it_stored() {
    let server = server();
    generate(server, "read", 1_000);
    let sum = |query: &str| server.get_keyless(&format!("/archive/sum?key=read&{query}")).json();
    let expected: u64 = pattern(1_000)[990..].iter().map(|byte| u64::from(*byte)).sum();
    assert_eq!(sum("offset=990&length=100"), serde_json::json!({ "count": 10, "sum": expected }));
    assert_eq!(sum("offset=1000&length=100"), serde_json::json!({ "count": 0, "sum": 0 }));
    let none = server.get_keyless("/archive/sum?key=nothing&offset=0&length=1").json();
    assert!(none["count"].is_null(), "{none}");
}

#[test]
fn a_signed_link_works_without_a_key_until_its_time_is_over() {
    let server = server();
    put(server, "key=linked", "a,b\n");
    let sign = |seconds: u32| {
        let answer = server.send("POST", &format!("/archive/links?key=linked&valid_seconds={seconds}"), &[]);
        answer.json()["link"].as_str().unwrap_or_else(|| panic!("{}", answer.text)).to_owned()
    };
    let link = sign(60);
    assert!(link.starts_with("/api/v1/objects/"), "{link}");
    let (response, bytes) = load(server, &link, &[]);
    assert_eq!((response.status().as_u16(), bytes.as_slice()), (200, &b"a,b\n"[..]));
    assert_eq!(header(&response, "content-disposition"), "attachment; filename*=UTF-8''prices.csv");
    assert_eq!(header(&response, "cache-control"), "no-store");
    let (part, bytes) = load(server, &link, &[("range", "bytes=2-2")]);
    assert_eq!((part.status().as_u16(), bytes.as_slice()), (206, &b"b"[..]));

    let brief = sign(1);
    std::thread::sleep(Duration::from_millis(2_100));
    let (over, _) = load(server, &brief, &[]);
    assert_eq!(over.status().as_u16(), 404, "a link whose time is over");
    assert_eq!(load(server, &link, &[]).0.status().as_u16(), 200);

    // Each character, changed: none of them makes another link.
    let token = link.strip_prefix("/api/v1/objects/").expect("a token");
    for at in 0..token.len() {
        let mut forged: Vec<u8> = token.bytes().collect();
        forged[at] = if forged[at] == b'A' { b'Q' } else { b'A' };
        let forged = String::from_utf8(forged).expect("text");
        let (response, _) = load(server, &format!("/api/v1/objects/{forged}"), &[]);
        assert_eq!(response.status().as_u16(), 404, "character {at}");
    }
    for nothing in ["a", "AAAA", &token[..token.len() - 4], &"A".repeat(2_000)] {
        let (response, _) = load(server, &format!("/api/v1/objects/{nothing}"), &[]);
        assert_eq!(response.status().as_u16(), 404, "{nothing}");
    }
    server.send("POST", "/archive/removals?key=linked", &[]);
    assert_eq!(load(server, &link, &[]).0.status().as_u16(), 404, "what it led to is gone");
}

#[test]
fn a_post_answers_with_an_object_of_the_media_type_that_was_asked_for() {
    for media_type in ["text/markdown", "text/html"] {
        let path = format!("/archive/bundles?media_type={}", media_type.replace('/', "%2F"));
        let answer = server().send("POST", &path, &[]);
        assert_eq!((answer.status, answer.text.as_str()), (200, "# A bundle"), "{media_type}");
        assert_eq!(answer.header("content-type"), media_type);
        assert_eq!(answer.header("content-disposition"), "attachment; filename*=UTF-8''bundle.md");
    }
}

#[test]
fn a_signed_upload_takes_one_file_of_its_kind_and_size_and_nothing_else() {
    let server = server();
    let sign = |seconds: u32| {
        let query = format!("/archive/uploads?key=pictures%2F1&max_bytes=10&seconds={seconds}");
        let answer = server.send("POST", &query, &[]);
        let path = answer.json()["path"].as_str().unwrap_or_else(|| panic!("{}", answer.text)).to_owned();
        path.strip_prefix("/api/v1").expect("below the base path").to_owned()
    };
    let path = sign(60);
    let send = |path: &str, content_type: &str, body: &[u8]| {
        server.send_body("PUT", path, &[("content-type", content_type)], body)
    };
    let other_type = send(&path, "text/html", b"<script>");
    assert_eq!(
        (other_type.status, &other_type.json()["accepted"]),
        (415, &json!(["image/png"])),
        "{}",
        other_type.text
    );
    assert_eq!(send(&path, "image/png", b"eleven byte").status, 413);
    assert_eq!(server.get("/archive/head?key=pictures%2F1").status, 404, "what was refused is not stored");
    assert_eq!(send(&path, "image/png", b"ten bytes.").status, 204);
    let stored = server.get("/archive/head?key=pictures%2F1").json();
    assert_eq!((&stored["size_bytes"], &stored["content_type"]), (&json!(10), &json!("image/png")), "{stored}");
    // Sent again, as a client does to which no answer came; and another file, behind the back of who looked at the first.
    assert_eq!(send(&path, "image/png", b"ten bytes.").status, 204);
    let other = send(&path, "image/png", b"other");
    assert_eq!((other.status, other.code().as_str()), (409, "constraint_violated"), "{}", other.text);
    assert_eq!(server.get("/archive/head?key=pictures%2F1").json(), stored);

    let brief = sign(1);
    std::thread::sleep(Duration::from_millis(2_100));
    assert_eq!(send(&brief, "image/png", b"late").status, 404, "a link whose time is over");
    let mut forged = path.clone().into_bytes();
    let at = forged.len() - 10;
    forged[at] = if forged[at] == b'A' { b'Q' } else { b'A' };
    assert_eq!(send(&String::from_utf8(forged).expect("text"), "image/png", b"x").status, 404, "a forged link");
    let (read, _) = load(server, &format!("/api/v1{path}"), &[]);
    assert_eq!(read.status().as_u16(), 404, "a link to write is none to read");
    let link = server.send("POST", "/archive/links?key=pictures%2F1&valid_seconds=60", &[]).json()["link"].clone();
    let link = link.as_str().and_then(|link| link.strip_prefix("/api/v1")).expect("a link").to_owned();
    assert_eq!(send(&link, "image/png", b"x").status, 404, "a link to read is none to write");
    for (query, sentence) in
        [("max_bytes=0&seconds=60", "limit-exceeded"), ("max_bytes=1&seconds=3601", "limit-exceeded")]
    {
        let refused = server.send("POST", &format!("/archive/uploads?key=a&{query}"), &[]);
        assert_eq!(refused.status, 503, "{sentence}: {}", refused.text);
    }
}

#[test]
fn a_signed_upload_of_25_mib_is_stored_as_it_comes() {
    let server = server();
    let sign = |key: &str, max_bytes: usize| {
        let query = format!("/archive/uploads?key={key}&max_bytes={max_bytes}&seconds=60");
        let answer = server.send("POST", &query, &[]);
        let path = answer.json()["path"].as_str().unwrap_or_else(|| panic!("{}", answer.text)).to_owned();
        path.strip_prefix("/api/v1").expect("below the base path").to_owned()
    };
    let whole = pattern(25 << 20);
    let sent = server.send_body("PUT", &sign("film", whole.len()), &[("content-type", "image/png")], &whole);
    assert_eq!(sent.status, 204, "{}", sent.text);
    let (response, bytes) = load(server, &object("film"), &[]);
    assert!(response.status().as_u16() == 200 && bytes == whole, "{} bytes", bytes.len());
    let over = server.send_body("PUT", &sign("other", whole.len() - 1), &[("content-type", "image/png")], &whole);
    assert_eq!((over.status, over.code().as_str()), (413, "payload_too_large"), "{}", over.text);
    assert_eq!(server.get("/archive/head?key=other").status, 404, "nothing of it is stored");
    let refused = server.send("POST", &format!("/archive/uploads?key=a&max_bytes={}&seconds=60", (25 << 20) + 1), &[]);
    assert_eq!(refused.status, 503, "more than 25 MiB is no signed upload: {}", refused.text);
}

#[test]
fn what_a_component_may_not_do_is_refused_with_a_sentence_for_its_author() {
    for (attempt, kind, sentence) in [
        ("key", "rejected", "\"../outside\" is not a key"),
        ("empty-key", "rejected", "\"\" is not a key"),
        ("content-type", "rejected", "\"not a type\" is not a media type"),
        ("piece", "limit-exceeded", "one read gives at most 1048576 bytes"),
        ("list", "limit-exceeded", "one list gives 1 to 500 objects"),
        ("link", "limit-exceeded", "a link lives 1 to 3600 seconds"),
        ("file-name", "rejected", "\"../a\" is not a file name"),
        ("uploads", "limit-exceeded", "4 uploads of this call are open"),
        ("operations", "limit-exceeded", "one call may do 2000 operations"),
    ] {
        let answer = server().send("POST", &format!("/archive/attempts/{attempt}"), &[]);
        assert_eq!(answer.json()["kind"], kind, "{attempt}: {}", answer.text);
        assert!(answer.json()["sentence"].as_str().unwrap_or_default().starts_with(sentence), "{}", answer.text);
    }
}

#[test]
fn objects_lie_where_nobody_else_reads_them() {
    use std::os::unix::fs::PermissionsExt;
    let server = server();
    put(server, "key=private", "a");
    let folder = server.data_dir.join("objects");
    let mode = std::fs::metadata(&folder).expect("the folder").permissions().mode();
    assert_eq!(mode & 0o777, 0o700, "{}", folder.display());
}

#[test]
fn a_large_object_takes_no_memory_to_speak_of() {
    let server = start("large", "", &[]);
    let peak_kib = || {
        let status = std::fs::read_to_string(format!("/proc/{}/status", server.pid)).expect("a process");
        let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("its peak").to_owned();
        line.split_whitespace().nth(1).and_then(|number| number.parse::<u64>().ok()).expect("a number")
    };
    generate(&server, "small", 1 << 20);
    load(&server, &object("small"), &[]);
    let before = peak_kib();
    let stored = generate(&server, "large", 200 << 20);
    let (response, bytes) = load(&server, &object("large"), &[]);
    assert_eq!((response.status().as_u16(), bytes.len()), (200, 200 << 20));
    assert_eq!(stored["sha256"], hex(&bytes));
    // The kernel's figure is put together from each core's and may go back by a few pages.
    let grown = peak_kib().saturating_sub(before);
    assert!(grown < 64 << 10, "the host's memory grew by {grown} KiB for an object of 200 MiB");
}

#[test]
fn a_page_that_somebody_stored_runs_nothing_in_the_browser_of_who_opens_it() {
    let server = start("objects_shown", "", &[]);
    let show = |media_type: &str| {
        let encoded = media_type.replace('/', "%2F").replace('+', "%2B").replace(' ', "%20").replace(';', "%3B");
        let path = format!("/archive/bundles?media_type={encoded}");
        assert_eq!(server.send("POST", &path, &[]).status, 200, "{media_type}");
        load(&server, &object("bundle"), &[]).0
    };
    for (media_type, disposition) in [
        ("text/html", "attachment"),
        ("TEXT/HTML; charset=utf-8", "attachment"),
        ("image/svg+xml", "attachment"),
        ("application/xhtml+xml", "attachment"),
        ("application/pdf", "attachment"),
        ("application/javascript", "attachment"),
        ("image/png", ""),
        ("text/plain; charset=utf-8", ""),
        // What the route declares.
        ("application/octet-stream", ""),
    ] {
        let shown = show(media_type);
        assert_eq!(header(&shown, "content-type"), media_type);
        assert_eq!(header(&shown, "content-disposition"), disposition, "{media_type}");
        assert_eq!(header(&shown, "x-content-type-options"), "nosniff", "{media_type}");
        let tag = header(&shown, "etag");
        let unchanged = load(&server, &object("bundle"), &[("if-none-match", &tag)]).0;
        assert_eq!(unchanged.status().as_u16(), 304, "{media_type}");
        for answer in [&shown, &unchanged] {
            let policy = header(answer, "content-security-policy");
            let rules: Vec<&str> = policy.split("; ").collect();
            assert!(rules.contains(&"sandbox") && rules.contains(&"default-src 'none'"), "{media_type}: {policy}");
            assert_eq!(header(answer, "content-disposition"), disposition, "{media_type}");
        }
    }
}

#[test]
fn a_component_that_has_used_up_its_room_is_told_so_and_stores_no_more() {
    let limits = "[limits]\nobjects_per_component = 3\nobject_bytes_per_component = 100\n";
    let server = start("objects_quota", limits, &[]);
    assert_eq!(put(&server, "key=a", &"a".repeat(60)).status, 200);
    let refused = put(&server, "key=b", &"b".repeat(41));
    assert_eq!((refused.status, refused.code().as_str()), (503, "data_source_unavailable"), "{}", refused.text);
    assert!(refused.text.contains("object_bytes_per_component"), "{}", refused.text);
    assert_eq!(server.get_keyless("/archive/head?key=b").status, 404);
    for key in ["b", "c"] {
        assert_eq!(put(&server, &format!("key={key}"), "1").status, 200);
    }
    let refused = put(&server, "key=d", "1");
    assert!(refused.status == 503 && refused.text.contains("objects_per_component"), "{}", refused.text);
    // The upload goes by a signed link, where the sender reads no figures.
    let signed = server.send("POST", "/archive/uploads?key=e&max_bytes=10&seconds=60", &[]).json();
    let path = signed["path"].as_str().and_then(|path| path.strip_prefix("/api/v1")).expect("a path").to_owned();
    let sent = server.send_body("PUT", &path, &[("content-type", "image/png")], b"x");
    assert_eq!((sent.status, sent.code().as_str()), (413, "payload_too_large"), "{}", sent.text);
    assert!(!sent.text.contains("per_component"), "{}", sent.text);
}
