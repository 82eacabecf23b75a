//! Statements and migrations from the odd corners of SQLite's language.

use rand::RngExt;
use rand::rngs::ChaCha8Rng;

/// Tables, views and modules that a statement may try: given, own, others', the engine's.
const NAMES: &[&str] = &[
    "plans",
    "api_key_list",
    "evil__x",
    "users",
    "deployment_secrets",
    "other__notes",
    "api_keys",
    "sqlite_schema",
    "pragma_table_list",
    "json_each",
    "evil__y",
];

/// Columns of one or the other of them.
const COLUMNS: &[&str] = &["key", "name", "id", "text", "email", "secret", "purpose", "rowid", "1", "'x'", "NULL"];

const FUNCTIONS: &[&str] = &[
    "lower",
    "length",
    "coalesce",
    "max",
    "count",
    "hex",
    "substr",
    "json_extract",
    "group_concat",
    "load_extension",
    "randomblob",
    "readfile",
    "likely",
    "sqlite_version",
    "typeof",
    "printf",
    "iif",
    "json_group_array",
    "total",
];

/// Writes one text.
pub(crate) struct Writer<'a> {
    random: &'a mut ChaCha8Rng,
    depth: u32,
}

impl Writer<'_> {
    pub(crate) fn new(random: &mut ChaCha8Rng) -> Writer<'_> {
        Writer { random, depth: 0 }
    }

    /// A statement of a component.
    pub(crate) fn statement(&mut self) -> String {
        let text = match self.random.random_range(0..10) {
            0 => format!("{}INSERT INTO {} ({}) {}", self.with(), self.name(), self.column(), self.query()),
            1 => format!(
                "INSERT{} INTO {} (id) VALUES ({}) ON CONFLICT DO UPDATE SET id = {} RETURNING {} AS r",
                self.pick(&["", " OR REPLACE", " OR IGNORE"]),
                self.name(),
                self.expression(),
                self.expression(),
                self.expression()
            ),
            2 => format!(
                "{}UPDATE {} SET {} = {} WHERE {}",
                self.with(),
                self.name(),
                self.column(),
                self.expression(),
                self.expression()
            ),
            3 => format!(
                "{}DELETE FROM {} WHERE {} RETURNING {} AS r",
                self.with(),
                self.name(),
                self.expression(),
                self.expression()
            ),
            _ => format!("{}{}", self.with(), self.query()),
        };
        match self.random.random_range(0..40) {
            0 => format!("{text}; {}", self.query()),
            1 => format!("EXPLAIN {text}"),
            2 => format!("{text} -- ; DROP TABLE users"),
            3 => format!("{text} /* unclosed"),
            _ => text,
        }
    }

    /// A migration of a component.
    pub(crate) fn migration(&mut self) -> String {
        let count = self.random.random_range(1..3);
        let statements: Vec<String> = (0..count).map(|_| self.definition()).collect();
        statements.join(self.pick(&[";", ";\n", " ; -- x\n", "; /* ; */ "]))
    }

    fn definition(&mut self) -> String {
        let name = match self.random.random_range(0..10) {
            0 => self.name(),
            1 => self.quoted("evil__y"),
            2 => self.pick(&["main.evil__x", "Evil__x"]).to_owned(),
            _ => self.pick(&["evil__x", "evil__y", "evil__z"]).to_owned(),
        };
        match self.random.random_range(0..20) {
            11..20 | 0..4 => {
                let columns: Vec<String> =
                    (0..self.random.random_range(1..3)).map(|index| self.definition_of_column(index)).collect();
                let end = self.pick(&[
                    "",
                    "",
                    "",
                    "",
                    " STRICT",
                    " WITHOUT ROWID",
                    ", PRIMARY KEY (c0)",
                    ", FOREIGN KEY (c0) REFERENCES users (id)",
                ]);
                let (inside, outside) = if end.starts_with(',') { (end, "") } else { ("", end) };
                format!("CREATE TABLE IF NOT EXISTS {name} ({}{inside}){outside}", columns.join(", "))
            }
            4 => format!("CREATE TABLE {name} AS {}", self.query()),
            5 => format!(
                "CREATE {}INDEX IF NOT EXISTS {} ON {name} ({})",
                self.pick(&["", "UNIQUE "]),
                self.pick(&["evil__i", "other__i", "[evil__ i]"]),
                self.expression()
            ),
            6 => {
                let column = self.definition_of_column(9);
                format!("ALTER TABLE {name} ADD COLUMN {column}")
            }
            7 => format!(
                "ALTER TABLE {name} RENAME {} TO {}",
                self.pick(&["", "COLUMN c0"]),
                self.pick(&["evil__w", "users2", "[c0]]"])
            ),
            8 => format!("DROP {} IF EXISTS {name}", self.pick(&["TABLE", "INDEX", "VIEW"])),
            9 => format!("CREATE TRIGGER evil__t AFTER INSERT ON {name} BEGIN {}; END", self.statement()),
            10 => format!("CREATE VIEW {name} AS {}", self.query()),
            _ => self.statement(),
        }
    }

    fn definition_of_column(&mut self, index: u32) -> String {
        let name = match self.random.random_range(0..6) {
            0 => format!("[c{index}]"),
            1 => format!("\"c{index}\"\"; DROP TABLE users; --\""),
            2 => format!("`c{index}`"),
            _ => format!("c{index}"),
        };
        let kind = self.pick(&["TEXT", "TEXT", "BIGINT NOT NULL", "BIGINT", "INTEGER", "BLOB", "", "[a]]"]);
        let rest = match self.random.random_range(0..12) {
            0 => format!("DEFAULT ({})", self.expression()),
            1 => format!("CHECK ({})", self.expression()),
            2 => format!("GENERATED ALWAYS AS ({})", self.expression()),
            3 => format!("REFERENCES {} (id)", self.name()),
            4 => "DEFAULT 'a;b'".to_owned(),
            5 => "COLLATE NOCASE".to_owned(),
            _ => String::new(),
        };
        format!("{name} {kind} {rest}")
    }

    fn with(&mut self) -> String {
        if self.random.random_range(0..3) > 0 {
            return String::new();
        }
        let name = self.name();
        let recursive = self.pick(&["", "RECURSIVE "]);
        let materialized = self.pick(&["", " MATERIALIZED", " NOT MATERIALIZED"]);
        format!("WITH {recursive}{name}(key) AS{materialized} ({}) ", self.query())
    }

    fn query(&mut self) -> String {
        self.depth += 1;
        let text = match self.random.random_range(0..12) {
            0 if self.depth < 4 => format!("{} UNION ALL {}", self.query(), self.query()),
            1 => format!("VALUES ({})", self.expression()),
            2 => format!("SELECT * FROM {}", self.source()),
            _ => {
                let (items, source) = (self.expression(), self.source());
                let rest = match self.random.random_range(0..5) {
                    0 => format!(" WHERE {}", self.expression()),
                    1 => format!(" ORDER BY {}", self.expression()),
                    2 => format!(" GROUP BY {} HAVING {}", self.expression(), self.expression()),
                    3 => format!(" LIMIT {}", self.expression()),
                    _ => String::new(),
                };
                format!("SELECT {items} AS r FROM {source}{rest}")
            }
        };
        self.depth -= 1;
        text
    }

    fn source(&mut self) -> String {
        if self.depth < 4 {
            match self.random.random_range(0..14) {
                0 => return format!("({}) AS {}", self.query(), self.name()),
                1 => {
                    let join = self.pick(&[",", " NATURAL JOIN ", " LEFT JOIN ", " CROSS JOIN "]);
                    let using = self.pick(&["", "", "", " USING (name)"]);
                    return format!("{}{join}{}{using}", self.source(), self.source());
                }
                2 => return format!("{} AS {}", self.name(), self.name()),
                _ => {}
            }
        }
        let qualifier = self.pick(&["", "", "", "", "", "", "", "", "", "main.", "temp.", "\"main\"."]);
        let arguments = self.pick(&["", "", "", "", "", "", "", "", "", "('users')", " NOT INDEXED"]);
        format!("{qualifier}{}{arguments}", self.name())
    }

    fn expression(&mut self) -> String {
        if self.depth > 3 {
            return self.column();
        }
        match self.random.random_range(0..14) {
            0 => format!("{}({})", self.pick(FUNCTIONS), self.column()),
            1 => format!("({})", self.query()),
            2 => format!("EXISTS ({})", self.query()),
            3 => format!("{} IN ({})", self.column(), self.query()),
            4 => format!("{} IN {}", self.column(), self.name()),
            5 => format!("{} /* {} */ || {}", self.column(), self.name(), self.column()),
            6 => format!("CASE WHEN {} THEN {} END", self.column(), self.column()),
            _ => self.column(),
        }
    }

    fn column(&mut self) -> String {
        // Most names of columns fit no table; words that always fit keep enough statements readable.
        if self.random.random_range(0..10) < 9 {
            return self.pick(&["1", "'x'", "NULL", "2.5", "'a;b'", "x'00'"]).to_owned();
        }
        let column = self.pick(COLUMNS).to_owned();
        match self.random.random_range(0..6) {
            0 => format!("{}.{column}", self.name()),
            1 => self.quoted(&column),
            _ => column,
        }
    }

    fn name(&mut self) -> String {
        // What is given comes more often, so that enough is taken.
        let name = if self.random.random_range(0..3) > 0 { self.pick(&NAMES[..3]) } else { self.pick(NAMES) };
        self.quoted(name)
    }

    fn quoted(&mut self, name: &str) -> String {
        match self.random.random_range(0..12) {
            0 => format!("[{name}]"),
            1 => format!("`{name}`"),
            2 => format!("\"{name}\""),
            3 => format!("'{name}'"),
            4 => name.to_uppercase(),
            5 => format!("{name} /* [ ' \" */"),
            _ => name.to_owned(),
        }
    }

    fn pick<'b>(&mut self, words: &[&'b str]) -> &'b str {
        words[self.random.random_range(0..words.len())]
    }
}
