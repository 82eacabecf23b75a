//! Reads `RowBinaryWithNamesAndTypes`, ClickHouse's row format, into the host's columns.
//!
//! | ClickHouse | column |
//! |---|---|
//! | Int8 … Int64, UInt8 … UInt64 | `Int64`, `UInt64` |
//! | Int128, Int256, UInt128, UInt256 | `Text`, decimal digits |
//! | Decimal | `Text`, decimal digits without trailing zeros |
//! | Float32, Float64 | `Float64` |
//! | Bool | `Boolean` |
//! | String | `Text`; bytes that are not UTF-8 are null where the column may be null, else each has U+FFFD in its place (select `hex(x)`, or a FixedString, where bytes are meant) |
//! | FixedString(N) | `Bytes`, always N |
//! | DateTime, DateTime64 | `Timestamp` (µs, rounded down) |
//! | Date, Date32 | `Date` |
//! | UUID, IPv4, IPv6, Enum | `Text` |
//! | Array, Tuple, Map | `Json`: arrays, objects for named tuples and maps, wide integers and decimals as strings |
//! | Nullable, LowCardinality | their inner type, with a validity bitmap where there are nulls |
//!
//! Anything else is [`DecodeError::UnsupportedType`]; select it as text. No input makes this module panic or allocate more
//! than a small multiple of the input's length.

mod answer;
mod damaged_text;
mod error;
mod json;
mod reader;
mod scalar;
mod stream;

pub use answer::{RowAnswer, decode};
pub use stream::{RowStream, StreamedColumn};

pub use self::error::{AnswerError, DecodeError};
use self::error::{MAX_COLUMNS, ValueError};
use self::reader::Reader;
use super::types::ClickHouseType;
use crate::result_set::{Column, ColumnData};

fn read_header(reader: &mut Reader<'_>) -> Result<Vec<ColumnReader>, DecodeError> {
    let header = |error| match error {
        ValueError::Truncated => DecodeError::Truncated,
        _ => DecodeError::InvalidHeader,
    };
    let count = reader.variable_integer().map_err(header)?;
    if count > MAX_COLUMNS {
        return Err(DecodeError::TooManyColumns { count });
    }
    let names: Vec<&str> = (0..count).map(|_| reader.text().map_err(header)).collect::<Result<_, _>>()?;
    names.into_iter().map(|name| ColumnReader::new(name, reader.text().map_err(header)?)).collect()
}

/// One column while its rows are read.
struct ColumnReader {
    name: String,
    type_name: String,
    nullable: bool,
    /// One bit a row, made at the first null.
    validity: Option<Vec<u8>>,
    values: Values,
}

/// The place that the values of a column go to, with the facts that are needed to read them.
enum Values {
    Boolean(Vec<bool>),
    Int {
        bytes: usize,
        values: Vec<i64>,
    },
    UInt {
        bytes: usize,
        values: Vec<u64>,
    },
    Float32(Vec<f64>),
    Float64(Vec<f64>),
    /// Bytes that are taken for text once all are there: one pass over a column is several times as fast as one over each value.
    String {
        offsets: Vec<u32>,
        data: Vec<u8>,
    },
    /// Everything else that becomes text: `scalar` writes it.
    Scalar {
        kind: ClickHouseType,
        offsets: Vec<u32>,
        data: String,
    },
    Bytes {
        length: usize,
        offsets: Vec<u32>,
        data: Vec<u8>,
    },
    /// DateTime and DateTime64.
    Timestamp {
        kind: ClickHouseType,
        values: Vec<i64>,
    },
    Date {
        kind: ClickHouseType,
        values: Vec<i32>,
    },
    Json {
        kind: ClickHouseType,
        offsets: Vec<u32>,
        data: String,
    },
}

impl ColumnReader {
    fn new(name: &str, type_name: &str) -> Result<ColumnReader, DecodeError> {
        let parsed = ClickHouseType::parse(type_name).ok_or_else(|| DecodeError::UnsupportedType {
            column: name.to_owned(),
            type_name: type_name.chars().take(200).collect(),
        })?;
        let (nullable, kind) = match parsed {
            ClickHouseType::Nullable(inner) => (true, *inner),
            other => (false, other),
        };
        let type_name = type_name.to_owned();
        Ok(ColumnReader { name: name.to_owned(), type_name, nullable, validity: None, values: Values::new(kind) })
    }

