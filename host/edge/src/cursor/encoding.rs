//! Values as bytes: a tag, then the value, lengths and integers as LEB128. Each list of values has exactly one
//! encoding, which is what makes it fit for authentication; reading is bounded by the bytes there are.

use quarry_contract::PageCursor;
use quarry_stores::result_set::Value;

/// The payload form that is written.
pub(super) const VERSION: u8 = 2;
/// The payload form without an order, read for as long as walks last that began before orders.
pub(super) const FIRST_VERSION: u8 = 1;

const NULL: u8 = 0;
const FALSE: u8 = 1;
const TRUE: u8 = 2;
const INT64: u8 = 3;
const UINT64: u8 = 4;
const FLOAT64: u8 = 5;
const TEXT: u8 = 6;
const BYTES: u8 = 7;
const TIMESTAMP: u8 = 8;
const TEXT_LIST: u8 = 9;
const INT64_LIST: u8 = 10;
const UINT64_LIST: u8 = 11;
const BYTES_LIST: u8 = 12;

pub(super) fn write_cursor(output: &mut Vec<u8>, cursor: &PageCursor) {
    write_values(output, &cursor.after);
    write_value(output, &cursor.order.clone().map_or(Value::Null, Value::Text));
    write_length(output, cursor.pinned.len());
    for (name, value) in &cursor.pinned {
        write_bytes(output, name.as_bytes());
        write_value(output, value);
    }
}

/// The cursor that `payload` is, all of it. The first form knew no orders.
pub(super) fn read_cursor(payload: &[u8], version: u8) -> Option<PageCursor> {
    let mut reader = Reader { rest: payload };
    let after = reader.list(Reader::value)?;
    let order = match version {
        FIRST_VERSION => None,
        _ => match reader.value()? {
            Value::Null => None,
            Value::Text(order) => Some(order),
            _ => return None,
        },
    };
    let pinned = reader.list(|reader| Some((reader.text()?, reader.value()?)))?;
    reader.rest.is_empty().then_some(PageCursor { after, order, pinned })
}

pub(super) fn write_values(output: &mut Vec<u8>, values: &[Value]) {
    write_length(output, values.len());
    for value in values {
        write_value(output, value);
    }
}

pub(super) fn write_bytes(output: &mut Vec<u8>, bytes: &[u8]) {
    write_length(output, bytes.len());
    output.extend_from_slice(bytes);
}

fn write_value(output: &mut Vec<u8>, value: &Value) {
    match value {
        Value::Null => output.push(NULL),
        Value::Boolean(false) => output.push(FALSE),
        Value::Boolean(true) => output.push(TRUE),
        Value::Int64(number) => {
            output.push(INT64);
            write_signed(output, *number);
        }
        Value::UInt64(number) => {
            output.push(UINT64);
            write_unsigned(output, *number);
        }
        Value::Float64(number) => {
            output.push(FLOAT64);
            output.extend_from_slice(&number.to_bits().to_le_bytes());
        }
        Value::Text(text) => {
            output.push(TEXT);
            write_bytes(output, text.as_bytes());
        }
        Value::Bytes(bytes) => {
            output.push(BYTES);
            write_bytes(output, bytes);
        }
        Value::Timestamp(microseconds) => {
            output.push(TIMESTAMP);
            write_signed(output, *microseconds);
        }
        Value::TextList(texts) => write_list(output, TEXT_LIST, texts, |output, text| {
            write_bytes(output, text.as_bytes());
        }),
        Value::Int64List(numbers) => write_list(output, INT64_LIST, numbers, |output, number| {
            write_signed(output, *number);
        }),
        Value::UInt64List(numbers) => write_list(output, UINT64_LIST, numbers, |output, number| {
            write_unsigned(output, *number);
        }),
        Value::BytesList(items) => write_list(output, BYTES_LIST, items, |output, bytes| write_bytes(output, bytes)),
    }
}

fn write_list<T>(output: &mut Vec<u8>, tag: u8, items: &[T], write: impl Fn(&mut Vec<u8>, &T)) {
    output.push(tag);
    write_length(output, items.len());
    for item in items {
        write(output, item);
    }
}

fn write_length(output: &mut Vec<u8>, length: usize) {
    write_unsigned(output, length as u64);
}

/// LEB128: seven bits a byte, the lowest first, the high bit set on all but the last.
fn write_unsigned(output: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        output.push(number as u8 | 0x80);
        number >>= 7;
    }
    output.push(number as u8);
}

/// Zigzag, so that small negative numbers are short too.
fn write_signed(output: &mut Vec<u8>, number: i64) {
    write_unsigned(output, ((number << 1) ^ (number >> 63)) as u64);
}

/// The bytes that are left to read. Each method answers `None` where the bytes end or are not what they should be.
struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn value(&mut self) -> Option<Value> {
        Some(match self.byte()? {
            NULL => Value::Null,
            FALSE => Value::Boolean(false),
            TRUE => Value::Boolean(true),
            INT64 => Value::Int64(self.signed()?),
            UINT64 => Value::UInt64(self.unsigned()?),
            FLOAT64 => Value::Float64(f64::from_bits(u64::from_le_bytes(self.take(8)?.try_into().ok()?))),
            TEXT => Value::Text(self.text()?),
            BYTES => Value::Bytes(self.bytes()?.to_vec()),
            TIMESTAMP => Value::Timestamp(self.signed()?),
            TEXT_LIST => Value::TextList(self.list(Reader::text)?),
            INT64_LIST => Value::Int64List(self.list(Reader::signed)?),
            UINT64_LIST => Value::UInt64List(self.list(Reader::unsigned)?),
            BYTES_LIST => Value::BytesList(self.list(|reader| Some(reader.bytes()?.to_vec()))?),
            _ => return None,
        })
    }

    fn list<T>(&mut self, read: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let count = self.length()?;
        // Every item takes at least a byte, so a count that the bytes cannot hold is refused before it is reserved.
        if count > self.rest.len() {
            return None;
        }
        (0..count).map(|_| read(self)).collect()
    }

    fn text(&mut self) -> Option<String> {
        String::from_utf8(self.bytes()?.to_vec()).ok()
    }

    fn bytes(&mut self) -> Option<&'a [u8]> {
        let length = self.length()?;
        self.take(length)
    }

    fn length(&mut self) -> Option<usize> {
        self.unsigned()?.try_into().ok()
    }

    fn unsigned(&mut self) -> Option<u64> {
        let mut number = 0_u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    fn signed(&mut self) -> Option<i64> {
        let number = self.unsigned()?;
        Some((number >> 1) as i64 ^ -((number & 1) as i64))
    }

    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*first)
    }

    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        Some(taken)
    }
}
