//! Keys: who gets in, and what the others are told.

use quarry_tests::bounded::beside_others;
use quarry_tests::server::{Server, quarry, shared};
use std::time::{Duration, Instant};

fn refused(server: &Server, headers: &[(&str, &str)], sentence: &str) {
    let refusal = server.send("GET", "/me", headers);
    assert_eq!((refusal.status, refusal.code().as_str()), (401, "invalid_or_revoked_key"), "{}", refusal.text);
    assert!(refusal.header("www-authenticate").starts_with("Bearer"));
    assert!(refusal.detail().contains(sentence), "{:?} lacks {sentence:?}", refusal.detail());
}

#[test]
fn nobody_without_a_good_key_reads_what_needs_one() {
    let server = shared();
    refused(server, &[], "No API key was sent");
    refused(server, &[("authorization", "Basic abc")], "Bearer");
    refused(server, &[("authorization", "Bearer qk_test_0000000000000000000000000000")], "");
    refused(server, &[("authorization", "Bearer nonsense")], "");
    let mut mistyped = server.read_key.clone();
    let other = if mistyped.pop() == Some('X') { 'Y' } else { 'X' };
    refused(server, &[("authorization", &format!("Bearer {mistyped}{other}"))], "");
}

#[test]
fn a_key_of_the_other_environment_is_told_so() {
    use quarry::identity::{ApiKey, Environment};
    let key = ApiKey::generate(Environment::Production).into_secret();
    refused(shared(), &[("authorization", &format!("Bearer {}", key.expose()))], "production");
}

#[test]
fn a_minted_key_works_from_where_it_may_until_it_is_revoked() {
    let server = shared();
    let email = "minter@example.org";
    server.command(
        &["admin", "create-user", "--email", email, "--name", "Minting House", "--password-stdin"],
        "a long enough password\n",
    );
    server.command(&["admin", "set-plan", "--organization", "Minting House", "--plan", "researcher"], "");
    let mint = |allow: &str| {
        let arguments =
            ["key", "mint", "--organization", "Minting House", "--member", email, "--name", "k", "--allow", allow];
        server.command(&arguments, "").lines().last().expect("the key").to_owned()
    };
    let key = mint("127.0.0.0/8,::1");
    assert_eq!(server.get_with_key("/me", &key).status, 200);
    let elsewhere = server.get_with_key("/me", &mint("192.0.2.0/24"));
    assert_eq!((elsewhere.status, elsewhere.code().as_str()), (403, "ip_not_allowed"), "{}", elsewhere.text);
    let ip = elsewhere.json()["ip"].as_str().and_then(|ip| ip.parse::<std::net::IpAddr>().ok());
    assert!(
        ip.is_some_and(|ip| ip.is_loopback()),
        "the client learns the address that it is seen at: {}",
        elsewhere.text
    );

    server.command(&["admin", "set-plan", "--organization", "Minting House", "--plan", "free"], "");
    let free = eventually(|| server.get_with_key("/me", &key), 403);
    assert_eq!(free.code(), "plan_has_no_api_access");
    server.command(&["admin", "set-plan", "--organization", "Minting House", "--plan", "team"], "");
    assert_eq!(eventually(|| server.get_with_key("/me", &key), 200).json()["plan"]["key"], "team");

    let list = server.command(&["key", "list", "--organization", "Minting House"], "");
    assert!(!list.contains(&key), "a key is shown once");
    let id = list.lines().nth(2).and_then(|line| line.split_whitespace().next()).expect("a number").to_owned();
    let first =
        list.lines().find(|line| line.contains(&key[key.len() - 4..])).and_then(|line| line.split_whitespace().next());
    server.command(&["key", "revoke", first.unwrap_or(&id)], "");
    assert_eq!(eventually(|| server.get_with_key("/me", &key), 401).code(), "invalid_or_revoked_key");
}

/// Asks again until the status is there, for little more than the second that a change may take.
fn eventually(ask: impl Fn() -> quarry_tests::http::Answer, status: u16) -> quarry_tests::http::Answer {
    let started = Instant::now();
    loop {
        let answer = ask();
        if answer.status == status {
            return answer;
        }
        assert!(
            started.elapsed() < beside_others(Duration::from_millis(1_500)),
            "still {}: {}",
            answer.status,
            answer.text
        );
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_wrong_command_says_what_to_do() {
    let unknown =
        quarry(&["key", "list", "--organization", "Nobody", "--data-dir", &shared().data_dir.display().to_string()]);
    let output = unknown.expect("the command runs");
    assert_eq!(output.status.code(), Some(1));
    let sentence = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(sentence.trim(), "quarry: there is no organization Nobody");
}
