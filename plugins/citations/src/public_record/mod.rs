//! A cited figure, as both paths show it and in the forms that programs for literature read.

pub mod bibtex;
pub mod csl;
pub mod get;
pub mod get_public;
pub mod prov;
pub mod ris;
pub mod source;

use quarry_figures::cited::{CitationKind, CitedJson, VerificationState};
use quarry_sdk::prelude::*;
use source::Source;

statement!(app_store, SelectCitedFigure, "src/public_record/cited_figure.sql");

#[derive(Parameters)]
pub struct CitationPath {
    /// The citation's hash.
    #[parameter(path, example = "0x5777f5437922d39f089e4640db09ab2b17efb21a20a7489695c6499c5f388741")]
    hash: Hash,
    /// The format of the record. Where it is left out, the header `Accept` decides, and JSON is sent where that prefers none.
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

#[derive(Row, Schema, Serialize)]
pub struct Citation {
    /// SHA-256 of the canonical JSON (RFC 8785) of `cited`.
    pub hash: Hash,
    /// The kind of the figure.
    pub kind: CitationKind,
    /// Names what was cited, for those who know nothing else of it. The names that spaces give it are theirs.
    #[row(skip)]
    #[schema(example = "A figure of the dataset liquidations")]
    pub label: String,
    /// The dataset that the figure is of; null where it is of a pool or of a transaction.
    #[schema(example = "liquidations")]
    pub dataset: Option<String>,
    /// The pool that the figure is of; null where it is of a dataset or of a transaction.
    #[schema(example = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc")]
    pub pool: Option<Address>,
    /// EIP-155 chain id; null where the figure is of several chains.
    #[schema(example = 1)]
    pub chain_id: Option<i64>,
    /// The figure, as it was cited; of a series or a query `sha256:` over its canonical rows. Null when it could not be derived then.
    #[schema(example = "128")]
    pub value: Option<String>,
    /// Rows that it was derived of; null of a transaction's field, and where it was not counted.
    #[schema(example = 128)]
    pub row_count: Option<i64>,
    /// Time of the newest data that it took in.
    pub as_of: Option<Time>,
    /// Block of those data, where one chain is meant.
    #[schema(example = 18944480)]
    pub as_of_block: Option<i64>,
    /// Exactly what was hashed.
    #[row(json)]
    pub cited: CitedJson,
    /// The result of the last check that the figure still holds.
    pub verification_state: VerificationState,
    /// The value that deriving it again gave; null unless that was another.
    #[schema(example = "129")]
    pub derived_value: Option<String>,
    /// The version of the code that derived it first: a later one may derive another value of the same data.
    #[schema(example = 1)]
    pub derivation_version: i64,
    /// The time at which it was last derived again; null when it never was.
    pub verified_at: Option<Time>,
    /// The time at which it was first found to have drifted; null unless it has.
    pub drifted_at: Option<Time>,
    /// The time at which it was first cited.
    pub cited_at: Time,
}

impl Citation {
    /// The same with its label, which follows from what was cited.
    pub fn with_label(self) -> Citation {
        let label = match (self.kind, &self.dataset, &self.pool) {
            (CitationKind::PriceSeries, _, Some(pool)) => format!("Prices of the pool {}", pool.to_hex()),
            (CitationKind::TransactionField, ..) => "A field of a transaction".to_owned(),
            (CitationKind::ComputedFigure, Some(dataset), _) => format!("A figure of the dataset {dataset}"),
            (_, Some(dataset), _) => format!("Rows of the dataset {dataset}"),
            _ => "A cited figure".to_owned(),
        };
        Citation { label, ..self }
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
