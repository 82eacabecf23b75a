//! Text that comes in pieces, cut anywhere: what is not UTF-8 of it has U+FFFD in its place. Rows of files are checked when they are loaded,
//! so of nearly every piece nothing is copied.

use bytes::Bytes;

/// The bytes of the longest character.
const LONGEST_CHARACTER: usize = 4;

/// What is known of a text of which some pieces have come.
#[derive(Debug, Default)]
pub(super) struct Utf8Stream {
    /// The beginning of a character that the last piece ended in.
    begun: Vec<u8>,
}

impl Utf8Stream {
    /// The next piece as text, or what is left at the end. No piece that is not the end comes out as the end.
    pub(super) fn next(&mut self, piece: Option<Bytes>) -> Option<Bytes> {
        let Some(piece) = piece else {
            let rest = std::mem::take(&mut self.begun);
            return (!rest.is_empty()).then(|| Bytes::from(String::from_utf8_lossy(&rest).into_owned()));
        };
        let whole = match self.begun.is_empty() {
            true => piece,
            false => Bytes::from([std::mem::take(&mut self.begun).as_slice(), &piece].concat()),
        };
        let kept = whole.len() - begun_character(&whole);
        self.begun.extend_from_slice(&whole[kept..]);
        Some(match std::str::from_utf8(&whole[..kept]) {
            Ok(_) => whole.slice(..kept),
            Err(_) => Bytes::from(String::from_utf8_lossy(&whole[..kept]).into_owned()),
        })
    }
}

/// The bytes at the end that are a character's beginning and could become one.
fn begun_character(bytes: &[u8]) -> usize {
    let at_most = bytes.len().min(LONGEST_CHARACTER - 1);
    let starts = (1..=at_most).find(|back| bytes[bytes.len() - back] & 0xc0 != 0x80);
    match starts {
        Some(back)
            if std::str::from_utf8(&bytes[bytes.len() - back..]).is_err_and(|error| error.error_len().is_none()) =>
        {
            back
        }
        _ => 0,
    }
}
