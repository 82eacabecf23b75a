//! Texts by which a component would read a table that it was not given, or reach beyond tables at all.

use super::{CANARY, bounds, is_accepted, report, with_secrets};
use quarry::stores::warehouse::ReportError;

/// Each is one attempt; none of them may be accepted.
const ATTEMPTS: &[&str] = &[
    // The table behind a WITH of its own name.
    "WITH RECURSIVE tokens AS (SELECT * FROM tokens) SELECT * FROM tokens",
    "WITH RECURSIVE tokens AS (SELECT s FROM tokens UNION ALL SELECT s FROM tokens) SELECT * FROM tokens",
    "WITH tokens AS (SELECT * FROM tokens) SELECT * FROM tokens",
    "WITH x AS (SELECT * FROM tokens), tokens AS (SELECT 1 AS s) SELECT s FROM x",
    "SELECT * FROM (WITH tokens AS (SELECT 1 AS one) SELECT one FROM tokens) AS a, tokens",
    "WITH given AS (SELECT * FROM hidden_view) SELECT * FROM given",
    "WITH given AS tokens SELECT * FROM tokens",
    "WITH tokens AS given SELECT * FROM tokens",
    "WITH 1 AS tokens SELECT tokens, s FROM tokens",
    "SELECT s AS tokens FROM given WHERE id IN (SELECT id FROM tokens)",
    // Names behind IN.
    "SELECT id IN tokens FROM given",
    "SELECT id IN (tokens) FROM given",
    "SELECT id IN ((tokens)) FROM given",
    "SELECT id NOT IN tokens FROM given",
    "SELECT id GLOBAL IN tokens FROM given",
    "SELECT (id, s, a, t) IN tokens FROM given",
    "SELECT in(id, tokens), notIn(id, tokens), globalIn(id, tokens) FROM given",
    "SELECT nullIn(id, tokens) FROM given",
    "SELECT id FROM given WHERE id IN given_two",
    "SELECT arrayFilter(x -> x IN tokens, a) FROM given",
    "SELECT id IN tokens AS `a, function_name: plus` FROM given",
    "SELECT inIgnoreSet(id, tokens) FROM given",
    "SELECT exists(tokens)",
    // Scalar subqueries, in every place that takes an expression.
    "SELECT (SELECT s FROM tokens LIMIT 1)",
    "SELECT if(1 = 2, (SELECT s FROM tokens LIMIT 1), 'no')",
    "SELECT 1 WHERE 0 AND (SELECT s FROM tokens LIMIT 1) = ''",
    "SELECT count() FROM (SELECT id, (SELECT s FROM tokens LIMIT 1) FROM given)",
    "SELECT id FROM given LIMIT (SELECT id FROM tokens LIMIT 1)",
    "SELECT id FROM given ORDER BY id LIMIT 1 OFFSET (SELECT id FROM tokens LIMIT 1)",
    "SELECT id FROM given ORDER BY id WITH FILL FROM 0 TO (SELECT id FROM tokens LIMIT 1)",
    "SELECT id, s FROM given ORDER BY id WITH FILL INTERPOLATE (s AS (SELECT s FROM tokens LIMIT 1))",
    "SELECT id FROM given LIMIT 1 BY (SELECT id FROM tokens LIMIT 1)",
    "SELECT id FROM given QUALIFY row_number() OVER (ORDER BY (SELECT id FROM tokens LIMIT 1)) = 1",
    "SELECT sum(id) OVER (ORDER BY id ROWS BETWEEN (SELECT id FROM tokens LIMIT 1) PRECEDING AND CURRENT ROW) FROM given",
    "SELECT * REPLACE ((SELECT s FROM tokens LIMIT 1) AS s) FROM given",
    "SELECT COLUMNS('s') APPLY (x -> concat(x, (SELECT s FROM tokens LIMIT 1))) FROM given",
    "SELECT id FROM given GROUP BY id, (SELECT s FROM tokens LIMIT 1) WITH TOTALS",
    "SELECT id FROM given GROUP BY id HAVING (SELECT s FROM tokens LIMIT 1) != ''",
    "SELECT id FROM given PREWHERE (SELECT s FROM tokens LIMIT 1) != ''",
    "SELECT id FROM given ARRAY JOIN arrayMap(x -> (SELECT s FROM tokens LIMIT 1), a) AS b",
    "SELECT toUInt64((SELECT s FROM tokens LIMIT 1))",
    "SELECT throwIf(1, (SELECT s FROM tokens LIMIT 1))",
    "SELECT quantile((SELECT 0.5 FROM tokens LIMIT 1))(id) FROM given",
    "SELECT CAST(1 AS Enum8('a' = 1)), (SELECT s FROM tokens LIMIT 1) AS `b, alias: c`",
    "SELECT EXISTS (SELECT 1 FROM tokens)",
    "SELECT 1 > ALL (SELECT id FROM tokens), 1 = ANY (SELECT id FROM tokens)",
    // Every way to stand beside a table.
    "SELECT * FROM given, tokens",
    "SELECT * FROM given CROSS JOIN tokens",
    "SELECT * FROM given ASOF JOIN tokens ON given.id = tokens.id AND given.t >= tokens.t",
    "SELECT * FROM given PASTE JOIN tokens",
    "SELECT * FROM given LEFT ANTI JOIN tokens USING id",
    "SELECT * FROM given FULL JOIN tokens USING (id)",
    "SELECT * FROM (given JOIN tokens USING id)",
    "SELECT * FROM given AS tokens, tokens AS given",
    "SELECT * FROM tokens FINAL SAMPLE 1/2 AS given",
    "FROM tokens SELECT *",
    "SELECT 1 UNION ALL SELECT id FROM tokens",
    "(SELECT id FROM given) INTERSECT (SELECT id FROM tokens)",
    "SELECT id FROM given EXCEPT SELECT id FROM tokens",
    "SELECT * FROM given, tokens.a",
    // Every way to write a name.
    "SELECT * FROM `tokens`",
    "SELECT * FROM \"tokens\"",
    "SELECT * FROM 'tokens'",
    "SELECT * FROM x'746f6b656e73'",
    "SELECT * FROM $$tokens$$",
    "SELECT * FROM $a$tokens$a$",
    "SELECT * FROM “tokens”",
    "SELECT * FROM \"t\\x6fkens\"",
    "SELECT * FROM attacks.tokens",
    "SELECT * FROM attacks_other.tokens",
    "SELECT * FROM `attacks_other`.`tokens`",
    "SELECT * FROM `attacks_other.tokens`",
    "SELECT * FROM system.tables",
    "SELECT * FROM information_schema.tables",
    "SELECT * FROM INFORMATION_SCHEMA.COLUMNS",
    "SELECT * FROM {t:Identifier}",
    "SELECT * FROM given WHERE s = '{t:Identifier}'",
    "SELECT * FROM tokens AS `a, identifier: given`",
    "SELECT * FROM tokens AS `a\n  WHERE`",
    "SELECT COLUMNS(x'0a2020574845524520'), id IN tokens FROM given",
    // Comments that one lexer ends and the other does not.
    "SELECT 1 /* /* */ */ FROM tokens",
    "SELECT 1 # FROM given\nFROM tokens",
    "SELECT 1 --FROM given\nFROM tokens",
    "SELECT 1 FROM /*! tokens */ given",
    // Views, dictionaries, table functions.
    "SELECT * FROM hidden_view",
    "SELECT * FROM parameterized(wanted = 1)",
    "SELECT * FROM words",
    "SELECT dictGet('words', 's', toUInt64(1))",
    "SELECT dictGet(words, 's', toUInt64(1))",
    "SELECT joinGet('tokens', 's', 1)",
    "SELECT * FROM merge('.*')",
    "SELECT * FROM merge(currentDatabase(), 'tok.*')",
    "SELECT * FROM merge('attacks', 'tokens')",
    "SELECT * FROM view(SELECT * FROM tokens)",
    "SELECT * FROM viewIfPermitted(SELECT * FROM tokens ELSE null('s String'))",
    "SELECT * FROM viewExplain('EXPLAIN', '', (SELECT * FROM tokens))",
    "SELECT * FROM (EXPLAIN SELECT * FROM tokens)",
    "SELECT * FROM loop(tokens)",
    "SELECT * FROM mergeTreeIndex(currentDatabase(), tokens)",
    "SELECT * FROM cluster('default', attacks, tokens)",
    "SELECT * FROM remote('127.0.0.1', attacks.tokens)",
    "SELECT * FROM dictionary('words')",
    "SELECT * FROM file('/etc/hostname', 'LineAsString')",
    "SELECT * FROM url('http://127.0.0.1:1/', 'CSV')",
    "SELECT * FROM executable('sh', 'TSV', 'a String')",
    "SELECT * FROM input('a String')",
    "SELECT * FROM generateRandom('a String') LIMIT 1",
    "SELECT * FROM numbers((SELECT id FROM tokens LIMIT 1))",
    "SELECT * FROM numbers(tokens)",
    "SELECT * FROM values('s String', ((SELECT s FROM tokens LIMIT 1)))",
    "SELECT * FROM numbers",
    // What is the host's.
    "SELECT * FROM given SETTINGS additional_table_filters = {'given': 'id IN (SELECT id FROM tokens)'}",
    "SELECT * FROM (SELECT * FROM given SETTINGS max_threads = 1)",
    "SELECT * FROM given SETTINGS readonly = 1",
    "SELECT * FROM given FORMAT TSVRaw",
    "SELECT * FROM given INTO OUTFILE '/nowhere/out'",
    "SELECT getSetting('max_threads'), hostName(), version(), currentUser()",
    "SELECT sleep(1)",
    "SELECT arrayReduce('sum', a) FROM given",
    "SELECT @@version",
    "SELECT hasColumnInTable('attacks', 'tokens', 's')",
    "WITH x -> sleep(x) AS f SELECT f(1)",
    // What is not one query.
    "SELECT 1; SELECT * FROM tokens",
    "SELECT 1 PARALLEL WITH SELECT * FROM tokens",
    "SELECT 1) UNION ALL SELECT * FROM (SELECT s FROM tokens",
    "SELECT 1), (SELECT id FROM given",
    "SELECT 1) WHERE (1",
    "EXPLAIN SELECT * FROM given",
    "INSERT INTO given SELECT * FROM tokens",
    "DESCRIBE TABLE tokens",
    "SHOW CREATE TABLE tokens",
    "EXISTS TABLE tokens",
    "TRUNCATE TABLE given",
    // A declaration of columns is text with expressions of its own.
    "SELECT * FROM values('s String MATERIALIZED file(''/etc/passwd'')', 'a')",
    "SELECT * FROM values('s String, t String MATERIALIZED hostName()', 'a')",
    "SELECT * FROM values('s String, t String ALIAS hostName()', 'a')",
    "SELECT * FROM values('s String, t ALIAS hostName()', 'a')",
    "SELECT * FROM values('s String DEFAULT currentUser()', 'a')",
    "SELECT * FROM values('s String EPHEMERAL currentUser(), t String DEFAULT s', 'a')",
    "SELECT * FROM values('`s` String ALIAS hostName()', 'a')",
    "SELECT * FROM values('s/**/String/**/ALIAS/**/hostName()', 'a')",
    "SELECT * FROM values('s String CODEC(ZSTD)', 'a')",
    "SELECT * FROM values('s String TTL now()', 'a')",
    "SELECT * FROM values('s String COMMENT x', 'a')",
    "SELECT * FROM values('id UInt64, s AggregateFunction(sum, UInt64)', (1, 'a'))",
    "SELECT * FROM values('s String, t UInt64 ALIAS (SELECT max(id) FROM tokens)', 'a')",
    "SELECT * FROM VALUES('s String ALIAS hostName()', 'a')",
    "SELECT * FROM SQLStandardValues('s String ALIAS hostName()', 'a')",
    "SELECT * FROM values(concat('s String ALIAS ', 'hostName()'), 'a')",
    "SELECT * FROM values('s String ' || 'ALIAS hostName()', 'a')",
    "SELECT * FROM values(toString('s String ALIAS hostName()'), 'a')",
    "SELECT * FROM values(CAST('s String ALIAS hostName()' AS String), 'a')",
    "SELECT * FROM values({t:String}, 'a')",
    "SELECT * FROM values((SELECT 's String ALIAS hostName()'), 'a')",
    "SELECT * FROM values(tuple('s String ALIAS hostName()').1, 'a')",
    "SELECT * FROM values('s String ALIAS hostName()' AS `a, constant_value: ''b''`, 'a')",
    "",
];

