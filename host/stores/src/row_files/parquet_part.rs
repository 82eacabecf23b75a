//! One file of Parquet, written row group by row group: nothing of it but its footer is kept in memory.

use crate::result_set::{Column, ColumnData, ResultSet};
use crate::warehouse::row_binary::StreamedColumn;
use parquet::basic::{Compression, LogicalType, Repetition, TimeUnit, Type as PhysicalType, ZstdLevel};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{Type, TypePtr};
use std::sync::Arc;

/// A file on its way: what of it is written and not taken lies in the writer's buffer.
pub(super) struct ParquetPart {
    writer: SerializedFileWriter<Vec<u8>>,
    pub(super) rows: u64,
}

impl ParquetPart {
    /// A file with these columns, which says this of itself.
    pub(super) fn new(columns: &[StreamedColumn], metadata: &[(String, String)]) -> Result<ParquetPart> {
        let said = metadata.iter().map(|(key, value)| KeyValue::new(key.clone(), value.clone())).collect();
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::try_new(3)?))
            .set_created_by("Quarry".to_owned())
            .set_key_value_metadata(Some(said))
            .build();
        let writer = SerializedFileWriter::new(Vec::new(), schema(columns)?, Arc::new(properties))?;
        Ok(ParquetPart { writer, rows: 0 })
    }

    /// Writes the rows as a group of their own, and gives the bytes that are ready.
    pub(super) fn write(&mut self, rows: &ResultSet) -> Result<Vec<u8>> {
        let mut group = self.writer.next_row_group()?;
        for column in &rows.columns {
            let Some(mut writer) = group.next_column()? else {
                return Err(ParquetError::General(format!("there is no place for the column {}", column.name)));
            };
            write_column(&mut writer, column, rows.row_count)?;
            writer.close()?;
        }
        group.close()?;
        self.rows += rows.row_count as u64;
        self.writer.flush()?;
        Ok(std::mem::take(self.writer.inner_mut()))
    }

    /// The end of the file.
    pub(super) fn finish(self) -> Result<Vec<u8>> {
        self.writer.into_inner()
    }
}

fn schema(columns: &[StreamedColumn]) -> Result<TypePtr> {
    let field = |column: &StreamedColumn| {
        let (physical, logical) = match &column.kind {
            ColumnData::Boolean(_) => (PhysicalType::BOOLEAN, None),
            ColumnData::Int64(_) => (PhysicalType::INT64, Some(LogicalType::integer(64, true))),
            ColumnData::UInt64(_) => (PhysicalType::INT64, Some(LogicalType::integer(64, false))),
            ColumnData::Float64(_) => (PhysicalType::DOUBLE, None),
            ColumnData::Text { .. } => (PhysicalType::BYTE_ARRAY, Some(LogicalType::String)),
            ColumnData::Json { .. } => (PhysicalType::BYTE_ARRAY, Some(LogicalType::Json)),
            ColumnData::Bytes { .. } => (PhysicalType::BYTE_ARRAY, None),
            ColumnData::Timestamp(_) => (PhysicalType::INT64, Some(LogicalType::timestamp(true, TimeUnit::MICROS))),
            ColumnData::Date(_) => (PhysicalType::INT32, Some(LogicalType::Date)),
        };
        let repetition = if column.is_nullable { Repetition::OPTIONAL } else { Repetition::REQUIRED };
        let field = Type::primitive_type_builder(&column.name, physical);
        field.with_repetition(repetition).with_logical_type(logical).build().map(Arc::new)
    };
    let fields = columns.iter().map(field).collect::<Result<Vec<_>>>()?;
    Type::group_type_builder("rows").with_fields(fields).build().map(Arc::new)
}

fn write_column(writer: &mut SerializedColumnWriter<'_>, column: &Column, row_count: usize) -> Result<()> {
    let is_valid = |row: &usize| column.is_valid(*row);
    let levels: Vec<i16> = (0..row_count).map(|row| column.is_valid(row).into()).collect();
    let spans = |offsets: &[u32]| -> Vec<(usize, usize)> {
        let rows = (0..row_count).filter(is_valid);
        rows.map(|row| (offsets[row] as usize, offsets[row + 1] as usize)).collect()
    };
    let pieces = |offsets: &[u32], data: &[u8]| -> Vec<ByteArray> {
        spans(offsets).into_iter().map(|(from, to)| ByteArray::from(data[from..to].to_vec())).collect()
    };
    match &column.data {
        ColumnData::Boolean(values) => write_values::<BoolType>(writer, &kept(values, is_valid), &levels),
        ColumnData::Int64(values) | ColumnData::Timestamp(values) => {
            write_values::<Int64Type>(writer, &kept(values, is_valid), &levels)
        }
        // The same bits: the schema says that they have no sign.
        ColumnData::UInt64(values) => {
            let signed: Vec<i64> = values.iter().map(|value| value.cast_signed()).collect();
            write_values::<Int64Type>(writer, &kept(&signed, is_valid), &levels)
        }
        ColumnData::Float64(values) => write_values::<DoubleType>(writer, &kept(values, is_valid), &levels),
        ColumnData::Date(values) => write_values::<Int32Type>(writer, &kept(values, is_valid), &levels),
        ColumnData::Text { offsets, data } | ColumnData::Json { offsets, data } => {
            write_values::<ByteArrayType>(writer, &pieces(offsets, data.as_bytes()), &levels)
        }
        ColumnData::Bytes { offsets, data } => write_values::<ByteArrayType>(writer, &pieces(offsets, data), &levels),
    }
}

/// The values of rows that have one.
fn kept<T: Copy>(values: &[T], is_valid: impl Fn(&usize) -> bool) -> Vec<T> {
    values.iter().enumerate().filter(|(row, _)| is_valid(row)).map(|(_, value)| *value).collect()
}

fn write_values<T: DataType>(writer: &mut SerializedColumnWriter<'_>, values: &[T::T], levels: &[i16]) -> Result<()> {
    // Of a column without nulls the writer passes the levels over.
    writer.typed::<T>().write_batch(values, Some(levels), None).map(drop)
}
