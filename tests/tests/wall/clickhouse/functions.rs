//! The functions that components may call are judged one by one; a new engine's are refused until they are.

use super::{bounds, database};
use quarry::stores::result_set::Value;
use quarry::stores::warehouse::{Warehouse, is_computing_function, is_judged_function};

async fn texts(warehouse: &Warehouse, sql: &str) -> Vec<String> {
    let rows = warehouse.query(sql, &[], bounds()).await.expect("rows").rows;
    let text = |value| if let Value::Text(text) = value { text } else { panic!("a text") };
    (0..rows.row_count).map(|row| text(rows.columns[0].value(row))).collect()
}

#[tokio::test]
async fn each_function_of_the_engine_was_judged_by_somebody() {
    let warehouse = database("functions").await;
    let names = texts(&warehouse, "SELECT name FROM system.functions ORDER BY name").await;
    assert!(names.len() > 1_500, "{}", names.len());
    let unknown: Vec<&String> = names.iter().filter(|name| !is_judged_function(name)).collect();
    assert!(unknown.is_empty(), "judge them in host/stores/src/warehouse/report/functions: {unknown:?}");
    let combinators = texts(&warehouse, "SELECT name FROM system.aggregate_function_combinators").await;
    let unknown: Vec<&String> =
        combinators.iter().filter(|name| !is_computing_function(&format!("sum{name}"))).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

#[tokio::test]
async fn an_alias_is_judged_as_the_function_that_it_stands_for() {
    let warehouse = database("functions").await;
    let sql = "SELECT concat(name, ' ', alias_to) FROM system.functions WHERE alias_to != ''";
    for pair in texts(&warehouse, sql).await {
        let (name, function) = pair.split_once(' ').expect("two names");
        assert_eq!(is_computing_function(name), is_computing_function(function), "{pair}");
    }
}

#[test]
fn what_reads_elsewhere_cannot_be_called() {
    for name in [
        "dictGet",
        "dictgetstring",
        "joinGet",
        "joinGetOrNull",
        "file",
        "FILE",
        "getSetting",
        "getSettingOrDefault",
        "sleep",
        "sleepEachRow",
        "throwIf",
        "hasColumnInTable",
        "arrayReduce",
        "initializeAggregation",
        "evalMLMethod",
        "catboostEvaluate",
        "currentDatabase",
        "user",
        "USER",
        "hostName",
        "version",
        "queryID",
        "formatRow",
        "formatQuery",
        "addressToSymbol",
        "__getScalar",
        "__actionName",
        "aiGenerate",
        "regionToName",
        "showCertificate",
        "getMacro",
        "getMergeTreeSetting",
        "transactionID",
        "runningAccumulate",
        "structureToProtobufSchema",
        "inIgnoreSet",
        "aggThrow",
        "aggThrowIf",
        "flameGraph",
        "groupFormat",
        "globalVariable",
        "connection_id",
        "cutToFirstSignificantSubdomainCustom",
        "unknownOfTomorrow",
        "dictGetIf",
        "",
        "throw",
        "plusIf",
    ] {
        assert!(!is_computing_function(name), "{name}");
    }
    for name in [
        "plus",
        "sum",
        "SUM",
        "sumIf",
        "uniqStateArrayIf",
        "quantilesTDigestMergeOrNull",
        "toStartOfHour",
        "lower",
        "arrayMap",
        "_CAST",
        "in",
        "exists",
        "count",
        "COUNT",
        "substr",
        "JSONExtractString",
        "row_number",
        "avgOrDefault",
    ] {
        assert!(is_computing_function(name), "{name}");
    }
}
