//! Typed parameters: what a client may write, what it gets for it, and which sentence it reads when it is wrong.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails where it stands")]

use proptest::prelude::*;
use quarry::contract::parameters::{ParameterPlan, ParsedParameters, parse_limit, parse_value};
use quarry::contract::{Method, Parameter, ParameterKind, ParameterPlace, Problem, Route, Toward, Walk, keyless_get};
use quarry::stores::result_set::Value;

const ADDRESS: &str = "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2";

fn address_bytes() -> Vec<u8> {
    vec![
        0xc0, 0x2a, 0xaa, 0x39, 0xb2, 0x23, 0xfe, 0x8d, 0x0a, 0x0e, 0x5c, 0x4f, 0x27, 0xea, 0xd9, 0x08, 0x3c, 0x75,
        0x6c, 0xc2,
    ]
}

fn text(value: &str) -> Value {
    Value::Text(value.to_owned())
}

fn choice(default: Option<&str>) -> ParameterKind {
    ParameterKind::Choice { values: vec!["hourly".to_owned(), "daily".to_owned()], default: default.map(str::to_owned) }
}

fn every_kind() -> Vec<ParameterKind> {
    vec![
        ParameterKind::Text { max_length: 8 },
        ParameterKind::Integer { minimum: -5, maximum: 1_000_000 },
        ParameterKind::Decimal,
        ParameterKind::Boolean,
        choice(None),
        ParameterKind::Address,
        ParameterKind::AddressList { max_items: 2 },
        ParameterKind::Hash,
        ParameterKind::Chain,
        ParameterKind::Token,
        ParameterKind::TimeFrom,
        ParameterKind::TimeTo,
    ]
}

#[track_caller]
fn accepts(kind: ParameterKind, given: &str, expected: Value) {
    assert_eq!(parse_value("p", &kind, given), Ok(expected), "{kind:?} of {given:?}");
}

#[track_caller]
fn refuses(kind: ParameterKind, given: &str, sentence_part: &str) {
    let problem = parse_value("p", &kind, given).expect_err(given);
    assert_eq!((problem.status, problem.code.as_str()), (422, "invalid_parameter"));
    assert_eq!(problem.members["parameter"], "p");
    assert!(problem.detail.contains(sentence_part), "{given:?}: {}", problem.detail);
}

#[test]
fn every_kind_gives_the_value_that_its_declaration_promises() {
    accepts(ParameterKind::Text { max_length: 4 }, "wéth", text("wéth"));
    accepts(ParameterKind::Integer { minimum: -5, maximum: 9 }, "-5", Value::Int64(-5));
    accepts(ParameterKind::Integer { minimum: i64::MIN, maximum: 9 }, "-9223372036854775808", Value::Int64(i64::MIN));
    accepts(ParameterKind::Decimal, "-1.050", text("-1.050"));
    accepts(ParameterKind::Decimal, "12", text("12"));
    accepts(ParameterKind::Boolean, "true", Value::Boolean(true));
    accepts(ParameterKind::Boolean, "false", Value::Boolean(false));
    accepts(choice(None), "daily", text("daily"));
    accepts(ParameterKind::Chain, "Ethereum", Value::UInt64(1));
    accepts(ParameterKind::Chain, "8453", Value::UInt64(8453));
    accepts(ParameterKind::Chain, "424242", Value::UInt64(424_242));
}

#[test]
fn hex_is_read_in_any_case_with_or_without_its_prefix() {
    for given in [ADDRESS, &ADDRESS.to_lowercase(), &ADDRESS[2..], &ADDRESS.replace("0x", "0X")] {
        accepts(ParameterKind::Address, given, Value::Bytes(address_bytes()));
    }
    accepts(ParameterKind::Hash, &"Ab".repeat(32), Value::Bytes(vec![0xab; 32]));
    let pair = format!("{ADDRESS},{}", &ADDRESS[2..]);
    accepts(
        ParameterKind::AddressList { max_items: 2 },
        &pair,
        Value::BytesList(vec![address_bytes(), address_bytes()]),
    );
}

