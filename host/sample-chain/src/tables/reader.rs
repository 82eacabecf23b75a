//! A table as a blocking reader, for code that reads files and readers alike.

use std::io::{self, Read};

use bytes::{Buf, Bytes};

use super::SampleTableStream;

/// The bytes of a [`SampleTableStream`]. Reading costs CPU and never fails.
pub struct SampleTableReader {
    stream: SampleTableStream,
    /// The rest of the chunk being read.
    rest: Bytes,
}

impl SampleTableStream {
    /// The same bytes behind [`Read`].
    pub fn into_reader(self) -> SampleTableReader {
        SampleTableReader { stream: self, rest: Bytes::new() }
    }
}

impl Read for SampleTableReader {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            // Chunks are never empty, so an empty rest means the end.
            self.rest = self.stream.next().unwrap_or_default();
        }
        let length = target.len().min(self.rest.len());
        self.rest.copy_to_slice(&mut target[..length]);
        Ok(length)
    }
}
