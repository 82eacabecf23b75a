//! A connection's bytes, with an eye on clients that are slow to take an answer.
//!
//! A client that reads nothing would keep an answer in memory for as long as it likes. So while an answer waits for
//! room, the client must take `min_bytes_per_second`, measured over `pace_window`; else the connection ends.

use crate::limits::ListenerLimits;
use crate::listener::activity::Activity;
use std::io::{Error, ErrorKind, IoSlice, Result};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep};

/// A stream whose reading and writing is noted and bounded.
pub(super) struct PacedStream<S> {
    stream: S,
    activity: Arc<Activity>,
    window: Duration,
    bytes_per_window: u64,
    /// Made when an answer first has to wait; most never do.
    timer: Option<Pin<Box<Sleep>>>,
    is_waiting: bool,
    taken_in_window: u64,
}

impl<S> PacedStream<S> {
    pub(super) fn new(stream: S, activity: Arc<Activity>, limits: &ListenerLimits) -> PacedStream<S> {
        PacedStream {
            stream,
            activity,
            window: limits.pace_window,
            bytes_per_window: limits.pace_bytes(),
            timer: None,
            is_waiting: false,
            taken_in_window: 0,
        }
    }

    /// Notes how a write went; an error when the client has been too slow for a whole window.
    fn pace(&mut self, context: &mut Context<'_>, written: Poll<Result<usize>>) -> Poll<Result<usize>> {
        if let Poll::Ready(Ok(bytes)) = written {
            self.taken_in_window = self.taken_in_window.saturating_add(bytes as u64);
        }
        if written.is_pending() {
            self.wait(context)?;
        }
        written
    }

    fn wait(&mut self, context: &mut Context<'_>) -> Result<()> {
        let ends = || Instant::now() + self.window;
        if !self.is_waiting {
            self.is_waiting = true;
            self.activity.writing(true);
            self.taken_in_window = 0;
            match &mut self.timer {
                Some(timer) => timer.as_mut().reset(ends()),
                None => self.timer = Some(Box::pin(tokio::time::sleep(self.window))),
            }
        }
        let Some(timer) = &mut self.timer else { return Ok(()) };
        while timer.as_mut().poll(context).is_ready() {
            if self.taken_in_window < self.bytes_per_window {
                return Err(Error::new(ErrorKind::TimedOut, "the client takes its answer too slowly"));
            }
            self.taken_in_window = 0;
            timer.as_mut().reset(Instant::now() + self.window);
        }
        Ok(())
    }

    /// Everything was taken.
    fn rest(&mut self) {
        if self.is_waiting {
            self.is_waiting = false;
            self.activity.writing(false);
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for PacedStream<S> {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        if buffer.filled().len() > before {
            self.activity.received();
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for PacedStream<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.pace(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.pace(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        match Pin::new(&mut self.stream).poll_flush(context) {
            Poll::Ready(flushed) => {
                self.rest();
                Poll::Ready(flushed)
            }
            Poll::Pending => {
                self.wait(context)?;
                Poll::Pending
            }
        }
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        match Pin::new(&mut self.stream).poll_shutdown(context) {
            Poll::Ready(ended) => Poll::Ready(ended),
            Poll::Pending => {
                self.wait(context)?;
                Poll::Pending
            }
        }
    }
}
