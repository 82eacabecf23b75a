//! The functions of ClickHouse that only compute: from their arguments, the clock or chance, and from nothing else.
//!
//! Three lists, one name a line, together name every function of the engine that is shipped: `computing.txt` and
//! `aggregates.txt` may be called, `refused.txt` may not, because a function there reads tables, files, dictionaries,
//! models, settings, the server, its users or its network, because it calls a function whose name is text, or because it
//! reads SQL or formats. What stands in no list is refused, so a function of a new engine is refused until somebody has
//! judged it: the test `wall::clickhouse::functions` asks the engine and names those that nobody judged.

use std::collections::HashSet;
use std::sync::LazyLock;

const COMPUTING: &str = include_str!("functions/computing.txt");
const AGGREGATES: &str = include_str!("functions/aggregates.txt");
const REFUSED: &str = include_str!("functions/refused.txt");

/// Words that may stand behind the name of an aggregate function, as `system.aggregate_function_combinators` has it.
const COMBINATORS: &[&str] = &[
    "argmax",
    "argmin",
    "array",
    "distinct",
    "foreach",
    "if",
    "map",
    "merge",
    "null",
    "ordefault",
    "ornull",
    "resample",
    "simplestate",
    "state",
    "tuple",
];

/// Names in lowercase: ClickHouse knows many of its functions in any case, and no two that differ by case alone are judged
/// differently.
struct Names {
    computing: HashSet<String>,
    aggregates: HashSet<String>,
    refused: HashSet<String>,
}

static NAMES: LazyLock<Names> = LazyLock::new(|| {
    let names = |list: &str| list.lines().map(str::to_ascii_lowercase).collect();
    Names { computing: names(COMPUTING), aggregates: names(AGGREGATES), refused: names(REFUSED) }
});

/// Tells a function of ClickHouse that a component may call by its name, as written or as the engine tells it. Aggregate
/// functions may have combinators: `sumIf`, `uniqStateArrayIf`.
pub fn is_computing_function(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    if NAMES.refused.contains(&name) {
        return false;
    }
    NAMES.computing.contains(&name) || is_aggregate(&name)
}

/// Tells a function that somebody has judged, whatever the judgement.
pub fn is_judged_function(name: &str) -> bool {
    NAMES.refused.contains(&name.to_ascii_lowercase()) || is_computing_function(name)
}

fn is_aggregate(name: &str) -> bool {
    let has_combinator = |combinator: &&str| name.strip_suffix(*combinator).is_some_and(is_aggregate);
    NAMES.aggregates.contains(name) || COMBINATORS.iter().any(has_combinator)
}
