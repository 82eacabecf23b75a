//! Texts that people enter and others read: a name that breaks out of its line in a letter, hides, turns its neighbours around, or
//! takes the store down.

use crate::account_support::eventually;
use crate::organizations::house::{House, Person, letters, mailed_token, server};
use quarry_tests::browser::Browser;
use quarry_tests::http::Answer;
use serde_json::{Value as Json, json};

const NEW_PASSWORD: &str = "nine loud harbours, 1904";

/// Each holds a character that no name may have.
const HOSTILE: [&str; 14] = [
    "Ada\nYour password has expired: https://evil.example",
    "Ada\r\nBcc: all@example.org",
    "Ada\tLovelace",
    "Ada\u{0}",
    "Ada\u{7f}",
    "Ada\u{85}Lovelace",
    "Ada \u{202e}moc.elpmaxe\u{202c}",
    "Ada \u{2066}evil\u{2069}",
    "Ada\u{200f}",
    "Ada\u{61c}",
    "Ada\u{200b}Lovelace",
    "Ada\u{2028}Lovelace",
    "Ada\u{feff}",
    "\u{3164}",
];

/// The 422 names the field and shows no such character.
#[track_caller]
fn refused(answer: &Answer, field: &str, sent: &str) {
    assert_eq!((answer.status, answer.code().as_str()), (422, "validation_failed"), "{sent:?}: {}", answer.text);
    let sentence = answer.json()["fields"][field].as_str().unwrap_or_default().to_owned();
    assert!(sentence.ends_with('.') && !sentence.contains(sent), "{sent:?}: {}", answer.text);
}

#[test]
fn no_name_breaks_its_line_hides_or_turns_around() {
    let (server, house) = (server(), House::new(server()));
    let (mut owner, mut staff) = (house.owner.browser(server), Browser::of(server, "staff"));
    let organization = format!("/session/admin/organizations/{}", house.id);
    for name in HOSTILE {
        refused(&owner.write("PATCH", "/session/account", &json!({ "name": name })), "name", name);
        refused(&owner.write("PATCH", &house.path(""), &json!({ "name": name })), "name", name);
        let key = json!({ "name": name, "scopes": ["read"] });
        refused(&owner.write("POST", &house.path("/api_keys"), &key), "name", name);
        refused(&staff.write("PATCH", &organization, &json!({ "name": name })), "name", name);
    }
    assert_eq!(owner.get(&house.path("/api_keys")).json()["api_keys"], json!([]));
    assert_eq!(owner.get("/session").json()["user"]["name"], "Olga");
    assert!(letters(server, &house.owner.email).is_empty(), "no key, no letter");
}

#[test]
fn a_guest_cannot_bring_such_a_name_with_an_invitation() {
    let (server, house) = (server(), House::new(server()));
    let email = format!("guest-of-{}@guests.example", house.id);
    let sent = house.owner.browser(server).write("POST", &house.path("/invitations"), &json!({ "email": email }));
    assert_eq!(sent.status, 201, "{}", sent.text);
    let token = mailed_token(server, &email).expect("an invitation");
    let take = |name: &str| {
        let body = json!({ "grant_type": "invitation", "token": token, "name": name, "password": NEW_PASSWORD });
        Browser::new(server).exchange(&body)
    };
    for name in HOSTILE {
        refused(&take(name), "name", name);
    }
    refused(&take("  \u{200d} "), "name", "\u{200d}");
    // A decomposed e with an accent, and spaces around: kept as one letter, without them.
    let taken = take("  Rene\u{301} ");
    assert_eq!((taken.status, &taken.json()["viewer"]["user"]["name"]), (200, &json!("Ren\u{e9}")), "{}", taken.text);
}

#[test]
fn names_of_every_script_are_kept_as_they_are() {
    let (server, person) = (server(), Person::new(server(), "Nora"));
    let mut browser = person.browser(server);
    // Persian with a non-joiner, Hindi with a joiner, an emoji of a family, Arabic, Han.
    for name in [
        "\u{646}\u{6cc}\u{200c}\u{645}\u{627}",
        "\u{915}\u{94d}\u{200d}\u{937}",
        "\u{1f469}\u{200d}\u{1f680} Nora",
        "\u{644}\u{64a}\u{644}\u{649}",
        "\u{674e}\u{56db}",
    ] {
        let changed = browser.write("PATCH", "/session/account", &json!({ "name": name }));
        assert_eq!((changed.status, &changed.json()["name"]), (200, &json!(name)), "{}", changed.text);
    }
    // 200 characters of two bytes each, and of them in two parts each.
    for name in ["\u{e9}".repeat(200), "e\u{301}".repeat(200)] {
        let changed = browser.write("PATCH", "/session/account", &json!({ "name": name }));
        assert_eq!((changed.status, &changed.json()["name"]), (200, &json!("\u{e9}".repeat(200))), "{}", changed.text);
    }
    for (name, why) in [("\u{e9}".repeat(201), "201"), (" \u{2003} ".to_owned(), "blank")] {
        let answer = browser.write("PATCH", "/session/account", &json!({ "name": name }));
        assert_eq!((answer.status, answer.code().as_str()), (422, "validation_failed"), "{why}: {}", answer.text);
        assert!(answer.json()["fields"]["name"].is_string(), "{why}: {}", answer.text);
    }
}

