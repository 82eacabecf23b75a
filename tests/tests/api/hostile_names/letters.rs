//! People and institutions of such names, and the letters that they let the host write.

use crate::account_support::eventually;
use crate::organizations::house::{House, execute, letters, server};
use quarry::entered_text::EnteredText;
use quarry::stores::result_set::Value;
use quarry_tests::browser::Browser;
use quarry_tests::hostile_names::{assert_head, few, name};
use quarry_tests::server::Server;
use serde_json::{Value as Json, json};

const NEW_KEY: &str = "Quarry: a new API key";
const NEW_PASSWORD: &str = "A new password for Quarry";

/// The emails of a server, as they are sent by SMTP.
fn delivered(server: &Server) -> Vec<String> {
    let files = std::fs::read_dir(server.data_dir.join("mail")).into_iter().flatten().flatten();
    files.filter_map(|file| std::fs::read_to_string(file.path()).ok()).collect()
}

fn text_of(letter: &Json) -> String {
    letter["text"].as_str().unwrap_or_default().to_owned()
}

/// The newest letter to an address about something.
fn about(server: &Server, email: &str, subject: &str) -> Option<Json> {
    letters(server, email).into_iter().rfind(|letter| letter["subject"] == subject)
}

#[test]
fn no_name_of_people_breaks_a_letter_or_makes_a_door_fail() {
    let (server, house) = (server(), House::new(server()));
    let owner = &house.owner.email;
    let mut guests = Vec::new();
    for number in few() {
        let name = name(number);
        let shown = EnteredText::Line.shown(&name);
        // Of before: past the doors.
        for (table, id) in [("users", house.owner.id), ("organizations", house.id)] {
            let sql = format!("UPDATE {table} SET name = $1 WHERE id = $2");
            assert_eq!(execute(server, &sql, &[Value::Text(name.clone()), Value::Int64(id)]), 1);
        }
        let mut browser = house.owner.browser(server);
        let guest = format!("guest-{number}-of-{}@guests.example", house.id);
        let sent = browser.write("POST", &house.path("/invitations"), &json!({ "email": guest }));
        assert_eq!(sent.status, 201, "{}", sent.text);
        let invitation = letters(server, &guest).pop().expect("a letter");
        let (subject, text) = (invitation["subject"].as_str().unwrap_or_default(), text_of(&invitation));
        assert!(text.contains(&format!("\n{shown} invites you to work with {shown} on Quarry.\n")), "{text}");
        let in_subject: String = shown.chars().take(60).collect();
        assert_eq!(subject, format!("Join {in_subject} on Quarry"));
        guests.push(guest);

        let minted = browser.write("POST", &house.path("/api_keys"), &json!({ "name": name, "scopes": ["read"] }));
        assert!([201, 422].contains(&minted.status), "{name:?}: {} {}", minted.status, minted.text);
        if minted.status == 201 {
            let text = text_of(&about(server, owner, NEW_KEY).expect("a letter"));
            assert!(text.starts_with(&format!("Hello {shown},\n")), "{text}");
            assert!(text.contains(&format!("the API key \"{shown}\" ")), "{text}");
            assert!(text.contains(&format!(" for {shown} on ")), "{text}");
        }
        for path in ["/session/account".to_owned(), house.path("")] {
            let named = browser.write("PATCH", &path, &json!({ "name": name }));
            assert!([200, 422].contains(&named.status), "{name:?}: {} {}", named.status, named.text);
        }
    }
    let asked = Browser::new(server).client_post("/auth/recovery", &json!({ "email": owner }));
    assert!(asked.status < 300, "{}", asked.text);
    eventually("a letter with a way to a new password", || about(server, owner, NEW_PASSWORD).is_some());

    // The subjects of these have the names too.
    let is_to = |letter: &String, email: &String| letter.contains(&format!("To: {email}"));
    let mut sent = Vec::new();
    eventually("each letter is delivered", || {
        sent = delivered(server);
        guests.iter().all(|guest| sent.iter().any(|letter| is_to(letter, guest)))
    });
    for letter in sent.iter().filter(|letter| guests.iter().chain([owner]).any(|email| is_to(letter, email))) {
        assert_head(letter);
    }
}