#[tokio::test]
async fn no_text_reaches_a_table_that_was_not_given_or_anything_but_tables() {
    let warehouse = with_secrets("attacks").await;
    let mut accepted = Vec::new();
    for sql in ATTEMPTS {
        match report(&warehouse, sql).await {
            Ok(report) => {
                assert!(!format!("{report:?}").contains(CANARY), "{sql}: {report:?}");
                if is_accepted(&report) {
                    accepted.push((sql, report));
                }
            }
            Err(ReportError::Refused { reason, .. }) => assert!(!reason.contains(CANARY), "{sql}: {reason}"),
            Err(error) => panic!("{sql}: {error}"),
        }
    }
    assert!(accepted.is_empty(), "{accepted:#?}");
}

#[tokio::test]
async fn what_reads_given_tables_alone_is_taken_with_its_names() {
    let warehouse = with_secrets("honest").await;
    for (sql, tables, columns) in [
        ("SELECT 1 AS one", &[][..], &["one"][..]),
        ("SELECT id, s AS `a b`, count() FROM given GROUP BY id, s", &["given"], &["id", "a b", "count()"]),
        (
            "WITH c AS (SELECT id FROM given_view) SELECT c.id AS id FROM c JOIN given_two USING id",
            &["given_two", "given_view"],
            &["id"],
        ),
        (
            "WITH RECURSIVE r AS (SELECT toUInt64(1) AS n UNION ALL SELECT n + 1 FROM r WHERE n < 5) SELECT n FROM r",
            &[],
            &["n"],
        ),
        (
            "SELECT id FROM given WHERE id IN (SELECT id FROM given_two) AND s != (SELECT max(s) FROM given_view)",
            &["given", "given_two", "given_view"],
            &["id"],
        ),
        ("SELECT tokens.id AS id FROM given AS tokens", &["given"], &["id"]),
        ("SELECT id AS tokens, s AS secrets FROM given ORDER BY tokens, secrets", &["given"], &["tokens", "secrets"]),
        (
            "SELECT id IN (1, 2) AS a, id IN ({n:UInt64}) AS b, s = {t:String} AS c FROM given SAMPLE 1 / 2",
            &["given"],
            &["a", "b", "c"],
        ),
        (
            "SELECT id, b FROM given LEFT ARRAY JOIN a AS b ORDER BY id WITH FILL STEP 2 LIMIT 1 BY id",
            &["given"],
            &["id", "b"],
        ),
        ("SELECT number FROM numbers(3) UNION ALL SELECT * FROM values('x UInt64', 1)", &[], &["number"]),
        ("SELECT c1, c2 FROM values(('ethereum', 1), ('polygon', 137))", &[], &["c1", "c2"]),
        ("SELECT name FROM values('name String', 'ethereum', 'polygon')", &[], &["name"]),
        (
            "SELECT * FROM values('id UInt64, s Nullable(String), a Array(Tuple(x UInt8, y Decimal(9, 2)))', (1, 's', []))",
            &[],
            &["id", "s", "a"],
        ),
        ("SELECT number FROM numbers(3) UNION ALL SELECT c1 FROM (VALUES (1), (2))", &[], &["number"]),
        (
            "SELECT groupArrayIf(id, id > 1) AS g, quantile(0.5)(id) AS q FROM given GROUP BY GROUPING SETS ((id), (s))",
            &["given"],
            &["g", "q"],
        ),
        ("SELECT CAST(1 AS Enum8('a b' = 1)) AS e, t AS t FROM given", &["given"], &["e", "t"]),
    ] {
        let report = report(&warehouse, sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
        assert!(is_accepted(&report), "{sql}: {report:#?}");
        assert_eq!(report.tables.iter().collect::<Vec<_>>(), tables, "{sql}");
        assert_eq!(report.columns, columns, "{sql}");
        warehouse
            .query(&sql.replace("{n:UInt64}", "1").replace("{t:String}", "''"), &[], bounds())
            .await
            .unwrap_or_else(|error| panic!("{sql}: {error}"));
    }
}

#[tokio::test]
async fn a_view_that_was_given_counts_as_itself_and_not_as_what_lies_behind_it() {
    let warehouse = with_secrets("views").await;
    let is_view = |name: &str| name == "hidden_view";
    let report = warehouse.report("SELECT s FROM hidden_view", &[], &is_view).await.expect("a report");
    assert_eq!(report.tables.iter().collect::<Vec<_>>(), ["hidden_view"]);
    assert!(report.forbidden.is_empty(), "{report:?}");
}

#[tokio::test]
async fn a_refusal_names_the_line_and_repeats_nothing_that_was_read() {
    let warehouse = with_secrets("messages").await;
    warehouse.execute("INSERT INTO given VALUES (99, 'READ4417', [], 1)").await.expect("a row");
    for (sql, wanted_line, word) in [
        ("SELECT id\nFROM given AND 1", Some(2), "Syntax"),
        ("SELECT nothing_such\nFROM given", None, "nothing_such"),
        ("SELECT 1 + (SELECT max(s) FROM given WHERE id = 99)", None, "code"),
        (
            "SELECT s IN (SELECT 1, 2) FROM given WHERE (SELECT max(s) FROM given WHERE id = 99) = nothing_such",
            None,
            "nothing_such",
        ),
        ("SELECT id\nFROM given\nWHERE s = 'a\\b'", Some(3), "\\"),
    ] {
        match report(&warehouse, sql).await {
            Err(ReportError::Refused { line, reason }) => {
                assert!(wanted_line.is_none() || line == wanted_line, "{sql}: {line:?} {reason}");
                assert!(reason.contains(word) && !reason.contains("READ4417"), "{sql}: {reason}");
            }
            other => panic!("{sql}: {other:?}"),
        }
    }
}

#[tokio::test]
async fn a_text_whose_tree_explodes_is_refused_within_its_bounds() {
    let warehouse = with_secrets("bounds").await;
    let doubled: String = (0..40).map(|index| format!(", a{index} + a{index} AS a{}", index + 1)).collect();
    let deep = format!("SELECT {}1{}", "(".repeat(3_000), ")".repeat(3_000));
    let started = std::time::Instant::now();
    for sql in [format!("SELECT id AS a0{doubled} FROM given"), deep] {
        assert!(matches!(report(&warehouse, &sql).await, Err(ReportError::Refused { .. })), "{sql:.80}");
    }
    let slow = "SELECT (SELECT max(number) FROM numbers(100000000000)) AS m FROM given";
    report(&warehouse, slow).await.expect("resolving reads no further than its bound");
    assert!(started.elapsed().as_secs() < 10, "{:?}", started.elapsed());
}

#[tokio::test]
async fn a_constant_that_takes_the_warehouses_memory_is_refused_before_the_component_serves() {
    let warehouse = with_secrets("constants").await;
    for sql in [
        "SELECT length(repeat(repeat('x', 1000), 130000)) AS l FROM given",
        "SELECT length(range(20000000)) AS l FROM given",
        "SELECT (SELECT length(arrayStringConcat(arrayMap(x -> repeat('x', 1000), range(900000))))) AS l FROM given",
    ] {
        match report(&warehouse, sql).await {
            Err(ReportError::Refused { .. }) => {}
            other => panic!("{sql}: {other:?}"),
        }
    }
}

#[tokio::test]
async fn no_text_holds_what_two_lexers_could_read_differently() {
    let warehouse = with_secrets("letters").await;
    for odd in [
        "SELECT 'a\\'",
        "SELECT 1 -- '",
        "SELECT 1 /* ' */",
        "SELECT 1 # '",
        "SELECT $a$ ' $a$",
        "SELECT ‘a’",
        "SELECT x'27', 1",
        "SELECT (B'1')",
        "SELECT 'a\nb'",
        "SELECT 1; SELECT 2",
        "SELECT 1 −1",
        "SELECT 1\u{a0}",
        "SELECT '\u{0}'",
        "SELECT 1\r, 2",
        // A value would become the name of a table.
        "SELECT '{t:Identifier}'",
        "SELECT `{t:Identifier}`, \"{t:Identifier}\"",
        "SELECT {t: Identifier}, {t :Identifier}, {t:identifier}",
        "SELECT {t:Nullable(Identifier)}",
        "SELECT {t:String} FROM {t:Identifier}",
        "SELECT {other:String}",
        "SELECT '{' || {t:String}",
        "SELECT {{t:String}}",
        "SELECT {t:String /* */}",
    ] {
        let refused = report(&warehouse, odd).await;
        assert!(matches!(refused, Err(ReportError::Refused { .. })), "{odd}: {refused:?}");
    }
    for fine in [
        "SELECT 'it''s -- /* # é' AS a",
        "SELECT concat('0x', hex(id)) AS a, id-1 /2 AS b FROM given",
        "SELECT id AS `a b`, s AS \"b'\" FROM given",
        "SELECT {t:String} AS a, unhex({t:String}) AS b\nFROM numbers({n:UInt64})",
        "SELECT {t:Nullable(String)} AS a, {n:Nullable(UInt64)} AS b",
    ] {
        report(&warehouse, fine).await.unwrap_or_else(|error| panic!("{fine}: {error}"));
    }
}
