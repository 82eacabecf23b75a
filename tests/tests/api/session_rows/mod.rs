//! Every operation of the session interface, in one table: each is asked by everybody who may not, and then by whoever may.
//!
//! A row says who may, what the path names, whether somebody may who acts as the caller, whether the password must have been
//! given a moment ago, what a good call answers, and how everything that the call needs is made. The
//! tests take the rest from the document that the server serves: that no operation lacks a row, what a refusal and an answer
//! look like, what staff need. The refused calls of a row are its good call, sent by the wrong people, so nothing but who asks
//! is wrong with them.
//!
//! To add an operation: a row in the file of its family, or a file with a `ROWS` and its line in [`TABLE`].

mod account;
mod document;
mod host;
mod organizations;
mod row;
mod staff;
mod stage;

use quarry_tests::browser::Browser;
use quarry_tests::http::Answer;
use row::{Acting, Ask, Asker, Caller, Named, RecentPassword, Row};
use serde_json::{Value as Json, json};
use stage::{Stage, stage};
use std::collections::BTreeSet;

const TABLE: [&[Row]; 4] = [account::ROWS, organizations::ROWS, staff::ROWS, host::ROWS];

fn rows() -> impl Iterator<Item = &'static Row> {
    TABLE.into_iter().flatten()
}

#[test]
fn every_declared_operation_has_a_row() {
    let declared = stage().document.operations();
    let in_table: BTreeSet<String> = rows().map(|row| row.operation.to_owned()).collect();
    let missing: Vec<_> = declared.difference(&in_table).collect();
    assert!(missing.is_empty(), "give each a row in tests/tests/api/session_rows: {missing:#?}");
    let unknown: Vec<_> = in_table.difference(&declared).collect();
    assert!(unknown.is_empty(), "the document does not have them: {unknown:#?}");
    assert!(in_table.len() > 70, "{}", in_table.len());
}

#[test]
fn every_row_whose_path_names_something_says_whose_it_is() {
    for row in rows() {
        assert_eq!(row.named != Named::Nothing, row.template().contains('{'), "{}: whose is it?", row.operation);
        let is_of_staff = matches!(row.caller, Caller::Staff(_));
        let is_everybodys = matches!(row.named, Named::OfTheDeployment { .. });
        assert!(!is_everybodys || is_of_staff, "{}: only staff see those of every tenant", row.operation);
    }
}

#[test]
fn no_session_acts_where_none_is_asked() {
    for row in rows() {
        assert_eq!(row.acting == Acting::NoSession, row.caller == Caller::Application, "{}", row.operation);
        // What asks for the password is refused to whoever cannot give it.
        let is_guarded = row.recent_password == RecentPassword::Needed;
        assert!(!is_guarded || row.acting == Acting::MayNot, "{}", row.operation);
    }
}

#[test]
fn every_row_needs_what_its_operation_declares() {
    for row in rows() {
        let declared = stage().document.operation(row.operation);
        let permission = declared["x-required-permission"].as_str();
        let security = &declared["security"];
        match row.caller {
            Caller::Anybody => assert_eq!(*security, json!([{}, { "session": [] }]), "{}", row.operation),
            Caller::Application => assert_eq!(*security, json!([{ "serviceClient": [] }]), "{}", row.operation),
            _ => assert_eq!(*security, json!([{ "session": [] }]), "{}", row.operation),
        }
        let declares_sudo = declared["x-requires-sudo"] == json!(true);
        assert_eq!(declares_sudo, row.recent_password == RecentPassword::Needed, "{}", row.operation);
        match row.caller {
            Caller::Staff([]) => assert_eq!(permission, Some("staff"), "{}", row.operation),
            Caller::Staff(needed) => {
                assert!(permission.is_some_and(|permission| needed.contains(&permission)), "{}", row.operation);
            }
            _ => assert_eq!(permission, None, "{}", row.operation),
        }
        let good: Vec<_> = declared["responses"].as_object().expect("responses").keys().collect();
        let good: Vec<_> = good.into_iter().filter(|status| status.starts_with('2')).collect();
        assert_eq!(good, [&row.status.to_string()], "{}: what a good call answers", row.operation);
    }
}

