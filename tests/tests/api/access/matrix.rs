//! Everybody who asks one operation, in their order: those whom the table refuses, and then those whom it admits.

use super::expectations::{Acting, Expectation, Named, Refusal, SPACE_ROLES, Who, expectations};
use super::people::Stage;
use super::request::{Ask, Asker, Request};
use crate::organizations::house::{House, Person};
use quarry_tests::browser::Browser;
use quarry_tests::http::Answer;
use serde_json::{Value as Json, json};

/// Writes that ask for no token: the document says so.
const WITHOUT_TOKEN: [&str; 2] = ["POST /session/notes/lookup", "POST /session/research/pages/{id}/document"];
const INVALID_TOKEN: Refusal = (422, "invalid_csrf_token");

/// Asks each operation as everybody who may not, and then as a caller who may.
pub(super) fn keep(stage: &'static Stage, requests: &'static [Request]) {
    for request in requests {
        let asking = Asking::new(stage, request);
        asking.refuses_who_is_signed_out();
        asking.refuses_pages_of_others();
        asking.refuses_who_is_too_small();
        asking.refuses_or_lets_who_acts();
        asking.refuses_without_recent_password();
        asking.hides_what_is_others();
        asking.hides_what_is_of_staff_alone();
        asking.refuses_who_is_suspended();
        asking.lets_higher_ranks();
        asking.answers();
    }
}

/// An operation with its good call, and what the table says of it.
struct Asking {
    stage: &'static Stage,
    request: &'static Request,
    expected: &'static Expectation,
    path: String,
    ask: Ask,
}

impl Asking {
    fn new(stage: &'static Stage, request: &'static Request) -> Asking {
        let ask = (request.ask)(stage);
        let expected = expectations().get(request.operation);
        let expected = expected.unwrap_or_else(|| panic!("{} has no row in tests/access.tsv", request.operation));
        Asking { stage, request, expected, path: request.path(&ask.parameters) + &ask.query, ask }
    }

    fn refuses_who_is_signed_out(&self) {
        let Some(refusal) = self.expected.signed_out else {
            if self.expected.who == Who::Anybody {
                let answer = self.send(&[]);
                let said = (answer.status, &answer.json()["signed_in"]);
                assert_eq!(said, (200, &json!(false)), "{}", self.request.operation);
                self.stage.document.assert_says(self.request.operation, &answer);
            }
            return;
        };
        let forged = format!("quarry_session={}", "A".repeat(43));
        // The key has every scope: sessions are for people.
        let key = format!("Bearer {}", self.stage.server.full_key);
        for headers in [&[][..], &[("cookie", forged.as_str())], &[("authorization", key.as_str())]] {
            self.refused(refusal, || self.send(headers));
        }
    }

    fn refuses_pages_of_others(&self) {
        if !self.request.is_write() || WITHOUT_TOKEN.contains(&self.request.operation) {
            return;
        }
        let cookie = ("cookie", self.ask.by.browser.cookie.as_str());
        if self.expected.who == Who::Application {
            self.refused((422, "invalid_parameter"), || self.send(&[cookie]));
            return;
        }
        self.refused(INVALID_TOKEN, || self.send(&[cookie]));
        self.refused(INVALID_TOKEN, || self.send(&[cookie, ("x-csrf-token", "nonsense")]));
    }

    fn refuses_who_is_too_small(&self) {
        let (stage, Some(refusal)) = (self.stage, self.expected.below) else { return };
        let mut too_small = Vec::new();
        match (&self.expected.who, &self.ask.house) {
            (Who::Staff(needed), house) => {
                too_small.extend(needed.iter().map(|permission| stage.staff_without(permission)));
                too_small.push(match house {
                    Some(house) => stage.asker(&house.owner),
                    None => stage.asker(&stage.person()),
                });
            }
            (Who::InSpace(role), _) => {
                let space = self.ask.space.as_ref().expect("a space");
                too_small.extend(SPACE_ROLES[..*role].iter().map(|lower| stage.asker(space.member(lower))));
            }
            (_, house) => too_small.push(stage.member_of(house.as_ref().expect("an organization"))),
        }
        for asker in &too_small {
            self.refused_for(asker, &self.path, refusal);
        }
    }

