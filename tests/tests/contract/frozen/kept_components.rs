//! Components that were built when the contract was frozen, kept as they were: they load, describe and answer on this host.
//! `tests/fixtures/contract-0.1.0/README.md` says how they were built.

use super::kept;
use quarry_tests::http::Answer;
use quarry_tests::server::{Options, Server, fresh_folder, quarry, quarry_with_input};
use serde_json::{Value as Json, json};
use std::path::{Path, PathBuf};

struct Later {
    server: Server,
    folder: PathBuf,
    key: String,
}

const EVERY_GRANT: &str = "\"accounts\", \"api-keys\", \"app-store\", \"audit\", \"events\", \"identity\", \"invitations\", \"jobs\", \
     \"key-value\", \"mail\", \"modules\", \"name-lookup\", \"notifications\", \"objects\", \"outbound-http\", \"people\", \
     \"row-files\", \"secrets\", \"single-sign-on\", \"warehouse\"";

/// A host with the kept components, and with one that says it was built for a later contract.
fn later_host() -> Later {
    let folder = fresh_folder("kept").unwrap();
    let components = folder.join("components");
    std::fs::create_dir_all(&components).unwrap();
    for name in ["field-notes.wasm", "wide.wasm"] {
        std::fs::copy(kept().join(name), components.join(name)).unwrap();
    }
    std::fs::write(components.join("tomorrow.wasm"), of_contract("0.2.0")).unwrap();
    let config = folder.join("quarry.toml");
    let text = format!(
        "[server]\nlisten = \"127.0.0.1:0\"\nenvironment = \"sandbox\"\n[paths]\ndata_dir = \"{0}/data\"\n\
         [components]\nfolder = \"{0}/components\"\n[components.grants]\nfield-notes = [\"app-store\"]\nwide = [{EVERY_GRANT}]\n\
         [components.tables]\nwide = [\"warehouse.chains\"]\n[components.outbound_http]\nwide = [\"localhost:*\"]\n",
        folder.display()
    );
    std::fs::write(&config, text).unwrap();
    let server = Server::start(&Options { config: Some(config.clone()), ..Options::default() }).unwrap();
    let key = mint(&config.display().to_string());
    Later { server, folder, key }
}

/// The kept component of the template, with another version in its stamp.
fn of_contract(version: &str) -> Vec<u8> {
    let mut bytes = std::fs::read(kept().join("field-notes.wasm")).unwrap();
    let stamp = b"quarry-contract0.1.0";
    let at: Vec<usize> = (0..bytes.len() - stamp.len()).filter(|at| bytes[*at..].starts_with(stamp)).collect();
    assert_eq!(at.len(), 1, "the stamp stands once, and its version behind its name");
    bytes[at[0] + "quarry-contract".len()..][..version.len()].copy_from_slice(version.as_bytes());
    bytes
}

fn mint(config: &str) -> String {
    let run = |arguments: &[&str], input: &str| {
        let output = quarry_with_input(&[arguments, &["--config", config]].concat(), input).unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let (email, name) = ("ada@kept.example", "Kept");
    run(&["admin", "create-user", "--email", email, "--name", name, "--password-stdin"], "granite-otter-lantern-9");
    run(&["admin", "set-plan", "--organization", name, "--plan", "institution"], "");
    let mint = ["key", "mint", "--organization", name, "--member", email, "--name", "all"];
    let printed = run(&[&mint[..], &["--scopes", "read,research:write"]].concat(), "");
    printed.lines().last().unwrap().trim().to_owned()
}

impl Later {
    fn get(&self, path: &str) -> Answer {
        let answer = self.server.get_with_key(path, &self.key);
        assert_eq!(answer.status, 200, "{path}: {}\n{}", answer.text, self.server.log());
        answer
    }

    fn post(&self, path: &str, body: &Json) -> Json {
        let authorization = format!("Bearer {}", self.key);
        let headers = [("authorization", authorization.as_str()), ("content-type", "application/json")];
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let headers = if body.is_empty() { &headers[..1] } else { &headers[..] };
        let answer = self.server.send_body("POST", path, headers, body.as_bytes());
        assert_eq!(answer.status, 200, "{path}: {}\n{}", answer.text, self.server.log());
        answer.json()
    }
}

#[test]
fn components_of_the_frozen_contract_run_on_this_host() {
    let later = later_host();
    let document = later.get("/openapi.json").json();
    for path in ["/field-notes/notes", "/wide/chains", "/wide/echo/{text}", "/wide/stream"] {
        assert!(document["paths"][path].is_object(), "{path} is described: {document}");
    }
    // The template's component writes and reads.
    let note = json!({ "title": "Depeg of March", "text": "Began with a large swap." });
    assert_eq!(later.post("/field-notes/notes", &note)["note"]["title"], "Depeg of March");
    assert_eq!(later.get("/field-notes/notes").json()["notes"][0]["text"], "Began with a large swap.");
    // Every function that there was is linked, and those that can be used without a second party do what they did.
    assert_eq!(later.get("/wide/imports").json()["functions"], 84);
    assert_eq!(later.post("/wide/counts", &Json::Null)["count"], 1);
    let kept = later.post("/wide/kept", &Json::Null);
    let expected = json!({
        "by_key": 1, "object_bytes": 16, "fingerprint_bytes": 32, "counts": 1, "has_plan": true, "has_address": false
    });
    assert_eq!(kept, expected);
    assert_eq!(later.get("/wide/chains").json()["chains"][0], json!({ "chain_id": 1, "slug": "ethereum" }));
    let all = "number=3&decimal=1.5&address=0x00000000000000000000000000000000000000aa&chain=1&from=2026-01-31&to=2026-02-28\
               &side=short&flag=true";
    let echo = later.get(&format!("/wide/echo/abc?{all}")).json();
    assert_eq!(echo, json!({ "text": "abc", "given": "number decimal address chain from to side flag" }));
    assert_eq!(later.server.get_keyless("/wide/echo/abc?number=11").status, 422);
    assert_eq!(later.get("/wide/object").text, "kept since 0.1.0");
    let stream = later.get("/wide/stream");
    assert!(stream.text.contains("data: {\"count\":3}"), "{}", stream.text);
    let ran = || later.server.log().contains("the job of contract 0.1.0 ran");
    let began = std::time::Instant::now();
    while !ran() {
        assert!(began.elapsed().as_secs() < 60, "its job runs: {}", later.server.log());
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    another_contract_is_refused(&later);
    let folder = later.folder.clone();
    drop(later);
    let _ = std::fs::remove_dir_all(folder);
}

/// One that was built for another contract is left out with a sentence that says what to do.
fn another_contract_is_refused(later: &Later) {
    let sentence = "it was built for contract 0.2.0 and this host serves 0.1.0; rebuild it with quarry-sdk 0.1.0";
    assert!(later.server.log().contains(sentence), "{}", later.server.log());
    let output = quarry(&["plugin", "check", &path(&later.folder.join("components/tomorrow.wasm"))]).unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && said.contains(sentence), "{said}");
    // A patch of the same minor version says nothing.
    let patched = later.folder.join("patched.wasm");
    std::fs::write(&patched, of_contract("0.1.7")).unwrap();
    let output = quarry(&["plugin", "check", &path(&patched)]).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn path(path: &Path) -> String {
    path.display().to_string()
}
