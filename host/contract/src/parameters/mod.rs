//! Stage: parameters. One typed parser for every operation, driven by the route's declaration.
//!
//! A [`ParameterPlan`] is made once, when the routing table is built; a request then costs one pass over its query
//! string. Always true of what comes out: one value for each declared parameter, in declared order, each of the form
//! its kind promises. An unknown query parameter is ignored, a malformed known one never is: it is a 422
//! `invalid_parameter` that names the parameter and shows the value.
//!
//! To add a kind: a variant of `contract::ParameterKind`, a parser in one of the files here (a function from text to
//! a value, or to what is expected instead), and its line in [`parse_value`].

mod chain;
mod example;
mod hex;
mod numbers;
mod page;
mod plan;
mod query;
mod refusal;
mod time;
mod token;
mod words;

pub use example::example_values;
pub use page::{MAX_PAGE_ROWS, parse_limit};
pub use plan::{ParameterPlan, ParsedParameters};
pub use refusal::shorten;

use crate::{ParameterKind, Problem};
use quarry_stores::result_set::Value;
use refusal::{Expectation, refuse};

/// Longer than any token that is made here.
const MAX_TOKEN_CHARACTERS: u32 = 200;

/// The value that `text` stands for, or a 422 that names the parameter, shows the text and says what is expected.
pub fn parse_value(name: &str, kind: &ParameterKind, text: &str) -> Result<Value, Problem> {
    let parsed: Result<Value, Expectation> = match kind {
        _ if text.is_empty() => Err("it must not be empty; leave it out instead".into()),
        ParameterKind::Text { max_length } => words::parse_text(text, *max_length),
        ParameterKind::Boolean => words::parse_boolean(text),
        ParameterKind::Choice { values, .. } => words::parse_choice(text, values),
        ParameterKind::Integer { minimum, maximum } => numbers::parse_integer(text, *minimum, *maximum),
        ParameterKind::Decimal => numbers::parse_decimal(text),
        ParameterKind::Address => hex::parse_address(text).map(Value::Bytes),
        ParameterKind::AddressList { max_items } => hex::parse_address_list(text, *max_items),
        ParameterKind::Hash => hex::parse_hash(text).map(Value::Bytes),
        ParameterKind::Chain => chain::parse_chain(text),
        ParameterKind::Token => token::parse_token(text),
        ParameterKind::TimeFrom => time::parse_time_from(text),
        ParameterKind::TimeTo => time::parse_time_to(text),
        ParameterKind::SecretToken => words::parse_text(text, MAX_TOKEN_CHARACTERS),
        // Of one text; the plan collects them.
        ParameterKind::TextList { .. } => words::parse_text(text, u32::MAX),
    };
    parsed.map_err(|expectation| refuse(name, text, &expectation))
}