    fn read(&mut self, reader: &mut Reader<'_>, row: usize) -> Result<(), ValueError> {
        let is_null = self.nullable && reader.byte()? != 0;
        match (&mut self.validity, is_null) {
            (None, false) => {}
            (None, true) => {
                // Every row before this one was a value.
                let mut bits = vec![0xff; row / 8];
                bits.push((1 << (row % 8)) - 1);
                self.validity = Some(bits);
            }
            (Some(bits), _) => {
                if row.is_multiple_of(8) {
                    bits.push(0);
                }
                if let Some(last) = bits.last_mut() {
                    *last |= u8::from(!is_null) << (row % 8);
                }
            }
        }
        if is_null { self.values.push_empty() } else { self.values.read(reader) }
    }

    /// The bytes that its values take so far.
    fn bytes(&self) -> usize {
        self.values.bytes() + self.validity.as_ref().map_or(0, Vec::len)
    }

    /// Forgets what was read of rows from `row_count` on: the last one was not whole.
    fn cut(&mut self, row_count: usize) {
        if let Some(bits) = &mut self.validity {
            bits.truncate(row_count.div_ceil(8));
        }
        self.values.cut(row_count);
    }

    fn finish(self, row_count: usize) -> Column {
        debug_assert!(self.validity.as_ref().is_none_or(|bits| bits.len() == row_count.div_ceil(8)));
        let ColumnReader { name, nullable, mut validity, values, .. } = self;
        let data = match values {
            Values::Boolean(values) => ColumnData::Boolean(values),
            Values::Int { values, .. } => ColumnData::Int64(values),
            Values::UInt { values, .. } => ColumnData::UInt64(values),
            Values::Float32(values) | Values::Float64(values) => ColumnData::Float64(values),
            Values::String { offsets, data } => match damaged_text::whole(data, &offsets) {
                Ok(data) => ColumnData::Text { offsets, data },
                // One row that is no text must not take the list from everybody.
                Err(bytes) => {
                    let mended = damaged_text::mend(&bytes, &offsets, nullable, validity);
                    tracing::warn!(column = name, values = mended.count, "texts of the warehouse are not UTF-8");
                    validity = mended.validity;
                    ColumnData::Text { offsets: mended.offsets, data: mended.data }
                }
            },
            Values::Scalar { offsets, data, .. } => ColumnData::Text { offsets, data },
            Values::Bytes { offsets, data, .. } => ColumnData::Bytes { offsets, data },
            Values::Timestamp { values, .. } => ColumnData::Timestamp(values),
            Values::Date { values, .. } => ColumnData::Date(values),
            Values::Json { offsets, data, .. } => ColumnData::Json { offsets, data },
        };
        Column { name, validity, data }
    }
}

impl Values {
    fn new(kind: ClickHouseType) -> Values {
        use ClickHouseType as T;
        let offsets = vec![0];
        match kind {
            T::Bool => Values::Boolean(Vec::new()),
            T::Int(bytes) => Values::Int { bytes, values: Vec::new() },
            T::UInt(bytes) => Values::UInt { bytes, values: Vec::new() },
            T::Float32 => Values::Float32(Vec::new()),
            T::Float64 => Values::Float64(Vec::new()),
            T::String => Values::String { offsets, data: Vec::new() },
            T::FixedString(length) => Values::Bytes { length, offsets, data: Vec::new() },
            T::DateTime | T::DateTime64 { .. } => Values::Timestamp { kind, values: Vec::new() },
            T::Date | T::Date32 => Values::Date { kind, values: Vec::new() },
            T::Array(_) | T::Tuple(_) | T::Map(..) => Values::Json { kind, offsets, data: String::new() },
            kind => Values::Scalar { kind, offsets, data: String::new() },
        }
    }

