//! A component whose manifest has one mistake: which, a test writes into the file (see [`case`]). As it is built, it has none.
//! It is also the component whose SQL a test writes into the file ([`texts`]), under the names of others too ([`namesakes`]).

#![allow(unsafe_code, reason = "the section with the version of the contract is written by hand")]

pub mod datasets;
pub mod everyone;
pub mod good;
pub mod guards;
pub mod mistakes;
pub mod namesakes;
pub mod prices;
pub mod tenancy;
pub mod texts;

use quarry_sdk::bindings::Guest;
use quarry_sdk::bindings::quarry::plugin::{exchange, jobs, manifest};

/// Behind the marker stands the name of the mistake, then dots.
const LENGTH: usize = 64;
static CASE: [u8; LENGTH] = *b"quarry-mistake:none.............................................";

/// The mistake that was written into the file.
fn case() -> String {
    // The compiler must not know what the file says.
    let bytes = std::hint::black_box(&CASE);
    let text = String::from_utf8_lossy(&bytes[..]).into_owned();
    text.trim_start_matches("quarry-mistake:").trim_end_matches('.').to_owned()
}

struct Component;

impl Guest for Component {
    fn describe() -> manifest::Manifest {
        let mut manifest = good::manifest();
        if !texts::make(&case(), &mut manifest) && !namesakes::make(&case(), &mut manifest) {
            mistakes::make(&case(), &mut manifest);
        }
        manifest
    }

    fn handle(request: exchange::Request) -> Result<exchange::Answer, exchange::Problem> {
        if request.operation_id == texts::OPERATION {
            return Ok(texts::run());
        }
        Err(namesakes::answer(&case()).unwrap_or_else(|| exchange::Problem {
            status: 404,
            code: "not_found".to_owned(),
            detail: "There is nothing.".to_owned(),
            members: String::new(),
        }))
    }

    fn run_job(_job: jobs::Job) -> Result<(), jobs::JobFailure> {
        Ok(())
    }
}

const _: () = {
    const VERSION: &str = quarry_sdk::component::CONTRACT_VERSION;
    // The host reads this section before the engine sees the file.
    #[unsafe(link_section = "quarry-contract")]
    #[used]
    static STAMP: [u8; VERSION.len()] = quarry_sdk::component::stamp(VERSION);
};

quarry_sdk::bindings::export_plugin!(Component with_types_in quarry_sdk::bindings);
