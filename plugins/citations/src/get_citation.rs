//! `GET /citations/{hash}`.

use crate::citation::{self, Citation, CitationPath};
use quarry_sdk::prelude::*;

/// The figure behind a citation's hash
///
/// Needs no key: whoever reads a citation may see what it stands for.
#[endpoint(get = "/citations/{hash}", keyless, module = "research", body = Citation)]
pub fn get_citation(path: CitationPath) -> Result<Answer, Problem> {
    citation::resolve(path)
}
