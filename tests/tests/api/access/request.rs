//! The parts of a request for an operation.

use super::people::Stage;
use super::shared_space::SharedSpace;
use crate::organizations::house::House;
use crate::saved_items::store;
use quarry_tests::browser::{Browser, SERVICE_CLIENT};
use quarry_tests::http::Answer;
use quarry_tests::server::Server;
use serde_json::Value as Json;

/// The parts of a good request for an operation.
pub(super) struct Request {
    /// The operation as the document has it: `GET /session/organizations/{id}`.
    pub(super) operation: &'static str,
    /// Makes all that the good call needs, for this call alone.
    pub(super) ask: fn(&'static Stage) -> Ask,
}

pub(super) const fn request(operation: &'static str, ask: fn(&'static Stage) -> Ask) -> Request {
    Request { operation, ask }
}

/// Somebody who asks.
pub(super) struct Asker {
    pub(super) id: i64,
    pub(super) browser: Browser<'static>,
    /// True where they look at the service as somebody else.
    pub(super) acts: bool,
}

/// A call that is good as it is.
pub(super) struct Ask {
    pub(super) by: Asker,
    /// The parameters of the path, in order; the first is the organization where there is a `house`.
    pub(super) parameters: Vec<String>,
    /// Behind the path: `?from=1`, or nothing.
    pub(super) query: String,
    pub(super) body: Option<Json>,
    pub(super) house: Option<House>,
    /// The space that it is about.
    pub(super) space: Option<SharedSpace>,
}

impl Ask {
    pub(super) fn by(by: Asker) -> Ask {
        Ask { by, parameters: Vec::new(), query: String::new(), body: None, house: None, space: None }
    }

    /// Asks in a space, which its path need not name.
    pub(super) fn within(mut self, space: &SharedSpace) -> Ask {
        self.space = Some(space.clone());
        self
    }

    /// About an organization.
    pub(super) fn of(mut self, house: &House) -> Ask {
        self.house = Some(house.clone());
        self.at(house.id)
    }

    /// Asks with one more parameter of the path.
    pub(super) fn at(mut self, parameter: impl ToString) -> Ask {
        self.parameters.push(parameter.to_string());
        self
    }

    /// Asks with what stands behind the question mark.
    pub(super) fn asking(mut self, query: &str) -> Ask {
        self.query = format!("?{query}");
        self
    }

    pub(super) fn with(mut self, body: Json) -> Ask {
        self.body = Some(body);
        self
    }
}

impl Request {
    pub(super) fn method(&self) -> &'static str {
        self.operation.split_once(' ').expect("method and path").0
    }

    pub(super) fn template(&self) -> &'static str {
        self.operation.split_once(' ').expect("method and path").1
    }

    pub(super) fn is_write(&self) -> bool {
        self.method() != "GET"
    }

    /// A thing of that space which the first parameter of the path can name.
    pub(super) fn parent_in(&self, stage: &Stage, space: &SharedSpace) -> i64 {
        let before = self.template().split("/{").next().and_then(|before| before.rsplit('/').next());
        match before {
            Some("spaces") => space.id,
            Some("projects") => store::project(&stage.server, space.id, "Depot"),
            Some("pages") => store::page(&stage.server, space.id, "Depot"),
            _ => panic!("{}: what of another space stands first in its path?", self.operation),
        }
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
        // Signing in is for applications, which have no session to forge.
        match self.template().starts_with("/auth/") {
            true => self.send(server, path, body, &[cookie, SERVICE_CLIENT]),
            false => self.send(server, path, body, &[cookie, ("x-csrf-token", browser.csrf_token.as_str())]),
        }
    }
}
