//! A cited figure, as both paths show it and in the forms that programs for literature read.

pub mod bibtex;
pub mod citation;
pub mod csl;
pub mod get;
pub mod get_public;
pub mod prov;
pub mod ris;
pub mod source;

pub use citation::Citation;

use quarry_sdk::prelude::*;
use source::Source;

statement!(app_store, SelectCitedFigure, "src/public_record/cited_figure.sql");

#[derive(Parameters)]
pub struct CitationPath {
    /// The citation's hash.
    #[parameter(path, example = "0x5777f5437922d39f089e4640db09ab2b17efb21a20a7489695c6499c5f388741")]
    hash: Hash,
    /// The format of the record. By default the header `Accept` decides; JSON is sent when it prefers none.
    #[parameter(example = "json")]
    format: Option<RecordFormat>,
}

/// The format of a record.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordFormat {
    /// The record with all that is known of it.
    Json,
    /// CSL-JSON, a list of one `dataset`.
    Csl,
    /// BibTeX, an entry `misc`.
    Bibtex,
    /// RIS, of the type `DATA`.
    Ris,
    /// W3C PROV, as PROV-JSON.
    Prov,
}

impl RecordFormat {
    /// Gives the media type; none for JSON, which the host sets.
    fn media_type(self) -> Option<&'static str> {
        match self {
            RecordFormat::Json => None,
            RecordFormat::Csl => Some("application/vnd.citationstyles.csl+json"),
            RecordFormat::Bibtex => Some("application/x-bibtex"),
            RecordFormat::Ris => Some("application/x-research-info-systems"),
            RecordFormat::Prov => Some("application/prov+json"),
        }
    }

    /// The one of that media type.
    fn of_media_type(media_type: &str) -> Option<RecordFormat> {
        let forms = [RecordFormat::Csl, RecordFormat::Bibtex, RecordFormat::Ris, RecordFormat::Prov];
        forms.into_iter().find(|form| form.media_type() == Some(media_type))
    }
}

/// The figure that the hash stands for, in the form that is asked for.
pub fn resolve(request: &Request, path: CitationPath) -> Result<Answer, Problem> {
    let found: Option<Citation> = SelectCitedFigure { hash: path.hash.0.clone() }.one()?;
    let Some(citation) = found else {
        return Err(Problem::not_found(format!("No citation has the hash {}.", path.hash.to_hex())));
    };
    let preferred = request.media_type().and_then(RecordFormat::of_media_type);
    let format = path.format.or(preferred).unwrap_or(RecordFormat::Json);
    let citation = citation.with_label();
    let source = Source::of(&citation);
    let text = match format {
        RecordFormat::Json => None,
        RecordFormat::Csl => Some(csl::write(&source)),
        RecordFormat::Bibtex => Some(bibtex::write(&source)),
        RecordFormat::Ris => Some(ris::write(&source)),
        RecordFormat::Prov => Some(prov::write(&citation, &source)),
    };
    let answer = match (format.media_type(), text) {
        (Some(media_type), Some(text)) => Answer::text(media_type, text),
        _ => Answer::json(&citation),
    };
    Ok(answer.with_header("link", format!("<./{}>; rel=\"cite-as\"", source.hash)))
}