#[test]
fn a_token_is_a_symbol_or_an_address() {
    accepts(ParameterKind::Token, "WETH", text("WETH"));
    accepts(ParameterKind::Token, "0xBTC", text("0xBTC"));
    accepts(ParameterKind::Token, ADDRESS, Value::Bytes(address_bytes()));
    accepts(ParameterKind::Token, &ADDRESS[2..], Value::Bytes(address_bytes()));
    refuses(ParameterKind::Token, "0x1234", "4 were given");
    refuses(ParameterKind::Token, &"x".repeat(65), "symbol or its address");
}

#[test]
fn a_refusal_says_what_was_expected_and_shows_the_value() {
    refuses(ParameterKind::Text { max_length: 4 }, "wéths", "at most 4 characters and has 5");
    refuses(ParameterKind::Text { max_length: 4 }, "a\0b", "control characters");
    refuses(ParameterKind::Text { max_length: 4 }, "", "must not be empty");
    for given in ["10", "+1", "1.0", " 1", "one", "-", "99999999999999999999"] {
        refuses(ParameterKind::Integer { minimum: 0, maximum: 9 }, given, "a whole number from 0 to 9");
    }
    for given in ["1e5", ".5", "5.", "+1", "1.2.3", "NaN", "-"] {
        refuses(ParameterKind::Decimal, given, "a decimal number");
    }
    refuses(ParameterKind::Decimal, &"1".repeat(101), "at most 100 characters");
    for given in ["TRUE", "1", "yes"] {
        refuses(ParameterKind::Boolean, given, "true or false");
    }
    refuses(choice(None), "weekly", "\"weekly\": it must be one of hourly, daily");
    refuses(ParameterKind::Address, "0x1234", "must be 40 hexadecimal digits, with or without 0x; 4 were given");
    refuses(ParameterKind::Address, &"a".repeat(41), "41 were given");
    refuses(ParameterKind::Address, &"g".repeat(40), "'g' is not one of");
    refuses(ParameterKind::Hash, ADDRESS, "must be 64 hexadecimal digits, with or without 0x; 40 were given");
    refuses(ParameterKind::AddressList { max_items: 1 }, &format!("{ADDRESS},{ADDRESS}"), "2 were given");
    refuses(ParameterKind::AddressList { max_items: 3 }, &format!("{ADDRESS},"), "0 were given");
    refuses(ParameterKind::Chain, "atlantis", "one of ethereum, optimism");
    for given in ["0", "-1", "+1"] {
        refuses(ParameterKind::Chain, given, "numeric id or one of");
    }
}

#[test]
fn a_shown_value_is_short_and_cannot_forge_a_log_line() {
    let problem = parse_value("p", &ParameterKind::Boolean, &format!("a\"\n\u{202e}{}", "x".repeat(200))).unwrap_err();
    assert!(problem.detail.contains("a\\\"\\n\\u{202e}xxx"), "{}", problem.detail);
    assert!(problem.detail.contains("x…\""), "{}", problem.detail);
    assert!(problem.detail.len() < 200, "{}", problem.detail);
}

#[test]
fn days_and_times_make_a_half_open_range() {
    const DAY: i64 = 86_400_000_000;
    const JANUARY_31: i64 = 1_706_659_200_000_000;
    let cases = [
        ("2024-01-31", JANUARY_31, JANUARY_31 + DAY),
        ("2024-01-31T18:30:00Z", JANUARY_31 + 66_600_000_000, JANUARY_31 + 66_600_000_000),
        ("2024-01-31t18:30:00.25z", JANUARY_31 + 66_600_250_000, JANUARY_31 + 66_600_250_000),
        ("2024-01-31T18:30:00+02:00", JANUARY_31 + 59_400_000_000, JANUARY_31 + 59_400_000_000),
        ("1969-12-31T23:59:59Z", 0, 0),
        ("0001-01-01", 0, 0),
        ("9999-12-31", 7_258_118_400_000_000, 7_258_118_400_000_000),
        ("9999-12-31T23:59:59Z", 7_258_118_400_000_000, 7_258_118_400_000_000),
    ];
    for (given, from, to) in cases {
        accepts(ParameterKind::TimeFrom, given, Value::Timestamp(from));
        accepts(ParameterKind::TimeTo, given, Value::Timestamp(to));
    }
    let malformed = [
        "2024-02-30",
        "2024-1-1",
        "20240131",
        "2024-01-31T18:30Z",
        "2024-01-31T18:30:00",
        "2024-01-31 18:30:00Z",
        "2024-01-31T25:00:00Z",
        "2024-01-31T18:30:00 02:00",
        "2024-01-31T18:30:00.Z",
        "2024-01-31T18:30:00+02",
        "2024-01-31T18:30:00Z[UTC]",
        "1706659200",
        "yesterday",
    ];
    for given in malformed {
        refuses(ParameterKind::TimeFrom, given, "a day such as");
        refuses(ParameterKind::TimeTo, given, "a day such as");
    }
}