/// Asks each row's operation as everybody who may not, and then as whoever may.
fn keep(stage: &'static Stage, rows: &'static [Row]) {
    for row in rows {
        let asking = Asking::new(stage, row);
        asking.refuses_who_is_signed_out();
        asking.refuses_pages_of_others();
        asking.refuses_who_is_too_small();
        asking.refuses_or_lets_who_acts();
        asking.refuses_without_recent_password();
        asking.hides_what_is_others();
        asking.answers();
    }
}

/// A row with its good call.
struct Asking {
    stage: &'static Stage,
    row: &'static Row,
    path: String,
    ask: Ask,
}

impl Asking {
    fn new(stage: &'static Stage, row: &'static Row) -> Asking {
        let ask = (row.ask)(stage);
        Asking { stage, row, path: row.path(&ask.parameters), ask }
    }

    fn is_for_sessions(&self) -> bool {
        !matches!(self.row.caller, Caller::Anybody | Caller::Application)
    }

    fn refuses_who_is_signed_out(&self) {
        if self.row.caller == Caller::Anybody {
            let answer = self.row.send(&self.stage.server, &self.path, None, &[]);
            assert_eq!((answer.status, &answer.json()["signed_in"]), (200, &json!(false)), "{}", self.row.operation);
            self.stage.document.assert_says(self.row.operation, &answer);
            return;
        }
        if self.is_for_sessions() {
            let forged = format!("quarry_session={}", "A".repeat(43));
            for headers in [&[][..], &[("cookie", forged.as_str())]] {
                self.refused(401, "sign_in_required", || self.send(headers));
            }
        }
    }

    fn refuses_pages_of_others(&self) {
        if !self.row.is_write() {
            return;
        }
        let cookie = ("cookie", self.ask.by.browser.cookie.as_str());
        if self.row.caller == Caller::Application {
            self.refused(422, "invalid_parameter", || self.send(&[cookie]));
            return;
        }
        self.refused(422, "invalid_csrf_token", || self.send(&[cookie]));
        self.refused(422, "invalid_csrf_token", || self.send(&[cookie, ("x-csrf-token", "nonsense")]));
    }

    fn refuses_who_is_too_small(&self) {
        let stage = self.stage;
        let mut too_small = Vec::new();
        match self.row.caller {
            Caller::Anybody | Caller::Application | Caller::Person | Caller::Holder | Caller::Member => {}
            Caller::Admin => too_small.push(stage.member_of(self.ask.house.as_ref().expect("an organization"))),
            Caller::Staff(needed) => {
                too_small.extend(needed.iter().map(|permission| stage.staff_without(permission)));
                too_small.push(match &self.ask.house {
                    Some(house) => stage.asker(&house.owner),
                    None => stage.asker(&stage.person()),
                });
            }
        }
        for asker in &too_small {
            self.refused_for(asker, &self.path, 403, "forbidden");
        }
    }

    /// Asks as staff who look at the service as the caller; in the place of one of staff, whom nobody acts as, as a person that the
    /// call could be about.
    fn refuses_or_lets_who_acts(&self) {
        let (stage, row) = (self.stage, self.row);
        match row.acting {
            Acting::NoSession => {}
            Acting::MayNot => {
                let acted_as = match (row.caller, &self.ask.house) {
                    (Caller::Staff(_), Some(house)) => house.owner.id,
                    (Caller::Staff(_), None) => stage.person().id,
                    _ => self.ask.by.id,
                };
                self.refused_for(&stage.acting_as(acted_as), &self.path, 403, "forbidden");
            }
            // The good call is such a one.
            Acting::May if self.ask.by.acts => {}
            Acting::May => {
                let mut other = Asking::new(stage, row);
                other.ask.by = stage.acting_as(other.ask.by.id);
                other.answers();
            }
        }
    }

