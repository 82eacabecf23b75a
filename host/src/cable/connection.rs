//! One WebSocket (RFC 6455), from its greeting to its end.

use crate::cable::hub::{End, Place};
use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use quarry_telemetry::{CableEnd, OpenCable};
use serde_json::json;
use std::time::Duration;
use tokio::time::{Instant, MissedTickBehavior, interval_at, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Bytes, Message};

/// The time that a message may take to be taken, and a farewell.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);
/// A client sends answers to heartbeats and its farewell.
const MAX_SENT_BYTES: usize = 1 << 10;
/// Clients ping to see whether the host is there; each ping is answered.
const PINGS_OF_A_HEARTBEAT: u32 = 30;
const READ_BUFFER_BYTES: usize = 4 << 10;
const MAX_WRITE_BYTES: usize = 256 << 10;

type Socket = WebSocketStream<TokioIo<Upgraded>>;

/// The end of a connection: by the host, with a farewell where the other side is there to hear it.
struct Ending {
    end: CableEnd,
    farewell: Option<(CloseCode, &'static str)>,
}

impl Ending {
    fn without_a_word(end: CableEnd) -> Ending {
        Ending { end, farewell: None }
    }
}

/// Serves a connection that HTTP has let go of.
pub(super) async fn serve(stream: Upgraded, mut place: Place, heartbeat: Duration, mut counted: OpenCable) {
    let configuration = WebSocketConfig::default()
        .read_buffer_size(READ_BUFFER_BYTES)
        .write_buffer_size(0)
        .max_write_buffer_size(MAX_WRITE_BYTES)
        .max_message_size(Some(MAX_SENT_BYTES))
        .max_frame_size(Some(MAX_SENT_BYTES));
    let mut socket = Socket::from_raw_socket(TokioIo::new(stream), Role::Server, Some(configuration)).await;
    let ending = talk(&mut socket, &mut place, heartbeat, &counted).await;
    counted.end(ending.end);
    if let Some((code, reason)) = ending.farewell {
        let frame = CloseFrame { code, reason: reason.into() };
        // A client that does not take the farewell is cut off.
        let _ = timeout(CLOSE_TIMEOUT, socket.close(Some(frame))).await;
        let _ = timeout(CLOSE_TIMEOUT, async { while let Some(Ok(_)) = socket.next().await {} }).await;
    }
}

/// Tells what there is to tell until the connection ends.
async fn talk(socket: &mut Socket, place: &mut Place, every: Duration, counted: &OpenCable) -> Ending {
    let hello = json!({ "type": "hello", "heartbeat_seconds": every.as_secs() });
    let mut next = Some(Message::text(hello.to_string()));
    let mut first = place.first.take();
    let mut heartbeat = interval_at(Instant::now() + every, every);
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (mut awaits_answer, mut pings) = (false, 0);
    loop {
        if let Some(message) = next.take() {
            let is_told = message.is_text();
            tokio::select! {
                biased;
                // Also while the other side does not take what is sent.
                ended = &mut place.end => return farewell(ended.unwrap_or(End::Stopping)),
                sent = timeout(SEND_TIMEOUT, socket.send(message)) => match sent {
                    Ok(Ok(())) if is_told => counted.told(),
                    Ok(Ok(())) => {}
                    Ok(Err(_)) => return Ending::without_a_word(CableEnd::Left),
                    Err(_) => return Ending::without_a_word(CableEnd::Silent),
                },
            }
        }
        if let Some(body) = first.take() {
            next = Some(Message::text(&*body));
            continue;
        }
        tokio::select! {
            biased;
            ended = &mut place.end => return farewell(ended.unwrap_or(End::Stopping)),
            _ = heartbeat.tick() => {
                if awaits_answer {
                    return Ending::without_a_word(CableEnd::Silent);
                }
                (awaits_answer, pings) = (true, 0);
                next = Some(Message::Ping(Bytes::new()));
            }
            received = socket.next() => match received {
                Some(Ok(Message::Pong(_))) => awaits_answer = false,
                Some(Ok(Message::Ping(_))) if pings < PINGS_OF_A_HEARTBEAT => pings += 1,
                Some(Ok(Message::Ping(_))) => {
                    let reason = "too many pings: one in a while is enough";
                    return Ending { end: CableEnd::Talked, farewell: Some((CloseCode::Policy, reason)) };
                }
                Some(Ok(Message::Frame(_))) => {}
                None | Some(Ok(Message::Close(_)) | Err(_)) => return Ending::without_a_word(CableEnd::Left),
                Some(Ok(Message::Text(_) | Message::Binary(_))) => {
                    let reason = "nothing is taken here: use the operations of the interface";
                    return Ending { end: CableEnd::Talked, farewell: Some((CloseCode::Unsupported, reason)) };
                }
            },
            Some(body) = place.messages.recv() => next = Some(Message::text(&*body)),
        }
    }
}

fn farewell(end: End) -> Ending {
    let (end, code, reason) = match end {
        End::SessionEnded => (CableEnd::SessionEnded, CloseCode::Policy, "the session has ended"),
        End::Unconfirmed => (CableEnd::Unconfirmed, CloseCode::Again, "the session cannot be confirmed at the moment"),
        End::TooSlow => (CableEnd::TooSlow, CloseCode::Policy, "messages were not read in time"),
        End::Stopping => (CableEnd::Stopping, CloseCode::Restart, "this host stops: connect again"),
    };
    Ending { end, farewell: Some((code, reason)) }
}
