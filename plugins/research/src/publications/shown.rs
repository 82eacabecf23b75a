//! A frozen copy as readers outside of the space see it.

use crate::pages::cited::{self, CitedValue};
use crate::pages::readable::{Readers, Surroundings};
use crate::pages::room::MOST_BYTES;
use crate::publications::kept::{FrozenCitation, FrozenFile, Kept};
use quarry_figures::cited::{CitationKind, VerificationState};
use quarry_figures::references::orientation;
use quarry_price_orientation::PriceOrientation;
use quarry_research_markdown::readable::safe_html;
use quarry_research_pages::blocks::{Attributes, Block, BlockKind};
use quarry_sdk::prelude::*;
use std::collections::BTreeMap;

statement!(app_store, SelectPresentFigures, "src/publications/present_figures.sql", hashes: Hash);

/// Bytes of a figure in an answer, beside its label and its value.
const FIGURE_BYTES: usize = 400;

/// A block as it was, for readers.
#[derive(Schema, Serialize)]
pub struct FrozenBlock {
    /// Id of the block, unique in a deployment.
    #[schema(example = 9)]
    pub id: i64,
    /// The kind of the block; it decides what `attrs` may be.
    pub kind: BlockKind,
    /// An object by the schema of the kind.
    pub attrs: Attributes,
    /// The body, safe to show as it is. A cited figure stands in the place of its token, in an element `data` whose `value` is the
    /// citation's id.
    #[schema(example = "<p>In March <data value=\"12\">128</data> accounts were liquidated.</p>")]
    pub html: String,
}

/// A figure that the page cites, in its present state.
#[derive(Schema, Serialize)]
pub struct PublicCitation {
    /// The number by which the page's elements `data` name it.
    #[schema(example = 12)]
    pub id: i64,
    /// The name that the page's authors gave it; null without a name.
    #[schema(example = "Liquidations in January 2024")]
    pub label: Option<String>,
    /// The figure as it was cited; null where it could not be derived.
    #[schema(example = "128")]
    pub value: Option<String>,
    /// The public record's: `GET /citations/{hash}`.
    pub hash: Hash,
    /// The result of the last check that the figure still holds: the present one, not that of the day of publishing.
    pub verification_state: VerificationState,
    /// The value that deriving it again gave; null unless that was another.
    #[schema(example = "129")]
    pub derived_value: Option<String>,
    /// The time since which deriving the figure gives another value; null while it gives the same.
    pub drifted_at: Option<Time>,
    /// The orientation of its prices; null where it has none.
    #[schema(example = null)]
    pub orientation: Option<PriceOrientation>,
}

/// The word of an owner that the shown version was checked against chain data. Nobody is named.
#[derive(Schema, Serialize)]
pub struct PublicVerification {
    /// True where the version that is shown was checked.
    #[schema(example = true)]
    pub verified: bool,
    /// The time of the check; null where there was none.
    pub verified_at: Option<Time>,
}

#[derive(Row)]
struct PresentFigure {
    hash: Hash,
    value: Option<String>,
    verification_state: VerificationState,
    derived_value: Option<String>,
    drifted_at: Option<Time>,
    kind: CitationKind,
    dataset: Option<String>,
}

/// The parts of a copy, ready to be shown.
pub struct Shown {
    pub html: String,
    pub blocks: Vec<FrozenBlock>,
    pub citations: Vec<PublicCitation>,
    pub files: Vec<FrozenFile>,
}

impl Kept {
    /// Makes it safe to show, with the figures as they stand now.
    pub fn shown(self) -> Result<Shown, Problem> {
        let citations = present(self.citations)?;
        let values: Vec<CitedValue> = citations.iter().map(cited_value).collect();
        let (copy, mut readers) = (Copy { values: &values }, Readers::default());
        let blocks: Vec<FrozenBlock> = self
            .blocks
            .into_iter()
            .map(|block| FrozenBlock {
                html: readers.html_of(&block, &copy),
                id: block.id,
                kind: block.kind,
                attrs: block.attrs,
            })
            .collect();
        let html = match blocks.is_empty() {
            true => copy.safe(&self.body),
            false => blocks.iter().map(|block| block.html.as_str()).collect(),
        };
        Ok(Shown { html, blocks, citations, files: self.files })
    }
}

/// Refuses a copy that no reader could be shown: an answer has its HTML twice, as a whole and by block.
pub fn refuse_too_large(blocks: &[Block], values: &[CitedValue]) -> Result<(), Problem> {
    let (copy, mut readers) = (Copy { values }, Readers::default());
    let of_block = |block: &Block| {
        2 * json!(readers.html_of(block, &copy)).to_string().len() + json!(block.attrs).to_string().len()
    };
    let of_figure = |value: &CitedValue| FIGURE_BYTES + json!([value.label, value.value]).to_string().len();
    let bytes = blocks.iter().map(of_block).sum::<usize>() + values.iter().map(of_figure).sum::<usize>();
    if bytes <= MOST_BYTES {
        return Ok(());
    }
    let sentence = format!(
        "As readers are shown it the page has {bytes} bytes, and {MOST_BYTES} are the most: marks such as < and \" take several each. Part it \
         into two pages."
    );
    Err(Problem::new(422, "page_too_large", sentence).with("limit", MOST_BYTES))
}

/// The copy around its blocks. Its answer names files and attributes beside them.
struct Copy<'a> {
    values: &'a [CitedValue],
}

impl Surroundings for Copy<'_> {
    fn safe(&self, text: &str) -> String {
        cited::resolve(&safe_html(text), self.values)
    }

    fn file(&self, _: &Block) -> String {
        String::new()
    }

    /// A body says it itself.
    fn figure(&self, block: &Block) -> String {
        let named = cited::named(block).filter(|_| block.body.trim().is_empty());
        named.map(|id| self.safe(&cited::token(id))).unwrap_or_default()
    }

    fn data(&self, _: &Block) -> String {
        String::new()
    }
}

/// The figures as they stand now, in the order of their ids.
fn present(mut frozen: Vec<FrozenCitation>) -> Result<Vec<PublicCitation>, Problem> {
    if frozen.is_empty() {
        return Ok(Vec::new());
    }
    frozen.sort_by_key(|citation| citation.id);
    let hashes = frozen.iter().map(|citation| citation.hash.clone()).collect();
    let found: Vec<PresentFigure> = SelectPresentFigures { hashes }.all()?;
    let by_hash: BTreeMap<&[u8], &PresentFigure> =
        found.iter().map(|figure| (figure.hash.0.as_slice(), figure)).collect();
    let citation = |citation: FrozenCitation| {
        let figure = by_hash.get(citation.hash.0.as_slice())?;
        Some(PublicCitation {
            id: citation.id,
            label: citation.label,
            value: figure.value.clone(),
            hash: citation.hash,
            verification_state: figure.verification_state,
            derived_value: figure.derived_value.clone(),
            drifted_at: figure.drifted_at,
            orientation: orientation(figure.kind, figure.dataset.as_deref()),
        })
    };
    Ok(frozen.into_iter().filter_map(citation).collect())
}

fn cited_value(citation: &PublicCitation) -> CitedValue {
    CitedValue {
        id: citation.id,
        token: String::new(),
        label: None,
        value: citation.value.clone(),
        hash: citation.hash.clone(),
        verification_state: citation.verification_state,
        derived_value: None,
        orientation: citation.orientation,
    }
}
