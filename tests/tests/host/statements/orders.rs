//! Enumerated orders: a caller gets the order that it picked, and a page of one order never goes on in another.

use proptest::prelude::*;
use quarry_statement::{Dialect, Rendered, SourceLine, Statement};

const POOLS: &str = "\
SELECT address, fee, trades FROM pools
WHERE chain_id = {chain_id:uint64}
-- order trades
  AND {after(trades:uint64 desc, address:bytes asc)}
  AND trades > {least:uint64} -- when least
ORDER BY trades DESC, address
-- order fee
  AND {after(fee:uint64 asc, address:bytes desc)}
ORDER BY fee, address DESC
-- end order
LIMIT {page.limit}
";

fn parse(sql: &str) -> Statement {
    Statement::parse(sql).expect("the statement is well formed")
}

fn render(sql: &str, order: &str, given: &[&str], has_cursor: bool) -> Rendered {
    parse(sql).render(Dialect::ClickHouse, Some(order), |name| given.contains(&name), has_cursor)
}

#[test]
fn only_the_lines_of_the_chosen_order_stand() {
    let rendered = render(POOLS, "fee", &["chain_id"], false);
    let expected = "SELECT address, fee, trades FROM pools\nWHERE chain_id = {chain_id:UInt64}\n  AND TRUE\n\
                    ORDER BY fee, address DESC\nLIMIT {page__limit:UInt64}\n";
    assert_eq!(rendered.sql, expected);
    assert_eq!(rendered.lines, [1, 2, 8, 9, 11].map(SourceLine::from));
    let rendered = render(POOLS, "trades", &["chain_id", "least"], true);
    let comparison =
        "(trades < {after__1:UInt64} OR (trades = {after__1:UInt64} AND (address > unhex({after__2:String}))))";
    assert!(rendered.sql.contains(comparison), "{}", rendered.sql);
    assert!(rendered.sql.contains("trades > {least:UInt64}"), "{}", rendered.sql);
    assert!(!rendered.sql.contains("ORDER BY fee"), "{}", rendered.sql);
}

#[test]
fn each_order_has_its_own_cursor_columns() {
    let statement = parse(POOLS);
    assert_eq!(statement.orders().collect::<Vec<_>>(), ["trades", "fee"]);
    let columns = |order| statement.after(order).iter().map(|column| column.column.as_str()).collect::<Vec<_>>();
    assert_eq!(columns(Some("trades")), ["trades", "address"]);
    assert_eq!(columns(Some("fee")), ["fee", "address"]);
    assert!(columns(None).is_empty() && statement.is_paged());
}

#[test]
fn an_order_may_stand_in_several_places() {
    let sql = "SELECT a, b FROM (SELECT a, b FROM t WHERE TRUE\n-- order a\n AND {after(a:text asc)}\n-- order b\n AND \
               {after(b:text asc)}\n-- end order\n) AS t\n-- order a\nORDER BY a\n-- order b\nORDER BY b\n-- end order\n\
               LIMIT {page.limit}";
    let rendered = render(sql, "b", &[], false);
    assert_eq!(
        rendered.sql,
        "SELECT a, b FROM (SELECT a, b FROM t WHERE TRUE\n AND TRUE\n) AS t\nORDER BY b\nLIMIT {page__limit:UInt64}\n"
    );
}

#[test]
fn what_makes_no_order_is_refused_on_its_line() {
    let cases = [
        ("SELECT 1\n-- order a\nORDER BY a", "line 2: the order `a` is never closed"),
        ("SELECT 1\n-- end order", "line 2: `-- end order` closes nothing"),
        ("SELECT 1\n-- order a\n-- end order", "line 3: the order `a` of line 2 has no line of SQL"),
        ("SELECT 1\n-- order a\n-- order b\nORDER BY b\n-- end order", "line 3: the order `a` of line 2 has no line"),
        ("SELECT 1 -- order a", "line 1: a `-- order` stands on a line of its own"),
        ("SELECT 1\n-- order a\nORDER BY a -- end order", "line 3: `-- end order` stands on a line of its own"),
        ("SELECT 1\n-- order by the newest", "line 2: `by the newest` is not a name"),
        (
            "SELECT {order:text}\n-- order a\nORDER BY a\n-- end order",
            "line 1: `order` picks one of the statement's orders",
        ),
        (
            "SELECT a\nWHERE {after(a:text asc)}\n-- order a\nORDER BY a\n-- end order\nLIMIT {page.limit}",
            "line 2: `{after(…)}` stands outside of the orders",
        ),
        (
            "SELECT a WHERE TRUE\n-- order a\nAND {after(a:text asc)}\n-- order b\nORDER BY b\n-- end order\nLIMIT {page.limit}",
            "line 4: the order `b` has no `{after(…)}`",
        ),
        (
            "SELECT a WHERE TRUE\n-- order a\nAND {after(a:text asc)}\nAND {after(a:text asc)}\n-- end order\nLIMIT {page.limit}",
            "line 4: an order has one `{after(…)}`",
        ),
        (
            "SELECT a WHERE TRUE\n-- order a\nAND {after(a:text asc)}\nLIMIT {page.limit}\n-- order b\nAND {after(b:text asc)}\n-- end order",
            "line 5: the order `b` needs `LIMIT {page.limit}`",
        ),
        (
            "SELECT a WHERE a = {q:text} -- when q\nAND {after(a:text asc)} -- when q\nLIMIT {page.limit}",
            "line 2: `{page.limit}` and `{after(…)}` cannot stand under a `-- when`",
        ),
    ];
    for (sql, expected) in cases {
        let sentence = Statement::parse(sql).expect_err(sql).to_string();
        assert!(sentence.starts_with(expected), "{sql}\ngave {sentence}\nexpected {expected}");
    }
    let many: String = (0..17).map(|number| format!("-- order o{number}\nORDER BY {number}\n")).collect();
    let sentence = Statement::parse(&format!("SELECT 1\n{many}-- end order")).expect_err("too many").to_string();
    assert!(sentence.starts_with("line 34: `o16` is one order too many"), "{sentence}");
}

