//! Requests as a client sends them.

use crate::server::Server;
use serde_json::Value as Json;
use ureq::http::{HeaderMap, Response};

/// An answer, read whole.
#[derive(Debug, Clone)]
pub struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    pub text: String,
}

impl Answer {
    /// The body as JSON.
    pub fn json(&self) -> Json {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error} in {}", self.text))
    }

    /// A header; empty when it is not there.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    /// The code of a refusal.
    pub fn code(&self) -> String {
        let body = self.json();
        body["error"].as_str().or_else(|| body["code"].as_str()).unwrap_or_default().to_owned()
    }

    /// The sentence of a refusal.
    pub fn detail(&self) -> String {
        self.json()["detail"].as_str().unwrap_or_default().to_owned()
    }
}

impl Server {
    /// `GET` below the base path, with the key that may read.
    pub fn get(&self, path: &str) -> Answer {
        self.get_with_key(path, &self.read_key)
    }

    /// `GET` without a key.
    pub fn get_keyless(&self, path: &str) -> Answer {
        self.send("GET", path, &[])
    }

    /// `GET` with a key of choice.
    pub fn get_with_key(&self, path: &str, key: &str) -> Answer {
        self.send("GET", path, &[("authorization", &format!("Bearer {key}"))])
    }

    /// Any request; `path` is below the base path.
    pub fn send(&self, method: &str, path: &str, headers: &[(&str, &str)]) -> Answer {
        self.send_any(method, &format!("/api/v1{path}"), headers, ())
    }

    /// Sends as [`Server::send`] does, with a body.
    pub fn send_body(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        self.send_any(method, &format!("/api/v1{path}"), headers, body)
    }

    /// Any request; `path` is a whole one.
    pub fn send_to_root(&self, method: &str, path: &str, headers: &[(&str, &str)]) -> Answer {
        self.send_any(method, path, headers, ())
    }

    fn send_any(&self, method: &str, path: &str, headers: &[(&str, &str)], body: impl ureq::AsSendBody) -> Answer {
        let agent: ureq::Agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .timeout_global(Some(std::time::Duration::from_secs(60)))
            .build()
            .into();
        let mut request = ureq::http::Request::builder().method(method).uri(format!("{}{path}", self.base_url));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let sent = agent.run(request.body(body).expect("the request is well formed"));
        let mut response: Response<ureq::Body> = sent.expect("the server answers");
        Answer {
            status: response.status().as_u16(),
            headers: response.headers().clone(),
            // A picture is no text; what is asserted of it is its status and its headers.
            text: String::from_utf8_lossy(&response.body_mut().read_to_vec().expect("a body")).into_owned(),
        }
    }
}
