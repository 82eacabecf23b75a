//! Requests to the host under test.

use bytes::Bytes;
use http::{HeaderMap, Method, Request, Uri};
use http_body_util::{BodyExt, Full, Limited};
use hyper_util::client::legacy::Client as HyperClient;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use thiserror::Error;

/// The longest that an answer is waited for; the host's own limit is 30 s.
const PATIENCE: Duration = Duration::from_secs(60);

/// The number of times that a request is sent that a busy host puts off.
const TRIES: usize = 4;

/// The longest that a host is believed when it says how long it is busy.
const LONGEST_WAIT: Duration = Duration::from_secs(5);

/// More than a host sends in one answer.
const MOST_BYTES: usize = 32 << 20;

/// A host, and who may ask it.
#[derive(Debug, Clone)]
pub struct Target {
    /// Scheme, authority and base path: `http://127.0.0.1:8080/api/v1`.
    pub base_url: String,
    /// A key with every scope.
    pub key: String,
    /// The people who sign in, the first as long as they can: an operation may take their account or their password, and then
    /// the next goes on. Operations that only staff may ask need somebody with every permission.
    pub people: Vec<Person>,
    /// An application that the host lets people sign in with.
    pub service_client: String,
    /// The values that exist on this host, in the place of the contract's examples: values of path parameters by the segment
    /// before them, `organizations` for `/organizations/{id}`.
    pub there: BTreeMap<String, String>,
}

/// Somebody who signs in with a password.
#[derive(Debug, Clone)]
pub struct Person {
    pub email: String,
    pub password: String,
}

/// The host under test cannot be asked.
#[derive(Debug, Error)]
pub enum TargetError {
    #[error("{request} is not a request: {source}")]
    Request { request: String, source: http::Error },
    #[error("{request} was not answered: {source}")]
    Unanswered { request: String, source: hyper_util::client::legacy::Error },
    #[error("{request} was not answered within {} s", PATIENCE.as_secs())]
    Late { request: String },
    #[error("the answer to {request} broke off: {reason}")]
    Broken { request: String, reason: String },
    #[error("{request} answered {status}, so nothing can be checked: {text}")]
    Unusable { request: String, status: u16, text: String },
    #[error(
        "no person is left who can sign in: the operations have taken the account or the password of each of them, so the rest \
         cannot be checked"
    )]
    NobodyLeft,
}

/// As whom a request is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Credentials {
    Nobody,
    Key,
    Session,
}

/// An answer, read whole.
#[derive(Debug, Clone)]
pub(super) struct Answer {
    /// `GET /path`, for sentences.
    pub(super) request: String,
    pub(super) status: u16,
    pub(super) headers: HeaderMap,
    pub(super) text: String,
}

impl Answer {
    pub(super) fn json(&self) -> Option<Json> {
        serde_json::from_str(&self.text).ok()
    }

    pub(super) fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    /// The time that the host asks to wait: a store of it was late, or a queue was full, which says nothing about the
    /// component.
    fn put_off(&self) -> Option<Duration> {
        let body = self.json().filter(|_| self.status == 503)?;
        let code = body["error"].as_str().or_else(|| body["code"].as_str())?;
        let is_passing = code == "data_source_unavailable" || code == "overloaded";
        let seconds = self.header("retry-after").parse().ok().filter(|_| is_passing)?;
        Some(Duration::from_secs(seconds).min(LONGEST_WAIT))
    }

    /// Its beginning, for sentences.
    pub(super) fn shown(&self) -> String {
        self.text.chars().take(300).collect()
    }
}

/// One that has signed in.
pub(super) struct Client<'a> {
    target: &'a Target,
    http: HyperClient<HttpConnector, Full<Bytes>>,
    session: Mutex<Session>,
    requests: AtomicUsize,
}

#[derive(Debug, Clone, Default)]
struct Session {
    /// The number of the person whose session it is; the people before can no longer sign in.
    person: usize,
    cookie: String,
    csrf_token: String,
}