    /// Asks in a session whose window is closed, of a call of its own: the one of the row goes on with its window open.
    fn refuses_without_recent_password(&self) {
        if self.row.recent_password == RecentPassword::Needed {
            let mut other = Asking::new(self.stage, self.row);
            self.stage.close_window(&mut other.ask.by);
            other.refused_for(&other.ask.by, &other.path, 403, "sudo_required");
        }
    }

    fn hides_what_is_others(&self) {
        match self.row.named {
            Named::Nothing => {}
            Named::OfATenant => {
                let other = self.stage.house();
                let stranger = self.stage.asker(&other.owner);
                self.refused_for(&stranger, &self.path, 404, "not_found");
                let mut parameters = self.ask.parameters.clone();
                parameters[0] = other.id.to_string();
                if parameters.len() > 1 {
                    // In one's own organization the number of somebody else's thing is none.
                    let held = self.stage.held(other.id);
                    self.refused_for(&stranger, &self.row.path(&parameters), 404, "not_found");
                    assert_eq!(self.stage.held(other.id), held, "{}", self.row.operation);
                }
            }
            Named::OfTheDeployment { unknown } => {
                let mut parameters = self.ask.parameters.clone();
                parameters[0] = unknown.to_owned();
                self.refused_for(&self.ask.by, &self.row.path(&parameters), 404, "not_found");
            }
        }
    }

    fn answers(mut self) {
        let (row, server) = (self.row, &self.stage.server);
        let is_without = row.recent_password == RecentPassword::NotNeeded && self.is_for_sessions();
        if is_without && !self.ask.by.acts {
            self.stage.close_window(&mut self.ask.by);
        }
        let answer = row.send_by(server, &self.path, self.ask.body.as_ref(), &self.ask.by.browser);
        assert_eq!(answer.status, row.status, "{}: {}", row.operation, answer.text);
        assert_eq!(answer.header("cache-control"), "no-store", "{}", row.operation);
        self.stage.document.assert_says(row.operation, &answer);
        // Whoever signs in by it is signed in.
        let set = answer.header("set-cookie").split(';').next().unwrap_or_default().to_owned();
        let is_sign_in = row.operation == "POST /auth/exchange" || row.operation == "POST /auth/refresh";
        assert!(!is_sign_in || set.len() > 20, "{}: {}", row.operation, answer.text);
        if is_sign_in {
            self.ask.by.browser.cookie = set;
            assert_eq!(self.ask.by.browser.get("/session/sudo").status, 200, "{}", row.operation);
        }
    }

    fn send(&self, headers: &[(&str, &str)]) -> Answer {
        self.row.send(&self.stage.server, &self.path, self.ask.body.as_ref(), headers)
    }

    fn refused_for(&self, asker: &Asker, path: &str, status: u16, code: &str) {
        let deeds = self.stage.deeds(asker.id);
        let browser: &Browser<'_> = &asker.browser;
        self.refused(status, code, || self.row.send_by(&self.stage.server, path, self.ask.body.as_ref(), browser));
        assert_eq!(self.stage.deeds(asker.id), deeds, "{}: what is refused is not done", self.row.operation);
    }

    /// Asserts that the call is refused as documented, and that the organization is what it was.
    fn refused(&self, status: u16, code: &str, send: impl FnOnce() -> Answer) {
        let operation = self.row.operation;
        let held = |asking: &Asking| asking.ask.house.as_ref().map(|house| asking.stage.held(house.id));
        let before = held(self);
        let answer = send();
        assert_eq!((answer.status, answer.code().as_str()), (status, code), "{operation}: {}", answer.text);
        let body: Json = answer.json();
        assert!(body["detail"].as_str().is_some_and(|detail| detail.ends_with('.')), "{operation}: {}", answer.text);
        assert_eq!(body["request_id"], answer.header("x-request-id"), "{operation}: {}", answer.text);
        assert_eq!(answer.header("cache-control"), "no-store", "{operation}");
        assert_eq!(answer.header("set-cookie"), "", "{operation}");
        self.stage.document.assert_says(operation, &answer);
        assert!(held(self) == before, "{operation}: {status} {code} changed the organization");
    }
}