#[test]
fn a_limit_is_at_least_one_and_at_most_500() {
    for (given, limit) in [("1", 1), ("050", 50), ("500", 500), ("501", 500), ("99999999999999999999", 500)] {
        assert_eq!(parse_limit(given), Ok(limit));
    }
    for given in ["0", "00", "-1", "", "ten", "1.5", "+5", " 5", "５"] {
        let problem = parse_limit(given).expect_err(given);
        assert_eq!((problem.status, &problem.members["parameter"]), (422, &"limit".into()));
    }
}

fn route() -> Route {
    let parameter = |name: &str, place, required, kind| Parameter {
        name: name.to_owned(),
        place,
        required,
        kind,
        description: String::new(),
        example: None,
    };
    Route {
        method: Method::Get,
        default_limit: Some(50),
        parameters: vec![
            parameter("address", ParameterPlace::Path, true, ParameterKind::Address),
            parameter("period", ParameterPlace::Query, false, choice(Some("hourly"))),
            parameter("from", ParameterPlace::Query, false, ParameterKind::TimeFrom),
            parameter("to", ParameterPlace::Query, false, ParameterKind::TimeTo),
            parameter("block_from", ParameterPlace::Query, false, ParameterKind::Integer { minimum: 0, maximum: 99 }),
            parameter("block_to", ParameterPlace::Query, false, ParameterKind::Integer { minimum: 0, maximum: 99 }),
            parameter("q", ParameterPlace::Query, false, ParameterKind::Text { max_length: 20 }),
        ],
        ..keyless_get("pool_prices", "/pools/{address}/prices", "Prices")
    }
}

fn parse(path_value: &str, query: &str) -> Result<ParsedParameters, Problem> {
    let route = route();
    ParameterPlan::new(&route, &["address"]).unwrap().parse(&route, &[path_value], Some(query))
}

#[test]
fn a_request_gives_one_value_for_each_declared_parameter() {
    let parsed = parse(ADDRESS, "q=a%26b+c&unknown=%ff&from=2024-01-31&&limit=7&cursor=abc&to=2024-01-31").unwrap();
    assert_eq!(
        parsed,
        ParsedParameters {
            values: vec![
                Value::Bytes(address_bytes()),
                text("hourly"),
                Value::Timestamp(1_706_659_200_000_000),
                Value::Timestamp(1_706_745_600_000_000),
                Value::Null,
                Value::Null,
                text("a&b c"),
            ],
            limit: 7,
            cursor: Some("abc".to_owned()),
            toward: Toward::Next,
        }
    );
}

#[test]
fn a_walk_both_ways_is_moved_by_before_and_after() {
    let route = Route { walk: Walk::BothWays, ..route() };
    let plan = ParameterPlan::new(&route, &["address"]).unwrap();
    let parse = |query: &str| plan.parse(&route, &[ADDRESS], Some(query));
    let place = |query: &str| parse(query).map(|parsed| (parsed.cursor, parsed.toward)).unwrap();
    assert_eq!(place("before=abc"), (Some("abc".to_owned()), Toward::Next));
    assert_eq!(place("after=abc"), (Some("abc".to_owned()), Toward::Previous));
    assert_eq!(place("cursor=abc"), (None, Toward::Next), "it has no such parameter");
    for query in ["before=a&after=b", "after=b&before=a"] {
        let refusal = parse(query).unwrap_err();
        assert_eq!((refusal.status, refusal.code.as_str()), (422, "invalid_parameter"), "{query}");
    }
    assert_eq!(parse("before=a&before=b").unwrap_err().status, 422);
}

