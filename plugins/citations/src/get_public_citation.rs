//! `GET /public/citations/{hash}`.

use crate::citation::{self, Citation, CitationPath};
use quarry_sdk::prelude::*;

/// The figure behind a citation's hash
///
/// The same as `GET /citations/{hash}`.
#[endpoint(get = "/public/citations/{hash}", keyless, module = "research", body = Citation)]
pub fn get_public_citation(path: CitationPath) -> Result<Answer, Problem> {
    citation::resolve(path)
}
