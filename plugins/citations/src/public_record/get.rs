//! `GET /citations/{hash}`.

use crate::public_record::{self, Citation, CitationPath};
use quarry_sdk::prelude::*;

/// The figure behind a citation's hash
///
/// Shows what a citation stands for; every reader of it may see that, so it needs no key. The answer is JSON, and by `format` or the header
/// `Accept` CSL-JSON, BibTeX, RIS or W3C PROV. The header `Link` names the address to cite it by.
#[endpoint(
    get = "/citations/{hash}", keyless, module = "research",
    media_types = [
        "application/vnd.citationstyles.csl+json", "application/x-bibtex", "application/x-research-info-systems",
        "application/prov+json"
    ],
    answer_header("link", "The address by which the record is cited, as `cite-as` (RFC 8574)."),
    body = Citation
)]
pub fn get_citation(request: &Request, path: CitationPath) -> Result<Answer, Problem> {
    public_record::resolve(request, path)
}
