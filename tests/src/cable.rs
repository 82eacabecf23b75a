//! A browser's end of the live updates.

use crate::bounded::SHORT;
use crate::browser::Browser;
use crate::server::Server;
use serde_json::Value as Json;
use std::io::ErrorKind;
use std::net::TcpStream;
use std::time::{Duration, Instant};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::{Error, HandshakeError, Message, WebSocket, client};

/// A connection.
pub struct Cable {
    socket: WebSocket<TcpStream>,
}

/// A message or an end that came.
#[derive(Debug, PartialEq)]
pub enum Heard {
    Message(Json),
    /// The code of the farewell; none where the connection was cut.
    Closed(Option<u16>),
    Nothing,
}

impl Cable {
    /// Connects with a new ticket of the browser's session, and reads the greeting.
    pub fn of(server: &Server, browser: &Browser<'_>) -> Cable {
        let issued = browser.get("/session/cable_token");
        assert_eq!(issued.status, 200, "{}", issued.text);
        let ticket = issued.json()["ticket"].as_str().expect("a ticket").to_owned();
        Cable::connect(server, &ticket, Some(&server.base_url)).expect("it is let in").greeted()
    }

    /// Connects as a page that anybody may open, and reads the greeting.
    pub fn public(server: &Server) -> Cable {
        Cable::ask(server, "audience=public", Some(&server.base_url)).expect("it is let in").greeted()
    }

    fn greeted(mut self) -> Cable {
        match self.next(Duration::from_secs(5)) {
            Heard::Message(hello) => assert_eq!(hello["type"], "hello", "{hello}"),
            other => panic!("no greeting: {other:?}"),
        }
        self
    }

    /// Connects; the status where it is refused.
    pub fn connect(server: &Server, ticket: &str, origin: Option<&str>) -> Result<Cable, u16> {
        Cable::ask(server, &format!("ticket={ticket}"), origin)
    }

    /// Connects with that query; the status where it is refused.
    pub fn ask(server: &Server, query: &str, origin: Option<&str>) -> Result<Cable, u16> {
        let authority = server.base_url.trim_start_matches("http://");
        let mut request = format!("ws://{authority}/cable?{query}").into_client_request().expect("a request");
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", HeaderValue::from_str(origin).expect("an origin"));
        }
        let stream = TcpStream::connect(authority).expect("the server listens");
        stream.set_read_timeout(Some(SHORT)).expect("a timeout");
        stream.set_write_timeout(Some(SHORT)).expect("a timeout");
        match client(request, stream) {
            Ok((socket, _)) => Ok(Cable { socket }),
            Err(HandshakeError::Failure(Error::Http(refused))) => Err(refused.status().as_u16()),
            Err(error) => panic!("the handshake broke down: {error}"),
        }
    }

    /// Gives the next message within that time; heartbeats are answered by the way.
    pub fn next(&mut self, within: Duration) -> Heard {
        let until = Instant::now() + within;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Heard::Nothing;
            }
            self.socket.get_ref().set_read_timeout(Some(left)).expect("a timeout");
            match self.socket.read() {
                Ok(Message::Text(text)) => return Heard::Message(serde_json::from_str(&text).expect("JSON")),
                Ok(Message::Close(frame)) => return Heard::Closed(frame.map(|frame| frame.code.into())),
                Ok(_) => {}
                Err(Error::Io(error)) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                    return Heard::Nothing;
                }
                Err(_) => return Heard::Closed(None),
            }
        }
    }

    /// The next message; panics where none comes within two seconds.
    #[track_caller]
    pub fn message(&mut self) -> Json {
        match self.next(Duration::from_secs(2)) {
            Heard::Message(message) => message,
            other => panic!("no message: {other:?}"),
        }
    }

    /// Says something, which clients do not.
    pub fn say(&mut self, text: &str) {
        self.socket.send(Message::text(text)).expect("it is sent");
    }
}
