//! Texts that fit together: every query has the columns `id`, `s`, `a` and `t`, so most are taken, and what a text reads is
//! hidden behind names, not behind mistakes.

use super::grammar::{GIVEN, MADE, OTHERS, Writer};

impl Writer {
    /// A query; `made` are names that a WITH around it has made.
    pub(super) fn plausible(&mut self, depth: u32, made: &[&str]) -> String {
        let mut known = made.to_vec();
        let mut query = String::new();
        if depth > 0 && self.one_in(3) {
            let name = self.pick(MADE);
            let (inner, written) = (self.plausible(depth - 1, &known), self.name(name));
            query = match self.one_in(4) {
                true => format!(
                    "WITH RECURSIVE {written} AS ({} UNION ALL SELECT id + 1, s, a, t FROM {written} WHERE id < 4) ",
                    "SELECT toUInt64(1) AS id, 's' AS s, [toUInt64(1)] AS a, toDateTime(1, 'UTC') AS t"
                ),
                false => format!("WITH {written} AS ({inner}) "),
            };
            known.push(name);
        }
        let table = self.plausible_table(depth, &known);
        let alias = self.one_in(3).then(|| self.pick(MADE));
        let of = alias.map(|alias| format!("{}.", self.name(alias))).unwrap_or_default();
        let number = self.number(depth, &of, &known);
        query = format!("{query}SELECT {number} AS id, {of}s AS s, {of}a AS a, {of}t AS t FROM {table}");
        if let Some(alias) = alias {
            query = format!("{query} AS {}", self.name(alias));
        }
        if self.one_in(2) {
            query = format!("{query} WHERE {}", self.truth(depth, &of, &known));
        }
        if self.one_in(4) {
            query.push_str(self.pick(&[
                " ORDER BY id, s",
                " ORDER BY ALL",
                " ORDER BY id, s LIMIT 2",
                " ORDER BY id, s LIMIT 1 BY id",
                " QUALIFY row_number() OVER (PARTITION BY id ORDER BY s) > 0",
            ]));
        }
        if depth > 0 && self.one_in(6) {
            let other = self.plausible(depth - 1, made);
            query =
                format!("({query}) {} ({other})", self.pick(&["UNION ALL", "UNION DISTINCT", "EXCEPT", "INTERSECT"]));
        }
        query
    }

    /// A table with all columns: given, made by a WITH, a query, or, now and then, one that is not given.
    fn plausible_table(&mut self, depth: u32, made: &[&str]) -> String {
        let name = match self.random_below(12) {
            0 => self.pick(OTHERS),
            1..=4 if !made.is_empty() => self.pick(made),
            5..=7 if depth > 0 => return format!("({})", self.plausible(depth - 1, made)),
            8 if depth > 0 => {
                let (left, right) = (self.plausible(depth - 1, made), self.pick(GIVEN));
                let join = self.pick(&["INNER JOIN", "LEFT ANY JOIN", "LEFT SEMI JOIN", "CROSS JOIN"]);
                let on = if join == "CROSS JOIN" { "" } else { " ON l.id = r.id" };
                return format!(
                    "(SELECT l.id AS id, l.s AS s, l.a AS a, l.t AS t FROM ({left}) AS l {join} {right} AS r{on})"
                );
            }
            _ => self.pick(GIVEN),
        };
        self.name(name)
    }

    /// A UInt64 over the columns behind `of`.
    fn number(&mut self, depth: u32, of: &str, made: &[&str]) -> String {
        match self.random_below(if depth == 0 { 3 } else { 8 }) {
            0 => format!("toUInt64({})", self.random_below(5)),
            1 => format!("length({of}s)"),
            3 => format!("if({}, {of}id, toUInt64(7))", self.truth(depth - 1, of, made)),
            4 => format!("arraySum(arrayMap(x -> x + toUInt64({}), {of}a))", self.random_below(5)),
            5 => format!("assumeNotNull((SELECT max(id) FROM {}))", self.plausible_table(depth - 1, made)),
            6 => format!("count() OVER (PARTITION BY {of}s)"),
            _ => format!("{of}id"),
        }
    }

    fn truth(&mut self, depth: u32, of: &str, made: &[&str]) -> String {
        match self.random_below(if depth == 0 { 3 } else { 7 }) {
            0 => format!("{of}id IN (1, 2, 3)"),
            1 => format!("has({of}a, {of}id)"),
            3 => format!("{of}id IN (SELECT id FROM {})", self.plausible_table(depth - 1, made)),
            4 => format!("EXISTS ({})", self.plausible(depth - 1, made)),
            5 => format!("({of}id, {of}s) NOT IN (SELECT id, s FROM {})", self.plausible_table(depth - 1, made)),
            6 => format!("{of}id = {}", self.number(depth - 1, of, made)),
            _ => format!("{of}s != 'tokens'"),
        }
    }
}