impl<'a> Client<'a> {
    pub(super) async fn new(target: &'a Target) -> Result<Client<'a>, TargetError> {
        let http = HyperClient::builder(TokioExecutor::new()).build_http();
        let client = Client { target, http, session: Mutex::default(), requests: AtomicUsize::new(0) };
        client.sign_in().await?;
        Ok(client)
    }

    /// Begins another session: what an operation did to the one before (it ended it, acted as somebody else) is not a matter of the
    /// next operation's.
    pub(super) async fn sign_in(&self) -> Result<(), TargetError> {
        let mut number = self.session().person;
        let answer = loop {
            let person = self.target.people.get(number).ok_or(TargetError::NobodyLeft)?;
            let body = json!({ "grant_type": "password", "email": person.email, "password": person.password });
            let headers = [("x-service-client", self.target.service_client.as_str()), JSON];
            let answer = self.send("POST", "/auth/exchange", &headers, body.to_string(), Credentials::Nobody).await?;
            match answer.status {
                200 => break answer,
                401 | 403 => number += 1,
                status => {
                    return Err(TargetError::Unusable { request: answer.request, status, text: answer.text });
                }
            }
        };
        let cookie = answer.header("set-cookie").split(';').next().unwrap_or_default().to_owned();
        let viewer = answer.json().unwrap_or_default();
        let csrf_token = viewer["viewer"]["csrf_token"].as_str().unwrap_or_default().to_owned();
        *self.session.lock().unwrap_or_else(PoisonError::into_inner) = Session { person: number, cookie, csrf_token };
        Ok(())
    }

    fn session(&self) -> Session {
        self.session.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The number of requests that were sent.
    pub(super) fn requests(&self) -> usize {
        self.requests.load(Ordering::Relaxed)
    }

    pub(super) async fn get(&self, path: &str, credentials: Credentials) -> Result<Answer, TargetError> {
        self.send("GET", path, &[], String::new(), credentials).await
    }

    /// `path` begins behind the base path. What a busy host puts off is asked again, as any client would; the last answer is
    /// given whatever it says.
    pub(super) async fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: String,
        credentials: Credentials,
    ) -> Result<Answer, TargetError> {
        for _ in 1..TRIES {
            let answer = self.send_once(method, path, headers, body.clone(), credentials).await?;
            match answer.put_off() {
                Some(wait) => tokio::time::sleep(wait).await,
                // The request before has ended the session.
                None if credentials == Credentials::Session && answer.status == 401 => Box::pin(self.sign_in()).await?,
                None => return Ok(answer),
            }
        }
        self.send_once(method, path, headers, body, credentials).await
    }

    async fn send_once(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: String,
        credentials: Credentials,
    ) -> Result<Answer, TargetError> {
        self.requests.fetch_add(1, Ordering::Relaxed);
        let name = format!("{method} {path}");
        let wrong = |source: http::Error| TargetError::Request { request: name.clone(), source };
        let method: Method = method.parse().map_err(|error| wrong(http::Error::from(error)))?;
        let uri: Uri =
            format!("{}{path}", self.target.base_url).parse().map_err(|error| wrong(http::Error::from(error)))?;
        let is_write = method != Method::GET;
        let session = self.session();
        let mut request = Request::builder().method(method).uri(uri);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        request = match credentials {
            Credentials::Nobody => request,
            Credentials::Key => request.header("authorization", format!("Bearer {}", self.target.key)),
            Credentials::Session => request.header("cookie", &session.cookie),
        };
        if credentials == Credentials::Session && is_write {
            request = request.header("x-csrf-token", &session.csrf_token);
        }
        let request = request.body(Full::from(body)).map_err(wrong)?;
        let late = |_| TargetError::Late { request: name.clone() };
        let unanswered = |source| TargetError::Unanswered { request: name.clone(), source };
        let response =
            tokio::time::timeout(PATIENCE, self.http.request(request)).await.map_err(late)?.map_err(unanswered)?;
        let (head, body) = response.into_parts();
        let read = tokio::time::timeout(PATIENCE, Limited::new(body, MOST_BYTES).collect()).await.map_err(late)?;
        let read = read.map_err(|error| TargetError::Broken { request: name.clone(), reason: error.to_string() })?;
        Ok(Answer {
            status: head.status.as_u16(),
            headers: head.headers,
            text: String::from_utf8_lossy(&read.to_bytes()).into_owned(),
            request: name,
        })
    }
}

pub(super) const JSON: (&str, &str) = ("content-type", "application/json");