    /// Asks as staff who look at the service as the caller; in the place of one of staff, whom nobody acts as, as a person that the
    /// call could be about.
    fn refuses_or_lets_who_acts(&self) {
        let (stage, is_staffs) = (self.stage, matches!(self.expected.who, Who::Staff(_)));
        match self.expected.acting {
            Acting::NoSession => {}
            Acting::Refused(refusal) => {
                let acted_as = match &self.ask.house {
                    Some(house) if is_staffs => house.owner.id,
                    None if is_staffs => stage.person().id,
                    _ => self.ask.by.id,
                };
                self.refused_for(&stage.acting_as(acted_as), &self.path, refusal);
            }
            // The good call is such a one.
            Acting::May if self.ask.by.acts => {}
            Acting::May => {
                let mut other = Asking::new(stage, self.request);
                other.ask.by = stage.acting_as(other.ask.by.id);
                other.answers();
            }
        }
    }

    /// Asks in a session whose window is closed, of a call of its own: the one of the row goes on with its window open.
    fn refuses_without_recent_password(&self) {
        if let Some(refusal) = self.expected.recent_password {
            let mut other = Asking::new(self.stage, self.request);
            self.stage.close_window(&mut other.ask.by);
            other.refused_for(&other.ask.by, &other.path, refusal);
        }
    }

    fn hides_what_is_others(&self) {
        let Some(refusal) = self.expected.outsider else { return };
        let mut parameters = self.ask.parameters.clone();
        if let Named::OfTheDeployment { unknown } = self.expected.names {
            parameters[0] = unknown.to_owned();
            self.refused_for(&self.ask.by, &(self.request.path(&parameters) + &self.ask.query), refusal);
            return;
        }
        if self.expected.names == Named::OfASpace {
            self.hides_what_is_of_other_spaces(refusal);
            return;
        }
        let (house, other) = (self.ask.house.as_ref().expect("an organization"), self.stage.house());
        let stranger = self.stage.asker(&other.owner);
        self.refused_for(&stranger, &self.path, refusal);
        if parameters.len() == 1 {
            return;
        }
        // In one's own organization the number of somebody else's thing names nothing, even for the owner of the one who is a
        // member of the other: a rank here is worth nothing there.
        parameters[0] = other.id.to_string();
        let path = self.request.path(&parameters) + &self.ask.query;
        let held = self.stage.held(other.id);
        self.refused_for(&stranger, &path, refusal);
        self.stage.join(house, &other.owner);
        let held_here = self.stage.held(house.id);
        self.refused_for(&self.stage.asker(&other.owner), &path, refusal);
        if let Some(below) = self.expected.below {
            self.refused_for(&self.stage.asker(&other.owner), &self.path, below);
        }
        assert_eq!(self.stage.held(other.id), held, "{}", self.request.operation);
        assert_eq!(self.stage.held(house.id), held_here, "{}", self.request.operation);
    }

    /// A stranger who owns a space, and the thing of one space named in the path of another.
    fn hides_what_is_of_other_spaces(&self, refusal: Refusal) {
        let (space, other) = (self.ask.space.as_ref().expect("a space"), self.stage.space());
        let stranger = self.stage.asker(other.member("owner"));
        self.refused_for(&stranger, &self.path, refusal);
        self.refused_for(&self.stage.every_staff(), &self.path, refusal);
        if self.ask.parameters.len() < 2 {
            return;
        }
        let mut parameters = self.ask.parameters.clone();
        parameters[0] = self.request.parent_in(self.stage, &other).to_string();
        let path = self.request.path(&parameters) + &self.ask.query;
        let held = other.held(self.stage);
        self.refused_for(&stranger, &path, refusal);
        // It is so too for a person who may do it in both.
        other.join(self.stage, space.member("owner"), "owner");
        let held_with_both = other.held(self.stage);
        self.refused_for(&self.stage.asker(space.member("owner")), &path, refusal);
        assert_ne!(held, held_with_both);
        assert_eq!(other.held(self.stage), held_with_both, "{}", self.request.operation);
    }

    /// Staff who belong to no organization see of one what the console shows them, except where the table has them.
    fn hides_what_is_of_staff_alone(&self) {
        if self.expected.names != Named::OfAnOrganization {
            return;
        }
        if self.expected.who == (Who::Admin { or_staff: true }) {
            self.admits(self.stage.staff(&["orgs_manage"]));
            return;
        }
        let refusal = self.expected.outsider.expect("a refusal");
        self.refused_for(&self.stage.every_staff(), &self.path, refusal);
    }

