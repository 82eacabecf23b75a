//! [`Statement`] → the SQL of one store for one set of given parameters.

use crate::{AfterColumn, ParameterType, Piece, Statement};
use std::fmt::Write as _;

/// Whose SQL is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// ClickHouse: named, typed parameters that the server binds.
    ClickHouse,
    /// SQLite and PostgreSQL: numbered parameters with explicit casts.
    Numbered,
}

/// SQL that is ready to be prepared, and what to bind.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rendered {
    pub sql: String,
    /// Names to bind: once each for ClickHouse, in the order of `$1`, `$2`, … otherwise (a list's items each have a
    /// number of their own). `page_limit` and `after_1`, `after_2`, … stand for the host's own values.
    pub bindings: Vec<String>,
    /// The line of the file that each line of `sql` came from.
    pub lines: Vec<usize>,
}

impl Rendered {
    /// The file's line for a line of the SQL (both from 1); the first that stands when there is no such line.
    pub fn line_of_file(&self, line: usize) -> usize {
        let index = line.saturating_sub(1);
        self.lines.get(index).or(self.lines.first()).copied().unwrap_or(1)
    }
}

impl Statement {
    /// The variant in that order (none where the statement has no orders), for the parameters that `is_given`, with
    /// room for `list_length` items in each list (1 or more), on a first page or a later one.
    pub fn render(
        &self,
        dialect: Dialect,
        order: Option<&str>,
        is_given: impl Fn(&str) -> bool,
        list_length: impl Fn(&str) -> usize,
        has_cursor: bool,
    ) -> Rendered {
        let mut writer = Writer { dialect, rendered: Rendered::default() };
        let chosen = self.orders.iter().position(|known| Some(known.name.as_str()) == order);
        for line in &self.lines {
            if line.order.is_some() && line.order != chosen {
                continue;
            }
            if line.when.as_deref().is_some_and(|name| !is_given(name)) {
                continue;
            }
            for piece in &line.pieces {
                match piece {
                    Piece::Sql(sql) => writer.rendered.sql.push_str(sql),
                    Piece::PageLimit => writer.parameter("page_limit", ParameterType::Uint64, 0),
                    Piece::Parameter { name, kind } => writer.parameter(name, *kind, list_length(name)),
                    Piece::After if has_cursor => writer.after(self.after(order)),
                    Piece::After => writer.rendered.sql.push_str("TRUE"),
                }
            }
            writer.rendered.sql.push('\n');
            writer.rendered.lines.push(line.number);
        }
        writer.rendered
    }
}

struct Writer {
    dialect: Dialect,
    rendered: Rendered,
}

impl Writer {
    /// `(a < x OR (a = x AND (b < y OR (b = y AND c < z))))`: both stores use their index for this form, and ClickHouse
    /// does not for the tuple form.
    fn after(&mut self, columns: &[AfterColumn]) {
        self.rendered.sql.push('(');
        for (index, column) in columns.iter().enumerate() {
            let name = format!("after_{}", index + 1);
            let comparison = if column.descending { '<' } else { '>' };
            let _ = write!(self.rendered.sql, "{} {comparison} ", column.expression);
            self.parameter(&name, column.kind, 0);
            if index + 1 < columns.len() {
                let _ = write!(self.rendered.sql, " OR ({} = ", column.expression);
                self.parameter(&name, column.kind, 0);
                self.rendered.sql.push_str(" AND (");
            }
        }
        for _ in 1..columns.len() {
            self.rendered.sql.push_str("))");
        }
        self.rendered.sql.push(')');
    }

    fn parameter(&mut self, name: &str, kind: ParameterType, list_length: usize) {
        match self.dialect {
            Dialect::ClickHouse => self.named(name, kind),
            Dialect::Numbered if kind.is_list() => self.numbered_list(name, kind, list_length),
            Dialect::Numbered => self.numbered(name, kind),
        }
    }

    /// Bytes travel as hex: a parameter of ClickHouse is text, and text is UTF-8 on the way.
    fn named(&mut self, name: &str, kind: ParameterType) {
        let sql = &mut self.rendered.sql;
        let _ = match kind {
            ParameterType::Boolean => write!(sql, "{{{name}:Bool}}"),
            ParameterType::Int64 => write!(sql, "{{{name}:Int64}}"),
            ParameterType::Uint64 => write!(sql, "{{{name}:UInt64}}"),
            ParameterType::Float64 => write!(sql, "{{{name}:Float64}}"),
            ParameterType::Text => write!(sql, "{{{name}:String}}"),
            ParameterType::Bytes => write!(sql, "unhex({{{name}:String}})"),
            ParameterType::Timestamp => write!(sql, "{{{name}:DateTime64(6, 'UTC')}}"),
            ParameterType::TextList => write!(sql, "{{{name}:Array(String)}}"),
            ParameterType::Int64List => write!(sql, "{{{name}:Array(Int64)}}"),
            ParameterType::Uint64List => write!(sql, "{{{name}:Array(UInt64)}}"),
            ParameterType::BytesList => write!(sql, "arrayMap(item -> unhex(item), {{{name}:Array(String)}})"),
        };
        if !self.rendered.bindings.iter().any(|bound| bound == name) {
            self.rendered.bindings.push(name.to_owned());
        }
    }

    fn numbered(&mut self, name: &str, kind: ParameterType) {
        let cast = match kind {
            ParameterType::Boolean => "BOOLEAN",
            ParameterType::Float64 => "DOUBLE PRECISION",
            ParameterType::Text | ParameterType::TextList => "TEXT",
            ParameterType::Bytes | ParameterType::BytesList => "",
            _ => "BIGINT",
        };
        self.rendered.bindings.push(name.to_owned());
        let number = self.rendered.bindings.len();
        let _ = match cast {
            "" => write!(self.rendered.sql, "${number}"),
            cast => write!(self.rendered.sql, "CAST(${number} AS {cast})"),
        };
    }

    /// `IN ({names:text[]})`: a number for each item.
    fn numbered_list(&mut self, name: &str, kind: ParameterType, list_length: usize) {
        for index in 0..list_length {
            if index > 0 {
                self.rendered.sql.push_str(", ");
            }
            self.numbered(name, kind);
        }
    }
}