#[test]
fn a_reason_may_have_lines_and_nothing_that_hides() {
    let (server, house) = (server(), House::new(server()));
    let mut staff = Browser::of(server, "staff");
    let organization = format!("/session/admin/organizations/{}", house.id);
    let noted = staff.write("PATCH", &organization, &json!({ "staff_note": " renewal in March\r\nask Olga\n" }));
    assert_eq!(noted.status, 200, "{}", noted.text);
    assert_eq!(noted.json()["organization"]["staff_note"], "renewal in March\nask Olga");
    for note in ["a\u{202e}b", "a\u{0}b", "a\u{7}b"] {
        refused(&staff.write("PATCH", &organization, &json!({ "staff_note": note })), "staff_note", note);
        let suspend = json!({ "reason": note });
        refused(&staff.write("PATCH", &format!("{organization}/suspend"), &suspend), "reason", note);
    }
}

#[test]
fn a_nul_is_told_by_field_and_reaches_no_store() {
    let server = server();
    let with_nul = |body: &Json| Browser::new(server).client_post("/auth/recovery", body);
    refused(&with_nul(&json!({ "email": "ada\u{0}@people.example" })), "email", "\u{0}");
    for (body, field) in [
        (json!({ "grant_type": "password", "email": "ada\u{0}@people.example", "password": "x" }), "email"),
        (json!({ "grant_type": "password", "email": "ada@people.example", "password": "\u{0}secret" }), "password"),
        (
            json!({ "grant_type": "authorization_code", "provider": "comp\u{0}any", "code": "c", "code_verifier": "v" }),
            "provider",
        ),
        (json!({ "grant_type": "invitation", "token": "\u{0}", "password": "x" }), "token"),
    ] {
        let answer = Browser::new(server).exchange(&body);
        refused(&answer, field, "\u{0}");
        assert!(!answer.text.contains("secret"), "{}", answer.text);
    }
    let mut staff = Browser::of(server, "staff");
    for path in
        ["/session/admin/users?q=a%00b", "/session/admin/audit?actor=a%00b", "/session/admin/organizations?q=%00"]
    {
        let answer = staff.get(path);
        assert_eq!((answer.status, answer.code().as_str()), (422, "invalid_parameter"), "{path}: {}", answer.text);
    }
    let path = "/session/admin/modules/time%00line/toggle";
    let answer = staff.write("PATCH", path, &json!({ "enabled": true }));
    assert_eq!((answer.status, answer.code().as_str()), (422, "invalid_parameter"), "{}", answer.text);
}

#[test]
fn an_address_that_no_letter_can_be_sent_to_is_told_by_field() {
    let (server, house) = (server(), House::new(server()));
    let mut owner = house.owner.browser(server);
    let long = format!("{}@example.org", "a".repeat(65));
    for email in [
        "<a@b.cd>",
        "Ada <a@b.cd>",
        long.as_str(),
        "a@b..cd",
        "a@-b.cd",
        "a\u{202e}b@example.org",
        "a b@example.org",
        "a@b@example.org",
        "@example.org",
    ] {
        let answer = owner.write("POST", &house.path("/invitations"), &json!({ "email": email }));
        refused(&answer, "email", "\u{202e}");
    }
    for local in ["a".repeat(64), "ada+quarry".to_owned(), "o'hara".to_owned()] {
        let email = format!("{local}@house-{}.example", house.id);
        let sent = owner.write("POST", &house.path("/invitations"), &json!({ "email": email }));
        assert_eq!(sent.status, 201, "{email}: {}", sent.text);
        eventually("the letter is there", || !letters(server, &email).is_empty());
    }
}

#[test]
fn a_letter_shows_names_of_before_in_one_line() {
    let (server, house) = (server(), House::new(server()));
    let hostile = "House\nof \u{202e}liveT";
    crate::organizations::house::execute(
        server,
        "UPDATE organizations SET name = $1 WHERE id = $2",
        &[
            quarry::stores::result_set::Value::Text(hostile.to_owned()),
            quarry::stores::result_set::Value::Int64(house.id),
        ],
    );
    let email = format!("reader-of-{}@guests.example", house.id);
    let sent = house.owner.browser(server).write("POST", &house.path("/invitations"), &json!({ "email": email }));
    assert_eq!(sent.status, 201, "{}", sent.text);
    let letter = letters(server, &email).pop().expect("a letter");
    let text = letter["text"].as_str().expect("a text");
    assert!(text.contains("work with Houseof liveT on Quarry"), "{text}");
    assert_eq!(letter["subject"], "Join Houseof liveT on Quarry");
}
