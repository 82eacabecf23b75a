//! Texts from the odd corners of ClickHouse's dialect: one seed is one text. Every second one fits together, so that most
//! of those are taken; of the others most name what is given, some do not, and many are no statements at all.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

pub(super) const GIVEN: &[&str] = &["given", "given_two", "given_view"];
pub(super) const OTHERS: &[&str] = &["tokens", "secrets", "x", "s", "numbers", "hidden_view", "words"];
pub(super) const MADE: &[&str] = &["tokens", "secrets", "x", "s", "only", "given", "c", "r", "recursive", "final"];
const COLUMNS: &[&str] = &["id", "s", "a", "t"];
const FUNCTIONS: &[&str] =
    &["toString", "length", "identity", "toTypeName", "isNull", "tuple", "array", "hex", "upper", "max", "any"];
const REFUSED: &[&str] = &["dictGet", "joinGet", "file", "getSetting", "sleep", "arrayReduce", "hasColumnInTable"];
const TABLE_FUNCTIONS: &[&str] = &[
    "numbers(3)",
    "numbers(1, 2)",
    "values('id UInt64, s String', (1, 'v'))",
    "merge('tok.*')",
    "merge(currentDatabase(), '.*')",
    "view(SELECT * FROM tokens)",
    "loop(tokens)",
    "dictionary('words')",
    "viewExplain('EXPLAIN', '', (SELECT * FROM tokens))",
    "parameterized(wanted = 1)",
    "null('id UInt64')",
];

/// The text of a seed.
pub(super) fn text(seed: u64) -> String {
    let mut writer = Writer { random: StdRng::seed_from_u64(seed) };
    let mut text = if seed.is_multiple_of(2) { writer.plausible(3, &[]) } else { writer.query(2) };
    if writer.one_in(25) {
        let odd =
            ["/* tokens */", "--\n", "# \n", "$a$'$a$", "/**/", "\u{a0}", "‘", ";", "\\", "/* /* */", "{t:Identifier}"];
        let places: Vec<usize> = text.match_indices(' ').map(|(place, _)| place).collect();
        let place = places[writer.random.random_range(0..places.len())];
        text.insert_str(place, writer.pick(&odd));
    }
    text
}

pub(super) struct Writer {
    random: StdRng,
}

impl Writer {
    pub(super) fn one_in(&mut self, chances: u32) -> bool {
        self.random_below(chances) == 0
    }

    pub(super) fn random_below(&mut self, end: u32) -> u32 {
        self.random.random_range(0..end)
    }

