//! The caller of a request.

use crate::Answer;
use serde_json::{Value as Json, json};
use std::time::Duration;

/// The longest that an answer is waited for.
const PATIENCE: Duration = Duration::from_secs(60);

/// A list that goes on for longer than this does not end.
const MOST_PAGES: usize = 1_000;

/// The application that the sandbox lets people sign in with.
const SERVICE_CLIENT: (&str, &str) = ("x-service-client", "quarry-web");

/// Somebody who asks a sandbox: nobody in particular, the holder of a key, or somebody who has signed in.
///
/// ```no_run
/// # use quarry_testkit::{Sandbox, json};
/// # let sandbox = Sandbox::start();
/// sandbox.nobody().get("/field-notes/notes").expect_status(401);
/// sandbox.staff().get("/session").expect_status(200);
/// ```
#[derive(Debug, Clone)]
pub struct Client<'a> {
    /// The address of the sandbox, with its base path.
    address: &'a str,
    credentials: Credentials,
}

#[derive(Debug, Clone)]
enum Credentials {
    None,
    Key(String),
    Session { cookie: String, csrf_token: String },
}

impl<'a> Client<'a> {
    pub(crate) fn nobody(address: &'a str) -> Client<'a> {
        Client { address, credentials: Credentials::None }
    }

    pub(crate) fn with_key(address: &'a str, key: &str) -> Client<'a> {
        Client { address, credentials: Credentials::Key(key.to_owned()) }
    }

    /// Signs in with a password, as the web application does.
    pub(crate) fn signed_in(address: &'a str, email: &str, password: &str) -> Client<'a> {
        let body = json!({ "grant_type": "password", "email": email, "password": password });
        let headers = [SERVICE_CLIENT, ("content-type", "application/json")];
        let answer = Client::nobody(address).send("POST", "/auth/exchange", &headers, body.to_string().as_bytes());
        let answer = answer.expect_status(200);
        let cookie = answer.header("set-cookie").split(';').next().unwrap_or_default().to_owned();
        let csrf_token = answer.json()["viewer"]["csrf_token"].as_str().unwrap_or_default().to_owned();
        Client { address, credentials: Credentials::Session { cookie, csrf_token } }
    }

    /// `GET`; the path begins behind the base path: `/field-notes/notes`.
    pub fn get(&self, path: &str) -> Answer {
        self.send("GET", path, &[], &[])
    }

    /// `POST` with a JSON body.
    pub fn post(&self, path: &str, body: &Json) -> Answer {
        self.write("POST", path, body)
    }

    /// `PUT` with a JSON body.
    pub fn put(&self, path: &str, body: &Json) -> Answer {
        self.write("PUT", path, body)
    }

    /// `PATCH` with a JSON body.
    ///
    /// ```no_run
    /// # use quarry_testkit::{Client, Sandbox, json};
    /// # fn example(admin: &Client<'_>) {
    /// admin.patch("/field-notes/notes/17", &json!({ "title": "Depeg of March" })).expect_status(200);
    /// admin.delete("/field-notes/notes/17").expect_status(204);
    /// # }
    /// ```
    pub fn patch(&self, path: &str, body: &Json) -> Answer {
        self.write("PATCH", path, body)
    }

    /// `DELETE` without a body.
    pub fn delete(&self, path: &str) -> Answer {
        self.send("DELETE", path, &[], &[])
    }

    /// Every row of a list that pages: asks for page after page and gives the items of `member`.
    ///
    /// ```no_run
    /// # use quarry_testkit::Client;
    /// # fn example(key: &Client<'_>) {
    /// let notes = key.walk("/field-notes/notes?limit=2", "notes");
    /// assert_eq!(notes.len(), 5);
    /// # }
    /// ```
    #[track_caller]
    pub fn walk(&self, path: &str, member: &str) -> Vec<Json> {
        let mut items = Vec::new();
        let mut page = path.to_owned();
        for _ in 0..MOST_PAGES {
            let body = self.get(&page).expect_status(200).json();
            let rows = body[member].as_array().unwrap_or_else(|| panic!("{page} has no list {member}: {body}"));
            items.extend(rows.iter().cloned());
            let Some(cursor) = body["next_cursor"].as_str() else { return items };
            let joint = if path.contains('?') { '&' } else { '?' };
            page = format!("{path}{joint}cursor={cursor}");
        }
        panic!("{path} did not end within {MOST_PAGES} pages");
    }

    /// Any request, with further headers. Credentials, and what a session's writes repeat, are added.
    #[track_caller]
    pub fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let agent: ureq::Agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .timeout_global(Some(PATIENCE))
            .build()
            .into();
        let asked = format!("{method} {path}");
        let mut request = ureq::http::Request::builder().method(method).uri(format!("{}{path}", self.address));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        request = match &self.credentials {
            Credentials::None => request,
            Credentials::Key(key) => request.header("authorization", format!("Bearer {key}")),
            Credentials::Session { cookie, .. } if method == "GET" => request.header("cookie", cookie),
            Credentials::Session { cookie, csrf_token } => {
                request.header("cookie", cookie).header("x-csrf-token", csrf_token)
            }
        };
        let sent = match body.is_empty() {
            true => request.body(()).map(|request| agent.run(request)),
            false => request.body(body).map(|request| agent.run(request)),
        };
        let sent = sent.unwrap_or_else(|error| panic!("{asked} is not a request: {error}"));
        let mut response = sent.unwrap_or_else(|error| panic!("{asked} was not answered: {error}"));
        let text = response.body_mut().read_to_string();
        Answer {
            status: response.status().as_u16(),
            headers: response.headers().clone(),
            text: text.unwrap_or_else(|error| panic!("{asked} was answered with bytes that are not text: {error}")),
            asked,
        }
    }

    #[track_caller]
    fn write(&self, method: &str, path: &str, body: &Json) -> Answer {
        self.send(method, path, &[("content-type", "application/json")], body.to_string().as_bytes())
    }
}
