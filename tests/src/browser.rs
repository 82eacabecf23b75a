//! A browser as far as the session interface asks for one: it keeps the cookie, and repeats the token of the session.

use crate::http::Answer;
use crate::server::Server;
use serde_json::{Value as Json, json};

/// The application that the servers of the tests know.
pub const SERVICE_CLIENT: (&str, &str) = ("x-service-client", "quarry-web");
const JSON: (&str, &str) = ("content-type", "application/json");

/// One browser; it is signed out until it signs in.
pub struct Browser<'a> {
    server: &'a Server,
    /// The cookie as `name=value`; empty while the browser has no cookie.
    pub cookie: String,
    pub csrf_token: String,
    pub refresh_token: String,
}

impl<'a> Browser<'a> {
    pub fn new(server: &'a Server) -> Browser<'a> {
        Browser { server, cookie: String::new(), csrf_token: String::new(), refresh_token: String::new() }
    }

    /// One that the sample's `staff`, `admin` or `member` has signed in with, the sudo window open.
    pub fn of(server: &'a Server, user: &str) -> Browser<'a> {
        let mut browser = Browser::new(server);
        let answer = browser.sign_in(&email(server, user), &password(server, user));
        assert_eq!(answer.status, 200, "{user} signs in: {}", answer.text);
        browser
    }

    /// Signs in with a password.
    pub fn sign_in(&mut self, email: &str, password: &str) -> Answer {
        self.exchange(&json!({ "grant_type": "password", "email": email, "password": password }))
    }

    /// `POST /auth/exchange`.
    pub fn exchange(&mut self, body: &Json) -> Answer {
        self.client_post("/auth/exchange", body)
    }

    /// A write as an application makes it before there is a session.
    pub fn client_post(&mut self, path: &str, body: &Json) -> Answer {
        let cookie = self.cookie.clone();
        let headers = [SERVICE_CLIENT, JSON, ("cookie", cookie.as_str())];
        let answer = self.server.send_body("POST", path, &headers, body.to_string().as_bytes());
        self.note(&answer);
        answer
    }

    pub fn get(&self, path: &str) -> Answer {
        self.server.send("GET", path, &[("cookie", &self.cookie)])
    }

    /// A write as the web application makes it, with the session's token.
    pub fn write(&mut self, method: &str, path: &str, body: &Json) -> Answer {
        let (cookie, token) = (self.cookie.clone(), self.csrf_token.clone());
        let headers = [JSON, ("cookie", cookie.as_str()), ("x-csrf-token", token.as_str())];
        let answer = self.server.send_body(method, path, &headers, body.to_string().as_bytes());
        self.note(&answer);
        answer
    }

    /// A write as a page of somebody else makes it: with the cookie, and without what only our own pages know.
    pub fn write_across_sites(&self, method: &str, path: &str, body: &Json) -> Answer {
        let headers = [JSON, ("cookie", self.cookie.as_str())];
        self.server.send_body(method, path, &headers, body.to_string().as_bytes())
    }

    /// Takes over what an answer changes.
    fn note(&mut self, answer: &Answer) {
        let set = answer.header("set-cookie");
        if let Some(pair) = set.split(';').next().filter(|pair| !pair.is_empty()) {
            let is_kept = !set.contains("Max-Age=0");
            self.cookie = if is_kept { pair.to_owned() } else { String::new() };
        }
        let Ok(body) = serde_json::from_str::<Json>(&answer.text) else { return };
        let texts = [
            (body["viewer"]["csrf_token"].as_str().or_else(|| body["csrf_token"].as_str()), &mut self.csrf_token),
            (body["refresh_token"].as_str(), &mut self.refresh_token),
        ];
        for (text, kept) in texts {
            if let Some(text) = text {
                text.clone_into(kept);
            }
        }
    }
}

/// The email of one of the sample's people.
pub fn email(server: &Server, user: &str) -> String {
    server.users[user]["email"].as_str().expect("the ready file names the sample's people").to_owned()
}

/// The password of one of the sample's people.
pub fn password(server: &Server, user: &str) -> String {
    server.users[user]["password"].as_str().expect("the ready file names the sample's people").to_owned()
}
