//! Statements and migrations from the odd corners of PostgreSQL's dialect, made from a seed.
//!
//! Honest and hostile parts are mixed at random: tables that are granted and tables that are not, under names that are quoted,
//! escaped and shadowed. Most of what comes out is valid; nothing of it knows what the host will say.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

pub(super) struct Grammar {
    random: ChaCha8Rng,
    schema: String,
    aliases: usize,
    ctes: Vec<&'static str>,
}

/// Names of common table expressions, each as it is written; some are keywords and some are tables.
const CTES: &[&str] =
    &["\"only\"", "users", "\"users\"", "plans", "evil__notes", "\"select\"", "lateral_", "\"from\"", "recursive", "x"];

impl Grammar {
    pub(super) fn new(seed: u64, schema: &str) -> Grammar {
        Grammar { random: ChaCha8Rng::seed_from_u64(seed), schema: schema.to_owned(), aliases: 0, ctes: Vec::new() }
    }

    fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.random.random_range(0..choices.len())]
    }

    fn chance(&mut self, percent: u32) -> bool {
        self.random.random_range(0..100) < percent
    }

    /// White space and comments.
    fn gap(&mut self) -> &'static str {
        self.pick(&[" ", " ", " ", "\n", "\t", " /* x */ ", " /* /* ; */ FROM users */ ", " -- FROM users ;\n", "\r\n"])
    }

    pub(super) fn statement(&mut self) -> String {
        match self.random.random_range(0..10) {
            0 => {
                let (query, conflict) = (self.query(2), self.conflict());
                format!("INSERT{}INTO {} (note){}{query} {conflict}", self.gap(), self.target(), self.gap())
            }
            1 => {
                let (target, value) = (self.target(), self.text(2));
                let (condition, returning) = (self.condition(1), self.returning());
                format!("UPDATE {target} AS t{}SET note = {value} WHERE {condition} {returning}", self.gap())
            }
            2 => {
                let (target, condition, returning) = (self.target(), self.condition(1), self.returning());
                format!("DELETE FROM {target}{}AS t WHERE {condition} {returning}", self.gap())
            }
            _ => self.query(3),
        }
    }

    fn target(&mut self) -> String {
        let schema = self.schema.clone();
        match self.random.random_range(0..5) {
            0 => "\"evil__notes\"".to_owned(),
            1 => format!("{schema}.evil__notes"),
            2 => "U&\"evil\\005f\\005fnotes\"".to_owned(),
            3 => "Evil__Notes".to_owned(),
            _ => "evil__notes".to_owned(),
        }
    }

    fn conflict(&mut self) -> String {
        match self.random.random_range(0..4) {
            0 => format!("ON CONFLICT (id) DO UPDATE SET note = {}", self.text(1)),
            1 => "ON CONFLICT DO NOTHING".to_owned(),
            2 => self.returning(),
            _ => String::new(),
        }
    }

    fn returning(&mut self) -> String {
        match self.chance(40) {
            true => format!("RETURNING {} AS note", self.text(1)),
            false => String::new(),
        }
    }

    /// A query of one column, `note`, of type text.
    fn query(&mut self, depth: usize) -> String {
        let kept = self.ctes.len();
        let with = if depth > 0 && self.chance(45) { self.with(depth - 1) } else { String::new() };
        let body = self.body(depth);
        let tail = match self.random.random_range(0..12) {
            0 => " ORDER BY 1 LIMIT 5".to_owned(),
            1 if depth > 0 => format!(" LIMIT (SELECT count(*) FROM ({}) c)", self.body(depth - 1)),
            2 => " OFFSET 0 ROWS FETCH FIRST 2 ROWS ONLY".to_owned(),
            3 if !body.contains("UNION") && !body.starts_with("VALUES") => {
                self.pick(&["", "", " FOR UPDATE", " FOR SHARE NOWAIT"]).to_owned()
            }
            _ => String::new(),
        };
        self.ctes.truncate(kept);
        format!("{with}{body}{tail}")
    }

    fn with(&mut self, depth: usize) -> String {
        let name = CTES[self.random.random_range(0..CTES.len())];
        let kind = self.random.random_range(0..6);
        let (recursive, body) = match kind {
            0 => {
                let (first, further) = (self.text(0), self.text(0));
                self.ctes.push(name);
                let table = if self.chance(50) { name.to_owned() } else { self.table() };
                let note = if table == name { "r.note".to_owned() } else { further };
                (true, format!("SELECT {first} AS note UNION SELECT lower({note}) AS note FROM {table} AS r"))
            }
            1 => {
                let target = if self.chance(30) { "users" } else { "evil__notes" };
                (false, format!("DELETE FROM {target} WHERE FALSE RETURNING 'gone'::text AS note"))
            }
            _ => (false, self.query(depth)),
        };
        if kind != 0 {
            self.ctes.push(name);
        }
        let materialized = self.pick(&["", "", "MATERIALIZED ", "NOT MATERIALIZED "]);
        let materialized = if kind == 0 { "" } else { materialized };
        format!(
            "WITH{}{name} (note) AS {materialized}({body}){}",
            if recursive { " RECURSIVE " } else { " " },
            self.gap()
        )
    }

    fn body(&mut self, depth: usize) -> String {
        match self.random.random_range(0..12) {
            0 => format!("VALUES ({})", self.text(depth.min(1))),
            1 if depth > 0 => {
                let word = self.pick(&["UNION", "UNION ALL", "EXCEPT", "INTERSECT"]);
                let (first, second) = (self.select(depth - 1), self.select(depth - 1));
                format!("{first} {word} {second}")
            }
            2 if self.ctes.contains(&"users") || self.ctes.contains(&"x") => {
                let name = if self.ctes.contains(&"users") { "users" } else { "x" };
                format!("TABLE {name}")
            }
            _ => self.select(depth),
        }
    }

    fn select(&mut self, depth: usize) -> String {
        let (from, column) = self.from(depth);
        let value = if self.chance(60) { column.clone() } else { self.text(depth.min(1)) };
        let rest = match self.random.random_range(0..8) {
            0 => format!(" WHERE {}", self.condition(depth.min(1))),
            1 => format!(" GROUP BY {column}, 1 HAVING count(*) > 0"),
            _ => String::new(),
        };
        let value = if rest.contains("GROUP") { column } else { value };
        let distinct = self.pick(&["", "", "", "DISTINCT ", "ALL "]);
        format!("SELECT{}{distinct}{value}::text AS note{}FROM {from}{rest}", self.gap(), self.gap())
    }

    fn table(&mut self) -> String {
        self.pick(&[
            "evil__notes",
            "evil__notes",
            "\"evil__notes\"",
            "EVIL__NOTES",
            "plans",
            "plans",
            "users",
            "\"users\"",
            "U&\"\\0075sers\"",
            "U&\"u!0073ers\" UESCAPE '!'",
            "pg_catalog.pg_class",
            "pg_roles",
            "information_schema.tables",
            "evil__notes_id_seq",
        ])
        .to_owned()
    }

    /// A source behind FROM, and a text of it.
    fn from(&mut self, depth: usize) -> (String, String) {
        self.aliases += 1;
        let alias = match self.random.random_range(0..5) {
            0 => format!("\":relid{}\"", self.aliases),
            1 => format!("\"a\\ {{({}\"", self.aliases),
            _ => format!("a{}", self.aliases),
        };
        let whole = format!("{alias}::text");
        match self.random.random_range(0..16) {
            0 | 1 if depth > 0 => (format!("({}) AS {alias}", self.query(depth - 1)), format!("{alias}.note")),
            2 if depth > 0 => {
                let (first, _) = self.from(depth - 1);
                (format!("{first}, LATERAL ({}) {alias}", self.query(depth - 1)), format!("{alias}.note"))
            }
            3 if depth > 0 => {
                let ((first, _), (second, column)) = (self.from(depth - 1), self.from(depth - 1));
                let join = self.pick(&["CROSS JOIN", "NATURAL JOIN", "LEFT JOIN", "FULL JOIN"]);
                let on = if join.starts_with(['L', 'F']) { " ON TRUE" } else { "" };
                (format!("{first} {join} {second}{on}"), column)
            }
            4 => {
                let function = self.pick(&[
                    "generate_series(1, 2)",
                    "unnest(ARRAY['a'])",
                    "json_each('{}')",
                    "current_user",
                    "lower('A')",
                    "query_to_xml('SELECT email FROM users', true, true, '')",
                    "ROWS FROM (lower('a'), upper('b'))",
                ]);
                (format!("{function} AS {alias}"), whole)
            }
            5 => (format!("(VALUES ('v'::text), ({})) AS {alias} (note)", self.text(0)), format!("{alias}.note")),
            6..=9 if !self.ctes.is_empty() => {
                let name = self.ctes[self.random.random_range(0..self.ctes.len())];
                let only = self.pick(&["", "", "", "ONLY ", "only "]);
                // Behind ONLY stands a table, whatever the common table expression is called.
                (format!("{only}{name}{}AS {alias}", self.gap()), whole)
            }
            _ => {
                let table = self.table();
                let before = self.pick(&["", "", "", "only ", "ONLY/**/"]);
                let qualified = !table.contains(['.', '&', '_']) && self.chance(20);
                let schema = if qualified { format!("{}.", self.schema) } else { String::new() };
                let sample = self.pick(&["", "", "", "", "", "", "", " TABLESAMPLE SYSTEM (99)"]);
                (format!("{before}{schema}{table}{}AS {alias}{sample}", self.gap()), whole)
            }
        }
    }

    fn condition(&mut self, depth: usize) -> String {
        let (first, second) = (self.text(depth), self.text(0));
        match self.random.random_range(0..6) {
            0 => format!("{first} = {second}"),
            1 => format!("{first} IN ({second}, 'b')"),
            2 => format!("{first} LIKE '%' ESCAPE '!'"),
            3 if depth > 0 => format!("EXISTS ({})", self.query(depth - 1)),
            4 if depth > 0 => format!("{first} IN ({})", self.select(depth - 1)),
            _ => format!("({first}, 'x') IS DISTINCT FROM ({second}, 'y')"),
        }
    }

    /// An expression of type text.
    pub(super) fn text(&mut self, depth: usize) -> String {
        let quoted = self.pick(&[
            "'a'",
            "E'\\'; FROM users --'",
            "'; FROM users --\\'",
            "$$'; FROM users$$",
            "$q$ $$ ; $q$",
            "U&'\\0061'",
            "'a'\n'b'",
            "N'x'",
            "E'\\\\'",
            "'/*'",
            "'*/'",
            "'--'",
            "''''",
            "'{:relid 1262}'",
            "$$)$$",
        ]);
        let quoted = format!("{quoted}::text");
        match self.random.random_range(0..22) {
            0 => {
                let name = self.pick(&[
                    "lower",
                    "UPPER",
                    "\"lower\"",
                    "pg_catalog.upper",
                    "btrim",
                    "md5",
                    "quote_ident",
                    "pg_catalog.\"concat\"",
                ]);
                format!("{name}({})", self.text(depth.saturating_sub(1)))
            }
            1 => format!("CASE WHEN length({quoted}) > 1 THEN {} ELSE {quoted} END", self.text(0)),
            2 => format!("COALESCE(NULL, {quoted}, {})", self.text(0)),
            3 if depth > 0 => format!("(SELECT max(s.note) FROM ({}) AS s)", self.query(depth - 1)),
            4 => format!("({} || {})", self.text(0), quoted),
            5 => self
                .pick(&[
                    "current_user::text",
                    "'users'::regclass::text",
                    "current_setting('server_version')",
                    "set_config('a.b', 'c', true)",
                    "query_to_xml('SELECT email FROM users', true, true, '')::text",
                    "(SELECT max(email) FROM users)",
                    "nextval('evil__notes_id_seq')::text",
                    "(NULL::users)::text",
                    "ARRAY[NULL::users]::text",
                    "pg_sleep(0)::text",
                    "table_to_xml('users', true, true, '')::text",
                    "version()",
                    "now()::text",
                    "CURRENT_TIMESTAMP::text",
                    "('{}'::jsonb ->> 'a')",
                    "(ROW(1, 'a'))::text",
                    "(ARRAY['a', 'b'])[1]",
                    "'1 day'::interval::text",
                    "'x' COLLATE \"C\"",
                    "(SELECT s::text FROM users s LIMIT 1)",
                    "json_agg('a'::text)::text",
                    "xmlelement(name a)::text",
                    "1.5::text",
                ])
                .to_owned(),
            6 if depth > 0 => format!("ARRAY({})::text", self.query(depth - 1)),
            _ => quoted,
        }
    }

    /// A migration, statement by statement, that makes `evil__t` at least.
    pub(super) fn migration(&mut self) -> Vec<String> {
        let schema = self.schema.clone();
        let mut columns = Vec::new();
        for number in 0..self.random.random_range(1..4) {
            columns.push(self.column(number));
        }
        if self.chance(15) {
            columns.push(format!("CHECK ({} <> 'never'::text)", self.text(0)));
        }
        if self.chance(6) {
            columns.push(format!("LIKE {schema}.users INCLUDING ALL"));
        }
        if self.chance(6) {
            columns.push(format!("FOREIGN KEY (c0) REFERENCES {schema}.users (email)"));
        }
        let name =
            self.pick(&["evil__t", "evil__t", "\"evil__t\"", "evil__t/**/", "U&\"evil__t\"", "IF NOT EXISTS evil__t"]);
        let tail = match self.random.random_range(0..14) {
            0 => format!(" INHERITS ({schema}.users)"),
            1 => " PARTITION BY LIST (c0)".to_owned(),
            2 => " WITH (fillfactor = 50)".to_owned(),
            3 => " AS SELECT 1".to_owned(),
            4 => " /* ; */".to_owned(),
            _ => String::new(),
        };
        let mut statements = vec![format!("CREATE TABLE {name} ({}){tail}", columns.join(", "))];
        if self.chance(40) {
            let column = self.column(9);
            statements.push(format!(
                "ALTER TABLE evil__t ADD {}{column}",
                self.pick(&["", "COLUMN ", "COLUMN IF NOT EXISTS "])
            ));
        }
        if self.chance(40) {
            let expression = self.text(0);
            let condition =
                if self.chance(30) { format!(" WHERE {} = 'a'::text", self.text(0)) } else { String::new() };
            statements.push(format!("CREATE INDEX evil__i ON evil__t ((c0 || {expression})){condition}"));
        }
        if self.chance(15) {
            let more = self.pick(&[
                "DROP TABLE users",
                "ALTER TABLE evil__t RENAME c0 TO \"c;0\"",
                "ALTER TABLE evil__t INHERIT users",
                "SELECT 1",
                "ALTER TABLE evil__t ALTER c0 TYPE text USING c0 || 'a'",
                "DO $$ BEGIN END $$",
                "ALTER TABLE evil__t DROP c0",
                "INSERT INTO evil__t SELECT email FROM users",
                "DROP TABLE evil__t, users",
                "CREATE VIEW evil__v AS TABLE users",
            ]);
            statements.push(more.to_owned());
        }
        statements
    }

    fn column(&mut self, number: usize) -> String {
        let kind =
            self.pick(&["TEXT", "TEXT", "TEXT", "TEXT COLLATE \"C\"", "VARCHAR(90000)", "xml", "users", "regclass"]);
        let rest = match self.random.random_range(0..5) {
            0 => format!(" DEFAULT ({})", self.text(0)),
            1 => format!(" DEFAULT {}", self.text(1)),
            2 => format!(" CHECK (c{number} <> {})", self.text(0)),
            3 if self.chance(40) => format!(" GENERATED ALWAYS AS ({}) STORED", self.text(0)),
            _ => String::new(),
        };
        format!("c{number} {kind}{rest}")
    }
}
