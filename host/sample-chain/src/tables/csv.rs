//! Writes CSV lines. No field of the sample holds a quote or a line's end, and only topics hold commas.

use std::fmt::Display;

use alloy_primitives::hex;

/// A line being written at the end of a buffer.
pub(super) struct Line<'a> {
    buffer: &'a mut Vec<u8>,
    is_first: bool,
}

impl<'a> Line<'a> {
    pub(super) fn new(buffer: &'a mut Vec<u8>) -> Self {
        Self { buffer, is_first: true }
    }

    fn separate(&mut self) {
        if !self.is_first {
            self.buffer.push(b',');
        }
        self.is_first = false;
    }

    pub(super) fn text(&mut self, value: &str) -> &mut Self {
        self.separate();
        self.buffer.extend_from_slice(value.as_bytes());
        self
    }

    pub(super) fn number(&mut self, value: impl Display) -> &mut Self {
        self.text(&value.to_string())
    }

    /// Bytes as lowercase hexadecimal digits after `0x`.
    pub(super) fn hex(&mut self, value: impl AsRef<[u8]>) -> &mut Self {
        self.text(&hex::encode_prefixed(value))
    }

    /// Several byte strings in one quoted field, separated by commas.
    pub(super) fn hex_list<T: AsRef<[u8]>>(&mut self, values: &[T]) -> &mut Self {
        self.separate();
        self.buffer.push(b'"');
        for (index, value) in values.iter().enumerate() {
            if index > 0 {
                self.buffer.push(b',');
            }
            self.buffer.extend_from_slice(hex::encode_prefixed(value).as_bytes());
        }
        self.buffer.push(b'"');
        self
    }

    pub(super) fn empty(&mut self, fields: usize) -> &mut Self {
        (0..fields).fold(self, |line, _| line.text(""))
    }

    pub(super) fn end(&mut self) {
        self.buffer.push(b'\n');
    }
}
