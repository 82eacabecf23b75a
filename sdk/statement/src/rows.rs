//! Rows as one parameter, `{name:rows(column type, …)}`: their columns, and the names under which each column is bound.

use crate::ParameterType;
use crate::names::identifier;
use crate::parameter_type::value_type;

/// A wider table is two parameters.
const MAX_COLUMNS: usize = 32;

/// One column of a parameter that is rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowsColumn {
    pub name: String,
    pub kind: ParameterType,
    /// True if a row may have null there: `type?`.
    pub nullable: bool,
}

impl RowsColumn {
    /// The type of the list in which the values of the column are bound, one a row: truth values are 1 and 0, times
    /// microseconds, floats their decimal text.
    pub fn list_kind(&self) -> ParameterType {
        match self.kind {
            ParameterType::Text | ParameterType::Float64 => ParameterType::TextList,
            ParameterType::Bytes => ParameterType::BytesList,
            ParameterType::Uint64 => ParameterType::Uint64List,
            _ => ParameterType::Int64List,
        }
    }

    /// The name under which the column's values are bound. No parameter's own name has a `/`.
    pub fn binding(&self, parameter: &str) -> String {
        format!("{parameter}/{}", self.name)
    }

    /// The name under which a nullable column binds 1 for each row without a value and 0 for the others.
    pub fn binding_of_nulls(&self, parameter: &str) -> String {
        format!("{parameter}/{}?", self.name)
    }

    fn parse(text: &str) -> Result<RowsColumn, String> {
        let (name, kind) =
            text.split_once(' ').ok_or_else(|| format!("`{text}` is not a column of rows: write `name type`"))?;
        let name = identifier(name)?;
        let (kind, nullable) = value_type(kind.trim())?;
        match kind.is_list() {
            true => Err(format!("the column `{name}` is a list, and a row has one value in a column")),
            false => Ok(RowsColumn { name, kind, nullable }),
        }
    }
}

/// The columns of `rows(…)`; none for another type.
pub(crate) fn columns(parameter: &str, kind: &str) -> Result<Option<Vec<RowsColumn>>, String> {
    let Some(rest) = kind.strip_prefix("rows") else { return Ok(None) };
    let inside = rest.trim().strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let malformed = || format!("`{kind}` is not a type: write `{{{parameter}:rows(column type, column type?)}}`");
    let inside = inside.map(str::trim).filter(|inside| !inside.is_empty()).ok_or_else(malformed)?;
    let mut columns: Vec<RowsColumn> = Vec::new();
    for text in inside.split(',') {
        let column = RowsColumn::parse(text.trim())?;
        if columns.iter().any(|known| known.name == column.name) {
            return Err(format!("`{parameter}` has two columns `{}`", column.name));
        }
        columns.push(column);
    }
    match columns.len() > MAX_COLUMNS {
        true => {
            Err(format!("`{parameter}` has {} columns, and {MAX_COLUMNS} are the most: make two of it", columns.len()))
        }
        false => Ok(Some(columns)),
    }
}

/// The columns as they stand in a file.
pub(crate) fn written(columns: &[RowsColumn]) -> String {
    let column = |column: &RowsColumn| {
        format!("{} {}{}", column.name, column.kind.name(), if column.nullable { "?" } else { "" })
    };
    format!("rows({})", columns.iter().map(column).collect::<Vec<_>>().join(", "))
}
