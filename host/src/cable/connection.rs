//! One WebSocket (RFC 6455), from its greeting to its end.

use crate::cable::hub::{End, Place};
use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use serde_json::json;
use std::time::Duration;
use tokio::time::{Instant, MissedTickBehavior, interval_at, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Bytes, Message};

/// How long a message may take to be taken, and a farewell.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);
/// A client sends answers to heartbeats and its farewell.
const MAX_SENT_BYTES: usize = 1 << 10;
const READ_BUFFER_BYTES: usize = 4 << 10;
const MAX_WRITE_BYTES: usize = 256 << 10;

type Socket = WebSocketStream<TokioIo<Upgraded>>;

/// Serves a connection that HTTP has let go of.
pub(super) async fn serve(stream: Upgraded, mut place: Place, heartbeat: Duration) {
    let configuration = WebSocketConfig::default()
        .read_buffer_size(READ_BUFFER_BYTES)
        .write_buffer_size(0)
        .max_write_buffer_size(MAX_WRITE_BYTES)
        .max_message_size(Some(MAX_SENT_BYTES))
        .max_frame_size(Some(MAX_SENT_BYTES));
    let mut socket = Socket::from_raw_socket(TokioIo::new(stream), Role::Server, Some(configuration)).await;
    if let Some((code, reason)) = talk(&mut socket, &mut place, heartbeat).await {
        let frame = CloseFrame { code, reason: reason.into() };
        // Whoever does not take the farewell is cut.
        let _ = timeout(CLOSE_TIMEOUT, socket.close(Some(frame))).await;
        let _ = timeout(CLOSE_TIMEOUT, async { while let Some(Ok(_)) = socket.next().await {} }).await;
    }
}

/// Tells what there is to tell until the connection ends; what to say at the end, if the other side is there to hear it.
async fn talk(socket: &mut Socket, place: &mut Place, every: Duration) -> Option<(CloseCode, &'static str)> {
    let hello = json!({ "type": "hello", "heartbeat_seconds": every.as_secs() });
    send(socket, Message::text(hello.to_string())).await?;
    let mut heartbeat = interval_at(Instant::now() + every, every);
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut awaits_answer = false;
    loop {
        tokio::select! {
            biased;
            ended = &mut place.end => return Some(farewell(ended.unwrap_or(End::Stopping))),
            received = socket.next() => match received? {
                Ok(Message::Pong(_)) => awaits_answer = false,
                Ok(Message::Ping(_) | Message::Frame(_)) => {}
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(Message::Text(_) | Message::Binary(_)) => {
                    return Some((CloseCode::Unsupported, "nothing is taken here: use the operations of the interface"));
                }
            },
            _ = heartbeat.tick() => {
                if awaits_answer {
                    return None;
                }
                awaits_answer = true;
                send(socket, Message::Ping(Bytes::new())).await?;
            }
            Some(body) = place.messages.recv() => send(socket, Message::text(&*body)).await?,
        }
    }
}

/// None when the other side did not take it.
async fn send(socket: &mut Socket, message: Message) -> Option<()> {
    timeout(SEND_TIMEOUT, socket.send(message)).await.ok()?.ok()
}

fn farewell(end: End) -> (CloseCode, &'static str) {
    match end {
        End::SessionEnded => (CloseCode::Policy, "the session has ended"),
        End::Unconfirmed => (CloseCode::Again, "the session cannot be confirmed at the moment"),
        End::TooSlow => (CloseCode::Policy, "messages were not read in time"),
        End::Stopping => (CloseCode::Restart, "this host stops: connect again"),
    }
}
