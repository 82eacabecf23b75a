use quarry_sdk::prelude::*;

/// Removes old notes.
#[job(every = "hourly")]
fn forget_old_notes() -> Result<(), JobFailure> {
    Ok(())
}

fn main() {}
