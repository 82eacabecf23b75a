//! The number of rows in the footer of a Parquet file: `FileMetaData.num_rows`, written in Thrift's compact protocol. All else in
//! it is passed over, so no Parquet library is needed for one number.

/// The bytes that end every file.
const MAGIC: &[u8; 4] = b"PAR1";
/// The field of the file's metadata.
const NUM_ROWS: i64 = 3;
/// Structures within structures; those of a footer are fewer.
const DEEPEST: usize = 16;

/// Types of the compact protocol.
const STOP: u8 = 0;
const TRUE: u8 = 1;
const FALSE: u8 = 2;
const BYTE: u8 = 3;
const I16: u8 = 4;
const I32: u8 = 5;
const I64: u8 = 6;
const DOUBLE: u8 = 7;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const SET: u8 = 10;
const STRUCT: u8 = 12;

/// The rows of a file that ends in `tail`; none where its footer cannot be read or begins before it.
pub(super) fn row_count(tail: &[u8]) -> Option<u64> {
    let content = tail.strip_suffix(MAGIC)?;
    let (content, length) = content.split_last_chunk::<4>()?;
    let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
    let mut footer = Reader { bytes: content.get(content.len().checked_sub(length)?..)? };
    let mut field = 0;
    loop {
        let kind = footer.field(&mut field)?;
        match (kind, field) {
            (STOP, _) => return None,
            (I64, NUM_ROWS) => return u64::try_from(footer.signed()?).ok(),
            (kind, _) => footer.skip(kind, DEEPEST)?,
        }
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
}

impl Reader<'_> {
    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        Some(*first)
    }

    fn pass(&mut self, count: usize) -> Option<()> {
        self.bytes = self.bytes.get(count..)?;
        Some(())
    }

    /// LEB128.
    fn unsigned(&mut self) -> Option<u64> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(value);
            }
        }
        None
    }

    /// Zigzag.
    fn signed(&mut self) -> Option<i64> {
        let value = self.unsigned()?;
        Some((value >> 1) as i64 ^ -((value & 1) as i64))
    }

    /// The type of the next field; its number is said whole, or by how much it is more than the one before.
    fn field(&mut self, number: &mut i64) -> Option<u8> {
        let head = self.byte()?;
        let kind = head & 0x0f;
        if kind != STOP {
            *number = match head >> 4 {
                0 => self.signed()?,
                more => number.checked_add(more.into())?,
            };
        }
        Some(kind)
    }

    fn skip(&mut self, kind: u8, depth: usize) -> Option<()> {
        let depth = depth.checked_sub(1)?;
        match kind {
            TRUE | FALSE => Some(()),
            BYTE => self.pass(1),
            I16 | I32 | I64 => self.unsigned().map(|_| ()),
            DOUBLE => self.pass(8),
            BINARY => {
                let length = usize::try_from(self.unsigned()?).ok()?;
                self.pass(length)
            }
            LIST | SET => {
                let head = self.byte()?;
                let count = match head >> 4 {
                    15 => self.unsigned()?,
                    count => count.into(),
                };
                match head & 0x0f {
                    // In a list each truth value is a byte.
                    TRUE | FALSE => self.pass(usize::try_from(count).ok()?),
                    items => (0..count).try_for_each(|_| self.skip(items, depth)),
                }
            }
            STRUCT => {
                let mut number = 0;
                loop {
                    match self.field(&mut number)? {
                        STOP => return Some(()),
                        kind => self.skip(kind, depth)?,
                    }
                }
            }
            // A footer has no maps.
            _ => None,
        }
    }
}
