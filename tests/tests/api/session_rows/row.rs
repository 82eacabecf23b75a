//! What a row says, and what it takes to ask its operation.

use super::stage::Stage;
use crate::organizations::house::House;
use quarry_tests::browser::{Browser, SERVICE_CLIENT};
use quarry_tests::http::Answer;
use quarry_tests::server::Server;
use serde_json::Value as Json;

/// One operation of the session interface: who may, what the path names, and what a good call answers.
pub(super) struct Row {
    /// As the document has it: `GET /session/organizations/{id}`.
    pub(super) operation: &'static str,
    pub(super) caller: Caller,
    pub(super) named: Named,
    /// What becomes of it in a session of staff who look at the service as the caller.
    pub(super) acting: Acting,
    /// Whether the password must have been given within the last 15 minutes.
    pub(super) recent_password: RecentPassword,
    /// Of the good call.
    pub(super) status: u16,
    /// Makes all that the good call needs, for this row alone.
    pub(super) ask: fn(&'static Stage) -> Ask,
}

/// Who makes the good call. Whoever is a little less is too small for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Caller {
    /// Whoever asks, signed out included.
    Anybody,
    /// An application of the deployment, for somebody who has no session yet; nobody without its name.
    Application,
    /// Somebody who is signed in. It is about nobody but them, so nobody is too small.
    Person,
    /// The holder of an account, for whom nobody acts.
    Holder,
    /// A member of the organization; who belongs to another one does not see it.
    Member,
    /// An admin of the organization; its members are too small.
    Admin,
    /// Staff with exactly these permissions, `alpha` being the tier: none for any of staff. Staff with all but one of them
    /// are too small, and so are people who are no staff.
    Staff(&'static [&'static str]),
}

/// What somebody may do who acts as the caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Acting {
    /// The same as the caller.
    May,
    /// Nothing: 403 `forbidden`, and nothing is changed. Of operations for staff too, since nobody acts as one of staff.
    MayNot,
    /// No session is asked.
    NoSession,
}

/// Whether an operation asks for the sudo window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RecentPassword {
    /// Without it 403 `sudo_required`, and nothing is changed.
    Needed,
    /// The good call is made without it.
    NotNeeded,
}

/// What the path names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Named {
    /// Nothing: it has no parameters.
    Nothing,
    /// An organization, and maybe something that it has. Somebody else's is not there for anybody.
    OfATenant,
    /// Something of the deployment, every one of which is shown to staff who may see it. This is none.
    OfTheDeployment { unknown: &'static str },
}

/// Somebody who asks.
pub(super) struct Asker {
    pub(super) id: i64,
    pub(super) browser: Browser<'static>,
    /// Whether they look at the service as somebody else.
    pub(super) acts: bool,
}

/// A call that is good as it is.
pub(super) struct Ask {
    pub(super) by: Asker,
    /// What stands in the path, in order; the first is the organization where there is a `house`.
    pub(super) parameters: Vec<String>,
    pub(super) body: Option<Json>,
    pub(super) house: Option<House>,
}

impl Ask {
    pub(super) fn by(by: Asker) -> Ask {
        Ask { by, parameters: Vec::new(), body: None, house: None }
    }

    /// About an organization.
    pub(super) fn of(mut self, house: &House) -> Ask {
        self.house = Some(house.clone());
        self.at(house.id)
    }

    /// With one more parameter of the path.
    pub(super) fn at(mut self, parameter: impl ToString) -> Ask {
        self.parameters.push(parameter.to_string());
        self
    }

    pub(super) fn with(mut self, body: Json) -> Ask {
        self.body = Some(body);
        self
    }
}

impl Row {
    pub(super) fn method(&self) -> &'static str {
        self.operation.split_once(' ').expect("method and path").0
    }

    pub(super) fn template(&self) -> &'static str {
        self.operation.split_once(' ').expect("method and path").1
    }

    pub(super) fn is_write(&self) -> bool {
        self.method() != "GET"
    }

    /// The path with these parameters.
    pub(super) fn path(&self, parameters: &[String]) -> String {
        let mut parameters = parameters.iter();
        let pieces = self.template().split('/').map(|piece| match piece.starts_with('{') {
            true => parameters.next().unwrap_or_else(|| panic!("{}: no value for {piece}", self.operation)).as_str(),
            false => piece,
        });
        let path = pieces.collect::<Vec<_>>().join("/");
        assert!(parameters.next().is_none(), "{}: more values than its path has", self.operation);
        path
    }

    /// Sends it as a browser would that has this cookie and this token.
    pub(super) fn send(&self, server: &Server, path: &str, body: Option<&Json>, headers: &[(&str, &str)]) -> Answer {
        let mut headers = headers.to_vec();
        match body {
            None => server.send(self.method(), path, &headers),
            Some(body) => {
                headers.push(("content-type", "application/json"));
                server.send_body(self.method(), path, &headers, body.to_string().as_bytes())
            }
        }
    }

    /// Sends it as our own pages do.
    pub(super) fn send_by(&self, server: &Server, path: &str, body: Option<&Json>, browser: &Browser<'_>) -> Answer {
        let cookie = ("cookie", browser.cookie.as_str());
        match self.caller {
            Caller::Anybody | Caller::Application => self.send(server, path, body, &[cookie, SERVICE_CLIENT]),
            _ => self.send(server, path, body, &[cookie, ("x-csrf-token", browser.csrf_token.as_str())]),
        }
    }
}
