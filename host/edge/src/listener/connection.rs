//! One connection: its requests, and its end when the client is slow, silent, or in the way of others.

use crate::limits::ListenerLimits;
use crate::listener::Responder;
use crate::listener::activity::{Activity, PaceWindow, Verdict};
use crate::listener::paced_answer::PacedAnswer;
use crate::listener::paced_body::RequestBody;
use crate::listener::paced_stream::PacedStream;
use crate::listener::signal::{Ear, Said};
use http::header::{CONNECTION, EXPECT};
use http::{HeaderValue, Version};
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use quarry_telemetry::{ConnectionEnd, ConnectionFigures};
use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};

const HTTP2_PING_INTERVAL: Duration = Duration::from_secs(30);
const HTTP2_PING_TIMEOUT: Duration = Duration::from_secs(20);

/// The state that all connections of a listener share.
pub(super) struct Connections<R> {
    pub(super) responder: Arc<R>,
    pub(super) limits: ListenerLimits,
    pub(super) figures: Arc<ConnectionFigures>,
    builder: Builder<TokioExecutor>,
}

impl<R: Responder> Connections<R> {
    pub(super) fn new(responder: Arc<R>, limits: ListenerLimits, figures: Arc<ConnectionFigures>) -> Connections<R> {
        let builder = builder(&limits);
        Connections { responder, limits, figures, builder }
    }

    /// Serves a connection until it ends.
    pub(super) async fn serve<S>(&self, stream: S, peer: SocketAddr, mut ear: Ear) -> ConnectionEnd
    where
        S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
    {
        let activity = Arc::new(Activity::new());
        let stream = PacedStream::new(stream, Arc::clone(&activity), &self.limits);
        let shared = Arc::new(Shared { responder: Arc::clone(&self.responder), is_draining: ear.draining() });
        let service = service_fn(|request: http::Request<hyper::body::Incoming>| {
            let version = request.version();
            let in_flight = activity.begin_request(version);
            // HTTP/2 ends a request by itself, and who waits for leave to send sends nothing once there is an answer.
            let lingers = version != Version::HTTP_2 && !request.headers().contains_key(EXPECT);
            let request = request.map(|body| RequestBody::new(body, lingers, &self.limits));
            let (shared, activity) = (Arc::clone(&shared), Arc::clone(&activity));
            async move {
                let mut response = shared.responder.respond(request, peer).await;
                if version != Version::HTTP_2 && shared.is_draining.load(Ordering::Relaxed) {
                    response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
                }
                Ok::<_, Infallible>(response.map(|body| match version {
                    Version::HTTP_2 => PacedAnswer::paced(body, &activity, in_flight),
                    _ => PacedAnswer::unpaced(body, in_flight),
                }))
            }
        });
        let mut connection = pin!(self.builder.serve_connection_with_upgrades(TokioIo::new(stream), service));
        let first_look = self.limits.header_read.min(self.limits.idle).min(self.limits.pace_window);
        let mut watch = pin!(tokio::time::sleep(first_look));
        let mut window = PaceWindow::default();
        let mut is_closing = false;
        loop {
            tokio::select! {
                ended = connection.as_mut() => return match ended {
                    Ok(()) => ConnectionEnd::Closed,
                    Err(error) => {
                        tracing::debug!(%error, "a connection ended early");
                        ConnectionEnd::Broken
                    }
                },
                () = watch.as_mut() => match activity.look(&self.limits, &mut window) {
                    Verdict::LookAgainAt(then) => watch.as_mut().reset(then.into()),
                    // Its bytes would wait in memory until the client says so.
                    Verdict::Stalled => return ConnectionEnd::Overdue,
                    Verdict::Overdue if is_closing || !activity.is_http2() => return ConnectionEnd::Overdue,
                    Verdict::Overdue => {
                        // The other side is told; what it then still leaves open is cut.
                        is_closing = true;
                        connection.as_mut().graceful_shutdown();
                        watch.as_mut().reset(tokio::time::Instant::now() + self.limits.header_read);
                    }
                },
                said = ear.hear(), if !is_closing => match said {
                    Said::Serve => {}
                    Said::MakeRoom { idle } if !activity.is_idle_for(idle) => {}
                    Said::MakeRoom { .. } if !activity.is_http2() => return ConnectionEnd::MadeRoom,
                    Said::MakeRoom { .. } | Said::Close => {
                        is_closing = true;
                        connection.as_mut().graceful_shutdown();
                    }
                },
            }
        }
    }
}

/// The state that the requests of one connection share. Each takes one count on it, which no other connection's cores touch.
struct Shared<R> {
    responder: Arc<R>,
    is_draining: Arc<AtomicBool>,
}

fn builder(limits: &ListenerLimits) -> Builder<TokioExecutor> {
    let mut builder = Builder::new(TokioExecutor::new());
    builder
        .http1()
        .timer(TokioTimer::new())
        // The watch keeps this time: it costs one timer a connection and none a request.
        .header_read_timeout(None)
        .max_buf_size(limits.max_header_bytes)
        .max_headers(limits.max_headers);
    builder
        .http2()
        .timer(TokioTimer::new())
        .max_header_list_size(u32::try_from(limits.max_header_bytes).unwrap_or(u32::MAX))
        .max_concurrent_streams(limits.max_concurrent_streams)
        .keep_alive_interval(HTTP2_PING_INTERVAL)
        .keep_alive_timeout(HTTP2_PING_TIMEOUT);
    builder
}