/// A line as an author writes it, and what is known of it.
#[derive(Debug, Clone)]
struct Written {
    /// Index of its order; none stands in all.
    order: Option<usize>,
    /// Index of the parameter that it stands under.
    when: Option<usize>,
    /// Index of the parameter that it names.
    names: Option<usize>,
}

const ORDERS: [&str; 3] = ["newest", "name_2", "_odd"];

fn written() -> impl Strategy<Value = Vec<Written>> {
    let line = (proptest::option::of(0..3_usize), proptest::option::of(0..4_usize), proptest::option::of(0..4_usize))
        .prop_map(|(order, when, names)| Written { order, when, names });
    proptest::collection::vec(line, 1..20)
}

/// The file, and for each line of it that is SQL, its text by itself.
fn text_of(lines: &[Written]) -> String {
    // Each parameter is named once without a condition, so that every `-- when` has something to name.
    let mut text = String::from("SELECT {p0:text}, {p1:text}, {p2:text}, {p3:text}\n");
    let mut open = None;
    for (number, line) in lines.iter().enumerate() {
        if line.order != open {
            match line.order {
                Some(order) => text.push_str(&format!("-- order {}\n", ORDERS[order])),
                None => text.push_str("-- end order\n"),
            }
            open = line.order;
        }
        let named = line.names.map(|name| format!(" {{p{name}:text}}")).unwrap_or_default();
        let when = line.when.map(|name| format!("  -- when p{name}")).unwrap_or_default();
        text.push_str(&format!("line{number}{named}{when}\n"));
    }
    if open.is_some() {
        text.push_str("-- end order\n");
    }
    text
}

proptest! {
    #[test]
    fn a_variant_has_exactly_the_lines_of_its_order_and_its_parameters(
        lines in written(), order in 0..3_usize, given in 0..16_u8, dashes in "[ -~]{0,20}"
    ) {
        let statement = parse(&format!("/* {} */ {}", dashes.replace('*', ""), text_of(&lines)));
        let declared: Vec<&str> = statement.orders().collect();
        let mut expected_orders = Vec::new();
        for order in lines.iter().filter_map(|line| line.order) {
            if !expected_orders.contains(&ORDERS[order]) {
                expected_orders.push(ORDERS[order]);
            }
        }
        prop_assert_eq!(&declared, &expected_orders);
        let is_given = |name: &str| given >> name[1..].parse::<u8>().expect("a number") & 1 == 1;
        let rendered = statement.render(Dialect::ClickHouse, Some(ORDERS[order]), is_given, false);
        let stands = |line: &Written| {
            line.order.is_none_or(|own| own == order) && line.when.is_none_or(|when| given >> when & 1 == 1)
        };
        let expected: Vec<String> = lines
            .iter()
            .enumerate()
            .filter(|(_, line)| stands(line))
            .map(|(number, line)| match line.names {
                Some(name) => format!("line{number} {{p{name}:String}}"),
                None => format!("line{number}"),
            })
            .collect();
        let sql: Vec<&str> = rendered.sql.lines().skip(1).map(str::trim_end).collect();
        prop_assert_eq!(sql, expected);
    }

    #[test]
    fn no_text_with_orders_makes_the_parser_panic(
        lines in proptest::collection::vec("-- (order|end order|when) ?[a-z ]{0,4}|[ -~]{0,20}|[a-z]* -- when [a-z]|\\{after\\(a:text asc\\)\\}", 0..12)
    ) {
        if let Ok(statement) = Statement::parse(&lines.join("\n")) {
            let orders: Vec<&str> = statement.orders().collect();
            for order in orders {
                let rendered = statement.render(Dialect::Numbered, Some(order), |_| true, true);
                prop_assert_eq!(rendered.sql.lines().count(), rendered.lines.len());
            }
        }
    }
}