    fn read(&mut self, reader: &mut Reader<'_>) -> Result<(), ValueError> {
        match self {
            Values::Boolean(values) => values.push(reader.byte()? != 0),
            Values::Int { bytes, values } => values.push(reader.signed(*bytes)?),
            Values::UInt { bytes, values } => values.push(reader.unsigned(*bytes)?),
            Values::Float32(values) => values.push(f32::from_le_bytes(reader.array()?).into()),
            Values::Float64(values) => values.push(f64::from_le_bytes(reader.array()?)),
            Values::String { offsets, data } => {
                data.extend_from_slice(reader.length_and_bytes()?);
                push_offset(offsets, data.len())?;
            }
            Values::Scalar { kind, offsets, data } => {
                scalar::write(kind, reader, data)?;
                push_offset(offsets, data.len())?;
            }
            Values::Bytes { length, offsets, data } => {
                data.extend_from_slice(reader.bytes(*length)?);
                push_offset(offsets, data.len())?;
            }
            Values::Timestamp { kind, values } => values.push(scalar::timestamp(kind, reader)?),
            Values::Date { kind, values } => values.push(scalar::date(kind, reader)?),
            Values::Json { kind, offsets, data } => {
                json::write(kind, reader, data)?;
                push_offset(offsets, data.len())?;
            }
        }
        Ok(())
    }

    /// Adds the value that stands in the place of a null.
    fn push_empty(&mut self) -> Result<(), ValueError> {
        match self {
            Values::Boolean(values) => values.push(false),
            Values::Int { values, .. } | Values::Timestamp { values, .. } => values.push(0),
            Values::UInt { values, .. } => values.push(0),
            Values::Float32(values) | Values::Float64(values) => values.push(0.0),
            Values::Date { values, .. } => values.push(0),
            Values::Scalar { offsets, data, .. } | Values::Json { offsets, data, .. } => {
                push_offset(offsets, data.len())?
            }
            Values::String { offsets, data } | Values::Bytes { offsets, data, .. } => push_offset(offsets, data.len())?,
        }
        Ok(())
    }

    fn bytes(&self) -> usize {
        match self {
            Values::Boolean(values) => values.len(),
            Values::Int { values, .. } | Values::Timestamp { values, .. } => values.len() * 8,
            Values::UInt { values, .. } => values.len() * 8,
            Values::Float32(values) | Values::Float64(values) => values.len() * 8,
            Values::Date { values, .. } => values.len() * 4,
            Values::Scalar { offsets, data, .. } | Values::Json { offsets, data, .. } => offsets.len() * 4 + data.len(),
            Values::String { offsets, data } | Values::Bytes { offsets, data, .. } => offsets.len() * 4 + data.len(),
        }
    }

    /// Makes room for `rows` more like the first, and a little.
    fn reserve(&mut self, rows: usize) {
        let bytes = |first: usize| rows * first * 9 / 8;
        match self {
            Values::Boolean(values) => values.reserve_exact(rows),
            Values::Int { values, .. } | Values::Timestamp { values, .. } => values.reserve_exact(rows),
            Values::UInt { values, .. } => values.reserve_exact(rows),
            Values::Float32(values) | Values::Float64(values) => values.reserve_exact(rows),
            Values::Date { values, .. } => values.reserve_exact(rows),
            Values::Scalar { offsets, data, .. } | Values::Json { offsets, data, .. } => {
                offsets.reserve_exact(rows);
                data.reserve(bytes(data.len()));
            }
            Values::String { offsets, data } | Values::Bytes { offsets, data, .. } => {
                offsets.reserve_exact(rows);
                data.reserve(bytes(data.len()));
            }
        }
    }

    /// Forgets the values from the one of that number on.
    fn cut(&mut self, count: usize) {
        match self {
            Values::Boolean(values) => values.truncate(count),
            Values::Int { values, .. } | Values::Timestamp { values, .. } => values.truncate(count),
            Values::UInt { values, .. } => values.truncate(count),
            Values::Float32(values) | Values::Float64(values) => values.truncate(count),
            Values::Date { values, .. } => values.truncate(count),
            Values::Scalar { offsets, data, .. } | Values::Json { offsets, data, .. } => {
                offsets.truncate(count + 1);
                data.truncate(offsets.last().map_or(0, |end| *end as usize));
            }
            Values::String { offsets, data } | Values::Bytes { offsets, data, .. } => {
                offsets.truncate(count + 1);
                data.truncate(offsets.last().map_or(0, |end| *end as usize));
            }
        }
    }
}

fn push_offset(offsets: &mut Vec<u32>, length: usize) -> Result<(), ValueError> {
    offsets.push(u32::try_from(length).map_err(|_| ValueError::TooLarge)?);
    Ok(())
}
