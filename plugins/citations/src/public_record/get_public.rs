//! `GET /public/citations/{hash}`.

use crate::public_record::{self, Citation, CitationPath};
use quarry_sdk::prelude::*;

/// The figure behind a citation's hash
///
/// Answers as `GET /citations/{hash}` does: as JSON, or by `format` or the header `Accept` as CSL-JSON, BibTeX, RIS or W3C PROV. The header `Link` names the address to cite it by.
#[endpoint(
    get = "/public/citations/{hash}", keyless, module = "research",
    media_types = [
        "application/vnd.citationstyles.csl+json", "application/x-bibtex", "application/x-research-info-systems",
        "application/prov+json"
    ],
    answer_header("link", "The address by which the record is cited, as `cite-as` (RFC 8574)."),
    body = Citation
)]
pub fn get_public_citation(request: &Request, path: CitationPath) -> Result<Answer, Problem> {
    public_record::resolve(request, path)
}