    fn refuses_who_is_suspended(&self) {
        if let (Some(refusal), Some(_)) = (self.expected.suspended, &self.ask.house) {
            let other = Asking::new(self.stage, self.request);
            let house = other.ask.house.as_ref().expect("an organization");
            let askers = [&house.owner, &house.admin, &house.member].map(|person| self.stage.asker(person));
            self.stage.suspend(house);
            for asker in &askers {
                other.refused_for(asker, &other.path, refusal);
            }
        }
    }

    /// Asserts that a higher rank than the least that may, may too.
    fn lets_higher_ranks(&self) {
        if let Who::InSpace(role) = self.expected.who {
            for higher in &SPACE_ROLES[role + 1..] {
                let mut other = Asking::new(self.stage, self.request);
                other.ask.by = self.stage.asker(other.ask.space.as_ref().expect("a space").member(higher));
                other.answers();
            }
        }
        let Some(house) = &self.ask.house else { return };
        match self.expected.who {
            Who::Admin { .. } => self.admits_of_house(|house| &house.owner),
            Who::Member => {
                assert_ne!(self.ask.by.id, house.admin.id);
                self.admits_of_house(|house| &house.admin);
                self.admits_of_house(|house| &house.owner);
            }
            _ => {}
        }
    }

    fn admits_of_house(&self, person: fn(&House) -> &Person) {
        let mut other = Asking::new(self.stage, self.request);
        let asker = self.stage.asker(person(other.ask.house.as_ref().expect("an organization")));
        other.ask.by = asker;
        other.answers();
    }

    /// Asserts that somebody's call is good, on things of its own.
    fn admits(&self, asker: Asker) {
        let mut other = Asking::new(self.stage, self.request);
        other.ask.by = asker;
        other.answers();
    }

    fn answers(mut self) {
        let (request, server) = (self.request, &self.stage.server);
        let is_without = self.expected.recent_password.is_none() && self.expected.is_for_sessions();
        if is_without && !self.ask.by.acts {
            self.stage.close_window(&mut self.ask.by);
        }
        let answer = request.send_by(server, &self.path, self.ask.body.as_ref(), &self.ask.by.browser);
        assert_eq!(Some(answer.status), self.expected.answers, "{}: {}", request.operation, answer.text);
        assert_eq!(answer.header("cache-control"), "no-store", "{}", request.operation);
        self.stage.document.assert_says(request.operation, &answer);
        // The person who signs in by it is signed in.
        let set = answer.header("set-cookie").split(';').next().unwrap_or_default().to_owned();
        let is_sign_in = request.operation == "POST /auth/exchange" || request.operation == "POST /auth/refresh";
        assert!(!is_sign_in || set.len() > 20, "{}: {}", request.operation, answer.text);
        if is_sign_in {
            self.ask.by.browser.cookie = set;
            assert_eq!(self.ask.by.browser.get("/session/sudo").status, 200, "{}", request.operation);
        }
    }

    fn send(&self, headers: &[(&str, &str)]) -> Answer {
        self.request.send(&self.stage.server, &self.path, self.ask.body.as_ref(), headers)
    }

    fn refused_for(&self, asker: &Asker, path: &str, refusal: Refusal) {
        let deeds = self.stage.deeds(asker.id);
        let browser: &Browser<'_> = &asker.browser;
        self.refused(refusal, || self.request.send_by(&self.stage.server, path, self.ask.body.as_ref(), browser));
        assert_eq!(self.stage.deeds(asker.id), deeds, "{}: what is refused is not done", self.request.operation);
    }

    /// Asserts that the call is refused as documented, and that the organization is what it was.
    fn refused(&self, (status, code): Refusal, send: impl FnOnce() -> Answer) {
        let operation = self.request.operation;
        let held = |asking: &Asking| {
            let of_house = asking.ask.house.as_ref().map(|house| asking.stage.held(house.id));
            (of_house, asking.ask.space.as_ref().map(|space| space.held(asking.stage)))
        };
        let before = held(self);
        let answer = send();
        assert_eq!((answer.status, answer.code().as_str()), (status, code), "{operation}: {}", answer.text);
        let body: Json = answer.json();
        assert!(body["detail"].as_str().is_some_and(|detail| detail.ends_with('.')), "{operation}: {}", answer.text);
        assert_eq!(body["request_id"], answer.header("x-request-id"), "{operation}: {}", answer.text);
        assert_eq!(answer.header("cache-control"), "no-store", "{operation}");
        assert_eq!(answer.header("set-cookie"), "", "{operation}");
        self.stage.document.assert_says(operation, &answer);
        assert!(held(self) == before, "{operation}: {status} {code} changed something");
    }
}
