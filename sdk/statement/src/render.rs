//! [`Statement`] → the SQL of one store for one set of given parameters.

use crate::rendered::{Dialect, Rendered, Writer, item_cast};
use crate::statement::{Piece, Slot};
use crate::{AfterColumn, PAGE_LIMIT, ParameterType, Statement, binding_of_given, dotless, scope_table};
use std::fmt::Write as _;

impl Statement {
    /// The variant in that order (none where the statement has no orders), for the parameters that `is_given`, on a first
    /// page or a later one.
    pub fn render(
        &self,
        dialect: Dialect,
        order: Option<&str>,
        is_given: impl Fn(&str) -> bool,
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
                    Piece::PageLimit => writer.parameter(PAGE_LIMIT, ParameterType::Uint64, false),
                    // Where only names are read: what an engine runs has its scopes written out.
                    Piece::Scope(name) => writer.rendered.sql.push_str(&scope_table(name)),
                    Piece::Parameter(slot) => writer.slot(slot),
                    Piece::After if has_cursor => writer.after(self.after(order)),
                    Piece::After => writer.rendered.sql.push_str("TRUE"),
                }
            }
            writer.rendered.sql.push('\n');
            writer.rendered.lines.push(line.source.clone());
        }
        writer.rendered
    }
}

impl Writer {
    /// `(a < x OR (a = x AND (b < y OR (b = y AND c < z))))`: both stores use their index for this form, and ClickHouse
    /// does not for the tuple form. A column that can be null has its nulls last:
    /// `(a < x OR (a IS NULL AND x IS NOT NULL) OR ((a = x OR (a IS NULL AND x IS NULL)) AND …))`.
    fn after(&mut self, columns: &[AfterColumn]) {
        self.rendered.sql.push('(');
        for (index, column) in columns.iter().enumerate() {
            let name = format!("after.{}", index + 1);
            let comparison = if column.descending { '<' } else { '>' };
            let AfterColumn { expression, kind, nullable, .. } = column;
            let value = |writer: &mut Self, before: &str, behind: &str| {
                writer.rendered.sql.push_str(before);
                writer.parameter(&name, *kind, *nullable);
                writer.rendered.sql.push_str(behind);
            };
            value(self, &format!("{expression} {comparison} "), "");
            if *nullable {
                value(self, &format!(" OR ({expression} IS NULL AND "), " IS NOT NULL)");
            }
            if index + 1 < columns.len() {
                match nullable {
                    true => {
                        value(self, &format!(" OR (({expression} = "), "");
                        value(self, &format!(" OR ({expression} IS NULL AND "), " IS NULL))");
                    }
                    false => value(self, &format!(" OR ({expression} = "), ""),
                }
                self.rendered.sql.push_str(" AND (");
            }
        }
        for _ in 1..columns.len() {
            self.rendered.sql.push_str("))");
        }
        self.rendered.sql.push(')');
    }

    fn slot(&mut self, slot: &Slot) {
        if slot.kind == ParameterType::Rows {
            return self.rows(&slot.name, &slot.columns);
        }
        let Some(column) = &slot.otherwise else { return self.parameter(&slot.name, slot.kind, slot.nullable) };
        self.rendered.sql.push_str("CASE WHEN ");
        self.parameter(&binding_of_given(&slot.name), ParameterType::Boolean, false);
        self.rendered.sql.push_str(" THEN ");
        self.parameter(&slot.name, slot.kind, slot.nullable);
        let _ = write!(self.rendered.sql, " ELSE {column} END");
    }

    fn parameter(&mut self, name: &str, kind: ParameterType, nullable: bool) {
        match self.dialect {
            Dialect::ClickHouse => self.named(name, kind, nullable),
            Dialect::Sqlite if kind.is_list() => self.json_list(name, kind),
            Dialect::Postgres if kind.is_list() => self.array(name, kind),
            Dialect::Sqlite | Dialect::Postgres | Dialect::Numbered => self.numbered(name, kind),
        }
    }

    /// Bytes travel as hex: a parameter of ClickHouse is text, and text is UTF-8 on the way.
    fn named(&mut self, name: &str, kind: ParameterType, nullable: bool) {
        let known = match kind {
            ParameterType::Boolean => "Bool",
            ParameterType::Int64 => "Int64",
            ParameterType::Uint64 => "UInt64",
            ParameterType::Float64 => "Float64",
            ParameterType::Text | ParameterType::Bytes => "String",
            ParameterType::Timestamp => "DateTime64(6, 'UTC')",
            ParameterType::TextList | ParameterType::BytesList => "Array(String)",
            ParameterType::Int64List => "Array(Int64)",
            ParameterType::Uint64List => "Array(UInt64)",
            // Refused for the warehouse at load.
            ParameterType::Rows => "Nothing",
        };
        let known = if nullable { format!("Nullable({known})") } else { known.to_owned() };
        let sql = &mut self.rendered.sql;
        let written = dotless(name);
        let _ = match kind {
            ParameterType::Bytes => write!(sql, "unhex({{{written}:{known}}})"),
            ParameterType::BytesList => write!(sql, "arrayMap(item -> unhex(item), {{{written}:{known}}})"),
            _ => write!(sql, "{{{written}:{known}}}"),
        };
        self.number(name);
    }

    fn numbered(&mut self, name: &str, kind: ParameterType) {
        let number = self.number(name);
        let _ = match item_cast(kind) {
            None => write!(self.rendered.sql, "${number}"),
            Some(cast) => write!(self.rendered.sql, "CAST(${number} AS {cast})"),
        };
    }

    /// `IN ({names:text[]})` for SQLite. Bytes travel as hex, which JSON can hold.
    fn json_list(&mut self, name: &str, kind: ParameterType) {
        let number = self.number(name);
        let item = if kind == ParameterType::BytesList { "unhex(value)" } else { "value" };
        let _ = write!(self.rendered.sql, "SELECT {item} FROM json_each(${number})");
    }

    /// `IN ({names:text[]})` for PostgreSQL.
    fn array(&mut self, name: &str, kind: ParameterType) {
        let number = self.number(name);
        let item = item_cast(kind).unwrap_or("BYTEA");
        let _ = write!(self.rendered.sql, "SELECT unnest(CAST(${number} AS {item}[]))");
    }
}