    pub(super) fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.random.random_range(0..from.len())]
    }

    pub(super) fn name(&mut self, name: &str) -> String {
        match self.random.random_range(0..8) {
            0 => format!("`{name}`"),
            1 => format!("\"{name}\""),
            _ => name.to_owned(),
        }
    }

    fn query(&mut self, depth: u32) -> String {
        let mut query = String::new();
        if depth > 0 && self.one_in(3) {
            query.push_str(&self.with(depth - 1));
        }
        query.push_str(&self.select(depth));
        if depth > 0 && self.one_in(7) {
            let set = self.pick(&["UNION ALL", "UNION DISTINCT", "EXCEPT", "INTERSECT"]);
            query = format!("{query} {set} {}", self.select(depth - 1));
        }
        query
    }

    fn with(&mut self, depth: u32) -> String {
        let mut made = Vec::new();
        for _ in 0..self.random.random_range(1..3) {
            let name = self.pick(MADE);
            let name = self.name(name);
            made.push(match self.random.random_range(0..6) {
                0 => format!("{} AS {name}", self.expression(depth)),
                1 => format!("({}) AS {name}", self.query(depth)),
                2 => format!("{name} AS (SELECT 1 AS id UNION ALL SELECT id + 1 FROM {name} WHERE id < 4)"),
                3 => format!("{name} AS MATERIALIZED ({})", self.query(depth)),
                _ => format!("{name} AS ({})", self.query(depth)),
            });
        }
        let recursive = if self.one_in(3) { "RECURSIVE " } else { "" };
        format!("WITH {recursive}{} ", made.join(", "))
    }

    fn select(&mut self, depth: u32) -> String {
        let items: Vec<String> = (0..self.random.random_range(1..4)).map(|_| self.item(depth)).collect();
        let distinct = if self.one_in(12) { "DISTINCT " } else { "" };
        let mut query = format!("SELECT {distinct}{}", items.join(", "));
        if !self.one_in(8) {
            query = format!("{query} FROM {}", self.tables(depth));
        }
        for clause in ["PREWHERE", "WHERE", "QUALIFY"] {
            if self.one_in(if clause == "WHERE" { 3 } else { 25 }) {
                query = format!("{query} {clause} {}", self.condition(depth));
            }
        }
        if self.one_in(6) {
            let expression = self.expression(depth.saturating_sub(1));
            query.push_str(&match self.random.random_range(0..4) {
                0 => format!(" ORDER BY id WITH FILL TO {expression} INTERPOLATE (s AS {expression})"),
                1 => format!(" ORDER BY {expression}, ALL"),
                _ => format!(" ORDER BY {expression}"),
            });
        }
        if self.one_in(8) {
            let limit =
                self.pick(&["1 BY id", "2", "1, 1", "(SELECT 1)", "(SELECT max(id) FROM tokens)", "1 WITH TIES"]);
            query = format!("{query} LIMIT {limit}");
        }
        if self.one_in(40) {
            let setting = self.pick(&["max_threads = 1", "additional_table_filters = {'given': '1'}", "readonly = 1"]);
            query = format!("{query} SETTINGS {setting}");
        }
        if self.one_in(60) {
            query.push_str(self.pick(&[" FORMAT TSV", " INTO OUTFILE '/nowhere/o'", " WITH TOTALS", " FINAL"]));
        }
        query
    }

    fn item(&mut self, depth: u32) -> String {
        match self.random.random_range(0..14) {
            0 => "*".to_owned(),
            1 => format!("* EXCEPT ({})", self.pick(COLUMNS)),
            2 if depth > 0 => format!("* REPLACE ({} AS s)", self.expression(depth - 1)),
            3 => format!("COLUMNS('{}') APPLY (toString)", self.pick(COLUMNS)),
            4 => format!("{}.*", self.pick(MADE)),
            5 => "count()".to_owned(),
            6 | 7 => {
                let alias = self.pick(MADE);
                format!("{} AS {}", self.expression(depth), self.name(alias))
            }
            _ => self.expression(depth),
        }
    }

    fn expression(&mut self, depth: u32) -> String {
        let shallow = depth == 0;
        match self.random.random_range(0..if shallow { 5 } else { 16 }) {
            0 => self.random.random_range(0..5_u32).to_string(),
            1 => "'tokens'".to_owned(),
            2 => format!("{}.{}", self.pick(MADE), self.pick(COLUMNS)),
            3 | 4 => self.pick(COLUMNS).to_owned(),
            5 | 6 => format!("({})", self.query(depth - 1)),
            7 => format!(
                "if({}, {}, {})",
                self.condition(depth - 1),
                self.expression(depth - 1),
                self.expression(depth - 1)
            ),
            8 => format!("arrayMap(x -> ({}), a)", self.expression(depth - 1)),
            9 => format!("sum(id) OVER (PARTITION BY {} ORDER BY id)", self.expression(depth - 1)),
            10 => format!("CASE {} WHEN 1 THEN 2 ELSE {} END", self.expression(depth - 1), self.expression(depth - 1)),
            11 => format!("countIf({})", self.condition(depth - 1)),
            12 if self.one_in(3) => {
                format!("{}({}, {})", self.pick(REFUSED), self.pick(OTHERS), self.expression(depth - 1))
            }
            _ => format!("{}({})", self.pick(FUNCTIONS), self.expression(depth - 1)),
        }
    }

    fn condition(&mut self, depth: u32) -> String {
        let left = self.expression(depth.saturating_sub(1));
        match self.random.random_range(0..10) {
            0 | 1 if depth > 0 => format!("{left} IN ({})", self.query(depth - 1)),
            2 if depth > 0 => format!("EXISTS ({})", self.query(depth - 1)),
            3 => {
                let table = match self.one_in(2) {
                    true => self.pick(OTHERS),
                    false => self.pick(MADE),
                };
                let wrapped = self.pick(&[
                    "{}",
                    "({})",
                    "tuple({})",
                    "identity({})",
                    "[{}]",
                    "array({})",
                    "({}, {})",
                    "CAST({}, 'String')",
                ]);
                format!("{left} {} {}", self.pick(&["IN", "NOT IN", "GLOBAL IN"]), wrapped.replace("{}", table))
            }
            4 => format!("{left} IN (1, 2, 3)"),
            5 => format!("has(a, {left})"),
            6 => "0".to_owned(),
            _ => format!("{left} = {}", self.expression(depth.saturating_sub(1))),
        }
    }

    fn tables(&mut self, depth: u32) -> String {
        let mut tables = self.table(depth);
        if self.one_in(4) {
            let right = self.table(depth.saturating_sub(1));
            tables = match self.random.random_range(0..7) {
                0 => format!("{tables}, {right}"),
                1 => format!("{tables} CROSS JOIN {right}"),
                2 => format!("{tables} LEFT ANY JOIN {right} USING id"),
                3 => format!("{tables} AS l PASTE JOIN {right}"),
                4 => format!("({tables} INNER JOIN {right} USING (id))"),
                5 => format!("{tables} AS l ASOF JOIN {right} AS r ON l.id = r.id AND l.t >= r.t"),
                _ => format!("{tables} AS l FULL JOIN {right} AS r ON l.id = r.id"),
            };
        }
        if self.one_in(10) {
            tables = format!(
                "{tables} ARRAY JOIN {} AS {}",
                self.pick(&["a", "[1, 2]", "(SELECT a FROM tokens)"]),
                self.pick(MADE)
            );
        }
        tables
    }

    fn table(&mut self, depth: u32) -> String {
        let mut table = match self.random.random_range(0..24) {
            0 => self.pick(TABLE_FUNCTIONS).to_owned(),
            1..=3 => {
                let made = self.pick(MADE);
                self.name(made)
            }
            4 => {
                let other = self.pick(OTHERS);
                self.name(other)
            }
            5 => format!(
                "{}.{}",
                self.pick(&["differential", "differential_other", "system", "given"]),
                self.pick(&["tokens", "one", "given", "tables"])
            ),
            6..=9 if depth > 0 => format!("({})", self.query(depth - 1)),
            _ => {
                let given = self.pick(GIVEN);
                self.name(given)
            }
        };
        if self.one_in(5) {
            let alias = self.pick(MADE);
            let given = self.pick(GIVEN);
            let alias = if self.one_in(3) { given } else { alias };
            table = format!("{table} AS {}", self.name(alias));
        }
        if self.one_in(15) {
            table.push_str(self.pick(&[" FINAL", " SAMPLE 1/2", " FINAL SAMPLE 1 OFFSET 1/2"]));
        }
        table
    }
}
