//! A space's reference to a public record: written once a record and space, in the transaction of a caller.

use crate::cited::{CitationKind, CitedJson, DERIVATION_VERSION, VerificationState};
use crate::derivation::Subject;
use crate::derivation::first::{self, Figure};
use crate::derivation::request::NewCitation;
use quarry_price_orientation::PriceOrientation;
use quarry_sdk::prelude::*;

statement!(
    app_store, UpsertCitedFigure, "src/references/upsert_cited_figure.sql",
    hash: Hash, kind: CitationKind, pool: Address
);
statement!(app_store, InsertReference, "src/references/insert_reference.sql", hash: Hash);
statement!(app_store, CountReferences, "src/references/reference_count.sql");
statement!(app_store, SelectReferenceOfHash, "src/references/reference_of_hash.sql", hash: Hash);

/// References that a space has at most.
const MOST_OF_A_SPACE: i64 = 10_000;

/// A figure as a space cites it.
#[derive(Row, Schema, Serialize)]
pub struct SpaceCitation {
    /// Id of the citation, unique in a deployment.
    #[schema(example = 12)]
    pub id: i64,
    /// The token that stands for the figure in a page.
    #[row(skip)]
    #[schema(example = "{{derived:12}}")]
    pub token: String,
    /// The figure; of a series or a query `sha256:` over its canonical rows.
    #[schema(example = "128")]
    pub value: Option<String>,
    /// The public record's: `GET /citations/{hash}`.
    pub hash: Hash,
    /// The kind of the figure.
    pub kind: CitationKind,
    /// The space's name for it; null without a name.
    #[schema(example = "Liquidations in January 2024")]
    pub label: Option<String>,
    /// The space in which it lies.
    #[schema(example = 4)]
    pub space_id: i64,
    /// The orientation of its prices; null where it has none. It is not hashed: prices have no other.
    #[row(skip)]
    #[schema(example = null)]
    pub orientation: Option<PriceOrientation>,
    /// Rows that it was derived of; null of a transaction's field.
    #[schema(example = 128)]
    pub row_count: Option<i64>,
    /// Time of the newest data that it took in.
    pub as_of: Option<Time>,
    /// Block of those data, where one chain is meant.
    #[schema(example = 18_944_480)]
    pub as_of_block: Option<i64>,
    /// The content that was hashed.
    #[row(json)]
    pub cited: CitedJson,
    /// The result of the last check that the figure still holds.
    pub verification_state: VerificationState,
    /// The value that deriving it again gave; null unless that was another.
    #[schema(example = "129")]
    pub derived_value: Option<String>,
    /// The time at which it was last derived.
    pub verified_at: Option<Time>,
    /// The time at which the space cited it.
    pub created_at: Time,
}

impl SpaceCitation {
    /// The same with its token and its orientation, which no row has.
    pub fn with_token(mut self) -> SpaceCitation {
        self.token = format!("{{{{derived:{}}}}}", self.id);
        self.orientation = orientation(self.kind, self.cited.0["dataset"].as_str());
        self
    }
}

/// The orientation of the prices of a figure of that kind and dataset; none where it has no prices.
pub fn orientation(kind: CitationKind, dataset: Option<&str>) -> Option<PriceOrientation> {
    match kind {
        CitationKind::PriceSeries => Some(PriceOrientation::Token0PerToken1),
        _ => dataset.and_then(PriceOrientation::of_dataset),
    }
}

/// A figure that was derived, and the space's name for it: ready to be written.
pub struct Reference {
    pub kind: CitationKind,
    pub subject: Subject,
    pub figure: Figure,
    pub label: Option<String>,
}

impl Reference {
    /// Derives the figure that is asked for. 422 where the request is wrong, or nothing is there to derive it of.
    pub fn derive(NewCitation(mut new): NewCitation) -> Result<Reference, Problem> {
        let label = new.label.take();
        let (kind, subject) = new.understood(&Time::now().day())?;
        let figure = first::derive(kind, &subject)?;
        Ok(Reference { kind, subject, figure, label })
    }

    /// Writes it into the guard's space, and into the audit log where it is new: the citation, and whether it is new there.
    pub fn write_into_space(self, transaction: &Transaction) -> Result<(SpaceCitation, bool), Problem> {
        let now = Time::now();
        let Reference { kind, subject, figure: Figure { cited, canonical, hash, derived, chain_id }, label } = self;
        let is_field = kind == CitationKind::TransactionField;
        transaction.execute(UpsertCitedFigure {
            hash: hash.clone(),
            canonical,
            kind,
            dataset: cited.dataset.clone(),
            pool: match &subject {
                Subject::Rows { pool: Some(pool), .. } => Some(pool.clone()),
                _ => None,
            },
            chain_id,
            value: cited.value.clone(),
            row_count: i64::try_from(derived.rows).ok().filter(|_| !is_field),
            as_of: derived.as_of,
            as_of_block: cited.as_of_block.and_then(|block| i64::try_from(block).ok()),
            last_block: cited.last_block(),
            derivation_version: DERIVATION_VERSION,
            now,
        })?;
        let known: Option<SpaceCitation> = transaction.one(SelectReferenceOfHash { hash: hash.clone() })?;
        if let Some(known) = known {
            return Ok((known.with_token(), false));
        }
        if transaction.query(CountReferences {})?.integer(0, "citations").unwrap_or_default() >= MOST_OF_A_SPACE {
            let sentence =
                format!("The space has {MOST_OF_A_SPACE} citations, and that is the most: remove one first.");
            return Err(Problem::new(422, "too_many_citations", sentence).with("limit", MOST_OF_A_SPACE));
        }
        let is_new = transaction.execute(InsertReference { hash: hash.clone(), label, now })? > 0;
        let reference: Option<SpaceCitation> = transaction.one(SelectReferenceOfHash { hash: hash.clone() })?;
        let reference = reference.ok_or_else(|| Problem::not_found("The citation is gone: try again."))?.with_token();
        if is_new {
            let entry = AuditEntry::of("citation.created", "citation", &reference.id);
            transaction.audit(entry.after(&audited(&reference)))?;
        }
        Ok((reference, is_new))
    }
}

/// Cites it in the guard's space: 201 the first time, 200 where the space has it.
pub fn cite(new: NewCitation) -> Result<Answer, Problem> {
    let reference = Reference::derive(new)?;
    let transaction = Transaction::begin()?;
    let (reference, is_new) = reference.write_into_space(&transaction)?;
    transaction.commit()?;
    Ok(Answer::json(&reference).with_status(if is_new { 201 } else { 200 }))
}

/// Gives the audit log's copy of a citation: the record is public, the space's name for it is not.
pub fn audited(citation: &SpaceCitation) -> serde_json::Value {
    json!({ "space_id": citation.space_id, "hash": citation.hash, "kind": citation.kind.word() })
}
