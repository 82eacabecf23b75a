//! JSON Schemas of components, which the host holds against what others send: bodies, messages, answers.
//!
//! A component's author writes the schema and a stranger writes the value, so neither may decide how long the check takes.
//! Always true of a compiled [`Schema`]:
//!
//! - Patterns run on an engine whose time is linear in the text; look-around and back-references are refused at load.
//! - Its price is known at load: [`price`] computes the most steps that a byte of the value can cost, and a schema whose price
//!   times its limit of bytes is over what its place allows ([`MAX_BODY_STEPS`], [`MAX_MESSAGE_STEPS`]) is refused, with the
//!   place in it and the figure. A step takes at most [`NANOSECONDS_PER_STEP`], so the check of a body takes at most half a
//!   second and that of a message a tenth of one; telling what is wrong takes at most a tenth more.
//! - Nothing is fetched: a `$ref` points into the schema itself, and keywords that are not in the list of [`outline`] are
//!   refused, so that what is priced is what the library reads.
//! - The verdict comes first and keeps nothing. The errors of a wrong value are collected for a value that is small enough, or
//!   else one of them, or none (`errors`): a library that tells all errors of a megabyte holds gigabytes.
//! - What is told to people who send a body is worded by [`refusals`]; what is told to authors of components by [`sentence`].
//!
//! To allow another keyword: its price in [`outline`], by the most that the library does for it, and a schema that uses it
//! among those of the test `schema_price`.

mod errors;
mod outline;
mod pattern;
mod price;
pub mod refusals;
mod schema_error;
mod text;

pub use schema_error::SchemaError;
pub use text::sentence;

use jsonschema::{Draft, ValidationError, Validator};
use price::Price;
use serde_json::Value;

/// The most steps of a check that has a thread of its own: a request's body.
pub const MAX_BODY_STEPS: u64 = 50_000_000;
/// The same for bodies that a route declares larger than the common ones; one of them at a time takes more steps than those.
pub const MAX_LARGE_BODY_STEPS: u64 = 4 * MAX_BODY_STEPS;
/// The most steps of a check within a call of a component, which runs where requests are served: a message.
pub const MAX_MESSAGE_STEPS: u64 = 10_000_000;
/// The most that a step takes on a core of its own.
pub const NANOSECONDS_PER_STEP: u64 = 10;

/// Schemas one within the other of which errors are told on the stack of a component's call: each takes up to a kilobyte of it, and
/// the verdict alone a tenth of that.
const MAX_HEIGHT_IN_CALL: usize = 256;

/// A compiled schema with its price.
#[derive(Debug)]
pub struct Schema {
    validator: Validator,
    price: Price,
}

impl Schema {
    /// Prices and compiles a schema for values whose JSON text has at most `most_bytes`, to be checked in `most_steps`.
    pub fn compile(schema: &Value, most_bytes: u64, most_steps: u64) -> Result<Schema, SchemaError> {
        let price = Price::of(&outline::Outline::of(schema)?)?;
        let steps = price.steps(most_bytes);
        if steps > most_steps {
            let (place, times) = price.dearest();
            let (bytes, most) = (most_bytes, most_steps);
            return Err(SchemaError::TooExpensive { bytes, steps, most, place: place.to_owned(), times });
        }
        let validator = jsonschema::options()
            .with_draft(Draft::Draft202012)
            .with_pattern_options(pattern::options_of(pattern::MAX_COMPILED_BYTES))
            .should_validate_formats(true)
            .build(schema)
            .map_err(|error| SchemaError::Invalid(sentence(&error, false)))?;
        Ok(Schema { validator, price })
    }

    /// The most steps that a value takes whose JSON text has so many bytes.
    #[inline]
    pub fn steps(&self, bytes: usize) -> u64 {
        self.price.steps(bytes as u64)
    }

    /// The errors of a value that does not satisfy the schema: all of a small one, at most one of a large one. The list may be
    /// empty where telling them would cost more than the check.
    pub fn check<'value>(&'value self, value: &'value Value) -> Result<(), Vec<ValidationError<'value>>> {
        match self.validator.is_valid(value) {
            true => Ok(()),
            false => Err(errors::of(&self.validator, &self.price, value)),
        }
    }

    /// As [`Schema::check`], on the stack of a component's call, which is small: a schema of many levels gives no errors.
    pub fn check_in_call<'value>(&'value self, value: &'value Value) -> Result<(), Vec<ValidationError<'value>>> {
        match self.price.height() > MAX_HEIGHT_IN_CALL {
            true if self.validator.is_valid(value) => Ok(()),
            true => Err(Vec::new()),
            false => self.check(value),
        }
    }
}
