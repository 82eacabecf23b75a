//! Rows as each engine reads them: a subquery in the place of the parameter, one text however many rows there are.

use crate::rendered::{Dialect, Writer, item_cast};
use crate::{ParameterType, RowsColumn};

impl Writer {
    /// `FROM {blocks:rows(…)}`.
    pub(crate) fn rows(&mut self, name: &str, columns: &[RowsColumn]) {
        let sql = match self.dialect {
            Dialect::Postgres => self.rows_of_arrays(name, columns),
            Dialect::Sqlite => self.rows_of_json(name, columns),
            Dialect::ClickHouse | Dialect::Numbered => self.one_row(name, columns),
        };
        self.rendered.sql.push_str(&sql);
    }

    /// For PostgreSQL: an array a column, and one that tells its nulls. The arrays are as long as each other, so `unnest`
    /// walks through all of them in step.
    fn rows_of_arrays(&mut self, name: &str, columns: &[RowsColumn]) -> String {
        let (mut outer, mut inner) = (Vec::new(), Vec::new());
        for (index, column) in columns.iter().enumerate() {
            let number = self.number(&column.binding(name));
            let item = item_cast(column.list_kind()).unwrap_or("BYTEA");
            inner.push(format!("unnest(CAST(${number} AS {item}[])) AS value_{index}"));
            let value = match column.kind {
                ParameterType::Boolean => format!("value_{index} = 1"),
                ParameterType::Float64 => format!("CAST(value_{index} AS DOUBLE PRECISION)"),
                _ => format!("value_{index}"),
            };
            let value = match column.nullable {
                true => {
                    let number = self.number(&column.binding_of_nulls(name));
                    inner.push(format!("unnest(CAST(${number} AS BIGINT[])) AS null_{index}"));
                    format!("CASE WHEN null_{index} = 1 THEN NULL ELSE {value} END")
                }
                false => value,
            };
            outer.push(format!("{value} AS {}", column.name));
        }
        format!("(SELECT {} FROM (SELECT {}) AS items)", outer.join(", "), inner.join(", "))
    }

    /// For SQLite: a JSON array of arrays, one a row. Bytes travel as hex, which JSON can hold.
    fn rows_of_json(&mut self, name: &str, columns: &[RowsColumn]) -> String {
        let number = self.number(name);
        let column = |(index, column): (usize, &RowsColumn)| {
            let value = format!("json_extract(value, '$[{index}]')");
            match item_cast(column.kind) {
                None => format!("unhex({value}) AS {}", column.name),
                Some(cast) => format!("CAST({value} AS {cast}) AS {}", column.name),
            }
        };
        let columns: Vec<String> = columns.iter().enumerate().map(column).collect();
        format!("(SELECT {} FROM json_each(${number}))", columns.join(", "))
    }

    /// For programs that read SQL and run nothing.
    fn one_row(&mut self, name: &str, columns: &[RowsColumn]) -> String {
        let column = |column: &RowsColumn| {
            let number = self.number(&column.binding(name));
            match item_cast(column.kind) {
                None => format!("${number} AS {}", column.name),
                Some(cast) => format!("CAST(${number} AS {cast}) AS {}", column.name),
            }
        };
        format!("(SELECT {})", columns.iter().map(column).collect::<Vec<_>>().join(", "))
    }
}
