use quarry_sdk::prelude::*;

/// Keeps what is new.
#[job(every = "1 h")]
fn keep_what_is_new(_followed: &Followed) -> Result<(), JobFailure> {
    Ok(())
}

fn main() {}
