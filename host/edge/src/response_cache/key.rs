//! The key by which an answer is found.

use crate::router::Operation;
use quarry_contract::Toward;
use quarry_contract::parameters::ParsedParameters;
use quarry_stores::result_set::Value;
use std::borrow::Borrow;
use std::sync::Arc;

/// Room for the key of a usual request, so that it is allocated once.
const TYPICAL_BYTES: usize = 96;

/// The operation's revision and every parsed parameter, page size and cursor included. Two requests have one key
/// exactly when the handler cannot tell them apart: order, spelling and defaults of the query do not matter.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct CacheKey(Arc<[u8]>);

impl CacheKey {
    /// The key's bytes: enough to look with. Only what is then kept or begun needs a key to hold.
    pub(crate) fn bytes(operation: &Operation, parsed: &ParsedParameters, media_type: Option<&str>) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(TYPICAL_BYTES);
        bytes.extend_from_slice(&operation.revision().to_be_bytes());
        bytes.extend_from_slice(&parsed.limit.to_be_bytes());
        parsed.values.iter().for_each(|value| write_value(&mut bytes, value));
        // Only a route that declares media types has one, so other keys have nothing of it.
        if let Some(media_type) = media_type {
            write_value(&mut bytes, &Value::Text(media_type.to_owned()));
        }
        // Last, so it needs no length; an empty cursor is not none.
        match &parsed.cursor {
            Some(cursor) => {
                bytes.push(if parsed.toward == Toward::Next { b'c' } else { b'p' });
                bytes.extend_from_slice(cursor.as_bytes());
            }
            None => bytes.push(b'0'),
        }
        bytes
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }
}

impl From<Vec<u8>> for CacheKey {
    fn from(bytes: Vec<u8>) -> CacheKey {
        CacheKey(bytes.into())
    }
}

impl Borrow<[u8]> for CacheKey {
    fn borrow(&self) -> &[u8] {
        &self.0
    }
}

/// A letter for the type, then the value at a fixed length or behind its length: no two lists of values are written
/// alike.
fn write_value(bytes: &mut Vec<u8>, value: &Value) {
    match value {
        Value::Null => bytes.push(b'0'),
        Value::Boolean(value) => bytes.extend_from_slice(&[b'b', u8::from(*value)]),
        Value::Int64(value) => write_fixed(bytes, b'i', &value.to_be_bytes()),
        Value::UInt64(value) => write_fixed(bytes, b'u', &value.to_be_bytes()),
        Value::Float64(value) => write_fixed(bytes, b'f', &value.to_bits().to_be_bytes()),
        Value::Timestamp(value) => write_fixed(bytes, b't', &value.to_be_bytes()),
        Value::Text(value) => write_sized(bytes, b's', value.as_bytes()),
        Value::Bytes(value) => write_sized(bytes, b'x', value),
        Value::TextList(items) => {
            write_list(bytes, b'S', items, |bytes, item| write_sized(bytes, b's', item.as_bytes()))
        }
        Value::BytesList(items) => write_list(bytes, b'X', items, |bytes, item| write_sized(bytes, b'x', item)),
        Value::Int64List(items) => write_list(bytes, b'I', items, |bytes, item| bytes.extend(item.to_be_bytes())),
        Value::UInt64List(items) => write_list(bytes, b'U', items, |bytes, item| bytes.extend(item.to_be_bytes())),
    }
}

fn write_fixed(bytes: &mut Vec<u8>, kind: u8, value: &[u8; 8]) {
    bytes.push(kind);
    bytes.extend_from_slice(value);
}

fn write_sized(bytes: &mut Vec<u8>, kind: u8, value: &[u8]) {
    bytes.push(kind);
    bytes.extend_from_slice(&value.len().to_be_bytes());
    bytes.extend_from_slice(value);
}

fn write_list<T>(bytes: &mut Vec<u8>, kind: u8, items: &[T], write: impl Fn(&mut Vec<u8>, &T)) {
    bytes.push(kind);
    bytes.extend_from_slice(&items.len().to_be_bytes());
    items.iter().for_each(|item| write(bytes, item));
}
