//! The compiler's messages to the author of a component, in words and at the place that is wrong: by the SDK's derives and
//! attributes (`refused/`), and by `statement!`.
//!
//! To add a mistake: a program in `refused/`; `INSTA_UPDATE=always` writes down what the compiler says of it now.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails where it stands")]

mod component;
mod derives;
mod fallen_cases;
mod statements;