#[test]
fn a_request_that_contradicts_itself_is_refused() {
    let cases = [
        ("q=a&q=a", "q", "given twice"),
        ("limit=1&limit=2", "limit", "given twice"),
        ("cursor=a&%63ursor=b", "cursor", "given twice"),
        (
            "from=2024-02-01&to=2024-01-31T00:00:00Z",
            "from",
            "\"from\" (2024-02-01T00:00:00Z) is after \"to\" (2024-01-31T00:00:00Z)",
        ),
        ("block_from=9&block_to=8", "block_from", "\"block_from\" (9) is after \"block_to\" (8)"),
        ("q=%ff", "q", "UTF-8"),
        ("period", "period", "must not be empty"),
        ("address=0x12", "", ""),
    ];
    for (query, parameter, sentence_part) in cases {
        match parse(ADDRESS, query) {
            Ok(_) => assert_eq!(parameter, "", "{query} was accepted"),
            Err(problem) => {
                assert_eq!(problem.members["parameter"], parameter, "{query}");
                assert!(problem.detail.contains(sentence_part), "{query}: {}", problem.detail);
            }
        }
    }
    let problem = parse("0x12%00", "").unwrap_err();
    assert_eq!(problem.members["parameter"], "address");
    assert!(problem.detail.contains("0x12\\0"), "{}", problem.detail);
}

#[test]
fn a_required_parameter_that_is_missing_is_named() {
    let mut route = route();
    route.parameters[6].required = true;
    let plan = ParameterPlan::new(&route, &["address"]).unwrap();
    let problem = plan.parse(&route, &[ADDRESS], None).unwrap_err();
    assert_eq!(problem.detail, "The parameter \"q\" is required and was not given.");
}

proptest! {
    #[test]
    fn no_text_makes_the_parser_panic(given in "\\PC{0,60}|[0-9a-fxX,:TZ+.-]{0,70}|.{0,20}") {
        for kind in every_kind() {
            let _ = parse_value("p", &kind, &given);
        }
        let _ = parse_limit(&given);
        let _ = parse(&given, &given);
    }

    #[test]
    fn numbers_within_the_bounds_come_back_as_they_went_in(number in any::<i64>(), id in 1_u64..) {
        let kind = ParameterKind::Integer { minimum: i64::MIN, maximum: i64::MAX };
        prop_assert_eq!(parse_value("p", &kind, &number.to_string()), Ok(Value::Int64(number)));
        prop_assert_eq!(parse_value("p", &ParameterKind::Chain, &id.to_string()), Ok(Value::UInt64(id)));
    }

    #[test]
    fn bytes_come_back_as_they_went_in(bytes in proptest::array::uniform32(any::<u8>()), upper: bool) {
        let digits: String = bytes.iter().map(|byte| match upper {
            true => format!("{byte:02X}"),
            false => format!("{byte:02x}"),
        }).collect();
        prop_assert_eq!(parse_value("p", &ParameterKind::Hash, &digits), Ok(Value::Bytes(bytes.to_vec())));
        let address = format!("0x{}", &digits[..40]);
        prop_assert_eq!(parse_value("p", &ParameterKind::Address, &address), Ok(Value::Bytes(bytes[..20].to_vec())));
    }

    #[test]
    fn times_come_back_as_they_went_in(microseconds in 0_i64..7_258_118_400_000_000) {
        let time = jiff::Timestamp::from_microsecond(microseconds).unwrap().to_string();
        prop_assert_eq!(parse_value("p", &ParameterKind::TimeFrom, &time), Ok(Value::Timestamp(microseconds)));
    }

    #[test]
    fn queries_survive_their_encoding(wanted in "[^\\p{Cc}]{1,20}") {
        let encoded: String = wanted.bytes().map(|byte| format!("%{byte:02X}")).collect();
        let parsed = parse(ADDRESS, &format!("q={encoded}"));
        prop_assert_eq!(&parsed.unwrap().values[6], &Value::Text(wanted));
    }
}
