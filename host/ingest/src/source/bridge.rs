//! Between the asynchronous world and the blocking thread that reads: byte streams as readers, and counted reading.

use std::io::{self, Read};
use std::sync::{Arc, Mutex, PoisonError};

use bytes::{Buf, Bytes};
use futures_util::{Stream, StreamExt};
use sha2::{Digest, Sha256};
use tokio::sync::mpsc;

use super::super::progress::Progress;
use super::read_file::QUEUED_CHUNKS;

/// A reader over a stream of bytes, for a blocking thread. The stream is driven by a task of its own, which ends with
/// the stream or with the reader.
pub(crate) fn reader_of(stream: impl Stream<Item = io::Result<Bytes>> + Send + 'static) -> impl Read + Send {
    let (sender, receiver) = mpsc::channel(QUEUED_CHUNKS);
    tokio::spawn(async move {
        let mut stream = std::pin::pin!(stream);
        while let Some(item) = stream.next().await {
            if sender.send(item).await.is_err() {
                break;
            }
        }
    });
    StreamReader { receiver, current: Bytes::new() }
}

struct StreamReader {
    receiver: mpsc::Receiver<io::Result<Bytes>>,
    current: Bytes,
}

impl Read for StreamReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.current.is_empty() {
            match self.receiver.blocking_recv() {
                Some(item) => self.current = item?,
                None => return Ok(0),
            }
        }
        let length = buffer.len().min(self.current.len());
        self.current.copy_to_slice(&mut buffer[..length]);
        Ok(length)
    }
}

/// Tells the progress how many stored bytes have been read, and takes their digest.
pub(super) struct Counted {
    pub(super) inner: Box<dyn Read + Send>,
    pub(super) progress: Arc<dyn Progress>,
    pub(super) digest: Arc<Mutex<Sha256>>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.inner.read(buffer)?;
        self.progress.advanced(length as u64);
        self.digest.lock().unwrap_or_else(PoisonError::into_inner).update(&buffer[..length]);
        Ok(length)
    }
}
