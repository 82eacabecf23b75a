//! The room that an answer has for what it shows of a page, in bytes of JSON.

/// Bytes of an answer that the host takes, less some for what is not counted.
pub const MOST_BYTES: usize = (8 << 20) - (256 << 10);

/// The bytes of a text as JSON.
pub fn bytes_of(text: &str) -> usize {
    let of = |byte: u8| match byte {
        b'"' | b'\\' | b'\n' | b'\r' | b'\t' | 8 | 12 => 2,
        0..0x20 => 6,
        _ => 1,
    };
    2 + text.bytes().map(of).sum::<usize>()
}

/// The room that is left.
pub struct Room(usize);

impl Room {
    /// The room beside what takes so many bytes.
    pub fn beside(bytes: usize) -> Room {
        Room(MOST_BYTES.saturating_sub(bytes))
    }

    /// Takes so many bytes; false, and nothing is taken, where they are not there.
    pub fn takes(&mut self, bytes: usize) -> bool {
        let left = self.0.checked_sub(bytes);
        self.0 = left.unwrap_or(self.0);
        left.is_some()
    }

    /// Takes so many bytes where so many others are left behind them.
    pub fn takes_beside(&mut self, bytes: usize, others: usize) -> bool {
        self.0.saturating_sub(others) >= bytes && self.takes(bytes)
    }
}
