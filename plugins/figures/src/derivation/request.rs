//! The body of a request to cite something, and what it means.

use crate::canonical::LARGEST_EXACT;
use crate::cited::{CitationKind, Period};
use crate::derivation::Subject;
use crate::derivation::known::{chain_of, known_chain, refuse_unknown_columns};
use crate::transactions::fields;
use quarry_dataset_catalogue::figure_of::{self, Aggregate};
use quarry_dataset_catalogue::{Addresses, Dataset, Filters, Period as BarPeriod, Selection, dataset, datasets};
use quarry_sdk::prelude::*;
use quarry_sdk::words::{ADDRESS, HASH, instead_of};
use serde::de::DeserializeOwned;

/// The bars of a pool are a dataset.
const PRICE_BARS: &str = "price_bars";

/// The kind of the figure to cite.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequestedKind {
    /// The bars of one pool.
    PriceSeries,
    /// Rows of a dataset.
    DatasetQuery,
    /// One figure computed of a dataset.
    ComputedFigure,
    /// One field of a transaction or of one of its logs.
    TransactionField,
    /// The same by another name.
    DecodedField,
}

/// A figure to be cited.
#[derive(Schema, Deserialize)]
#[schema(example = {
    "dataset": "liquidations", "aggregate": "count", "date_from": "2024-01-01", "label": "Liquidations since January 2024"
})]
pub struct NewCitation(pub CitationRequest);

impl NewCitation {
    /// The request to cite one field of a transaction.
    pub fn of_field(
        transaction_hash: TransactionHash,
        chain: Option<String>,
        field: String,
        label: Option<String>,
    ) -> NewCitation {
        let transaction_hash = Some(transaction_hash);
        NewCitation(CitationRequest {
            transaction_hash,
            chain,
            field: Some(field),
            label,
            ..CitationRequest::default()
        })
    }
}

/// Members of several kinds: those that a kind does not have are refused.
#[derive(Schema, Deserialize, Default)]
pub struct CitationRequest {
    /// The kind of citation. Left out, it follows from what is named: a transaction, a pool, an aggregate, a dataset, in this order.
    #[schema(optional, example = "computed_figure")]
    kind: Option<RequestedKind>,
    /// The dataset; `GET /datasets` lists them.
    #[schema(optional, max_length = 64, example = "liquidations")]
    dataset: Option<String>,
    /// The pool, of a price series.
    #[schema(optional)]
    pool: Option<PoolAddress>,
    /// The length of a bar, of a price series or of the dataset `price_bars`: a figure is of bars of one length, and `daily` where it is left
    /// out. It may stand in the filters instead.
    #[schema(optional, example = "daily")]
    period: Option<Period>,
    /// The function to compute, for a computed figure.
    #[schema(optional, example = "count")]
    aggregate: Option<Aggregate>,
    /// The column to compute it of; `count` needs none.
    #[schema(optional, max_length = 100, example = "collateral_amount")]
    column: Option<String>,
    /// Columns of a dataset query, or of a price series; those of its files by default.
    #[schema(optional, min_items = 1, max_items = 200, example = ["chain_id", "block_number"])]
    columns: Option<Vec<CitedColumn>>,
    /// The filters on the rows; the four fields below may stand here or beside.
    #[schema(optional, example = { "chain": "ethereum" })]
    #[serde(default)]
    filters: Filters,
    /// The first day, in UTC.
    #[schema(optional)]
    date_from: Option<Day>,
    /// The last day, in UTC.
    #[schema(optional)]
    date_to: Option<Day>,
    /// Slug of the chain, or its id.
    #[schema(optional, min_length = 1, max_length = 64, example = "ethereum")]
    chain: Option<String>,
    /// The transaction, of one of its fields.
    #[schema(optional)]
    transaction_hash: Option<TransactionHash>,
    /// The field, as `GET /session/citations/transactions/{hash}` names it.
    #[schema(optional, min_length = 1, max_length = 200, example = "logs.3.args.amount")]
    field: Option<String>,
    /// The space's name for it. It is not hashed.
    #[schema(optional, single_line, min_length = 1, max_length = 200, example = "Liquidations in January 2024")]
    pub label: Option<String>,
    /// Id of one of the person's spaces; the active space by default.
    #[schema(optional, example = 4)]
    #[expect(dead_code, reason = "the guard reads it")]
    space_id: Option<i64>,
}

/// A column's name as the client wrote it.
#[derive(Schema, Deserialize)]
#[schema(max_length = 100, example = "pool")]
pub struct CitedColumn(String);

/// A pool: 40 hex digits, behind `0x` or without it, in any case.
#[derive(Schema, Deserialize)]
#[schema(pattern = "^(0[xX])?[0-9a-fA-F]{40}$", example = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc")]
pub struct PoolAddress(String);

/// A transaction: 64 hex digits, behind `0x` or without it, in any case.
#[derive(Schema, Deserialize)]
#[schema(
    pattern = "^(0[xX])?[0-9a-fA-F]{64}$",
    example = "0x757939717298e81fc43411918788f41fdf0be00ad16b9b46a7a1c861b2b6b26f"
)]
pub struct TransactionHash(String);

/// Reads hex that was checked; 422 where it was not. `asked` says what the field asks for.
fn read_hex<T: DeserializeOwned>(field: &str, asked: &str, text: &str) -> Result<T, Problem> {
    let digits = text.to_ascii_lowercase();
    let digits = digits.strip_prefix("0x").unwrap_or(&digits);
    serde_json::from_value(json!(format!("0x{digits}")))
        .map_err(|_| Problem::invalid_field(field, instead_of(asked, text)))
}

impl CitationRequest {
    fn kind(&self) -> Result<CitationKind, Problem> {
        Ok(match self.kind {
            Some(RequestedKind::PriceSeries) => CitationKind::PriceSeries,
            Some(RequestedKind::DatasetQuery) => CitationKind::DatasetQuery,
            Some(RequestedKind::ComputedFigure) => CitationKind::ComputedFigure,
            Some(RequestedKind::TransactionField | RequestedKind::DecodedField) => CitationKind::TransactionField,
            None if self.transaction_hash.is_some() => CitationKind::TransactionField,
            None if self.pool.is_some() => CitationKind::PriceSeries,
            None if self.aggregate.is_some() => CitationKind::ComputedFigure,
            None if self.dataset.is_some() => CitationKind::DatasetQuery,
            None => {
                let sentence = "Nothing is named: give a dataset, with an aggregate for a computed figure; a pool; or a transaction_hash and a field.";
                return Err(Problem::invalid_field("kind", sentence));
            }
        })
    }

    /// Reads the request; 422 that names the field that is missing, is too many or means nothing.
    pub fn understood(self, today: &Day) -> Result<(CitationKind, Subject), Problem> {
        let kind = self.kind()?;
        self.refuse_strays(kind)?;
        let subject = match kind {
            CitationKind::ComputedFigure => {
                let aggregate = self.aggregate.ok_or_else(|| missing("aggregate", kind))?;
                let (dataset, column) = (known_dataset(self.dataset.as_deref(), kind)?, self.column.clone());
                let filters = self.filters()?;
                let period = self.period(dataset, filters.period)?;
                let selection = of_period(Selection::of_request(dataset, Vec::new(), filters, today)?, period);
                let column = figure_of::column_for(&selection, aggregate, column.as_deref())?;
                Subject::Figure { selection, aggregate, column }
            }
            CitationKind::DatasetQuery => {
                let dataset = known_dataset(self.dataset.as_deref(), kind)?;
                let filters = self.filters()?;
                let period = self.period(dataset, filters.period)?;
                let selection =
                    Selection::of_request(dataset, self.columns.map(names).unwrap_or_default(), filters, today)?;
                refuse_unknown_columns(&selection)?;
                Subject::Rows { selection: of_period(selection, period), pool: None }
            }
            CitationKind::PriceSeries => {
                let PoolAddress(pool) = self.pool.as_ref().ok_or_else(|| missing("pool", kind))?;
                let pool: Address = read_hex("pool", &format!("The address of a pool is {ADDRESS}"), pool)?;
                let dataset = known_dataset(Some(PRICE_BARS), kind)?;
                let mut filters = self.filters()?;
                filters.addresses = Some(Addresses::List(vec![pool.to_hex()]));
                filters.chain = Some(chain_of(&pool, filters.chain)?);
                let period = self.period(dataset, filters.period)?;
                let selection =
                    Selection::of_request(dataset, self.columns.map(names).unwrap_or_default(), filters, today)?;
                refuse_unknown_columns(&selection)?;
                Subject::Rows { selection: of_period(selection, period), pool: Some(pool) }
            }
            CitationKind::TransactionField => {
                let field = self.field.clone().ok_or_else(|| missing("field", kind))?;
                let hash = self.transaction_hash.as_ref().ok_or_else(|| missing("transaction_hash", kind))?;
                let asked = format!("The hash of a transaction is {HASH}");
                let transaction: Hash = read_hex("transaction_hash", &asked, &hash.0)?;
                let chain = self.filters()?.chain;
                let chain = chain.as_deref().map(|word| known_chain(word, "chain")).transpose()?;
                Subject::Field { chain: fields::chain_of(&transaction, chain)?, transaction, field }
            }
        };
        Ok((kind, subject))
    }

    /// Members that mean nothing beside this kind are refused: what was meant by them would not be hashed.
    fn refuse_strays(&self, kind: CitationKind) -> Result<(), Problem> {
        use CitationKind::{ComputedFigure, DatasetQuery, PriceSeries, TransactionField};
        let given: [(&str, bool, &[CitationKind]); 11] = [
            ("dataset", self.dataset.is_some(), &[ComputedFigure, DatasetQuery]),
            ("pool", self.pool.is_some(), &[PriceSeries]),
            ("period", self.period.is_some(), &[ComputedFigure, DatasetQuery, PriceSeries]),
            ("aggregate", self.aggregate.is_some(), &[ComputedFigure]),
            ("column", self.column.is_some(), &[ComputedFigure]),
            ("columns", self.columns.is_some(), &[DatasetQuery, PriceSeries]),
            ("date_from", self.date_from.is_some(), &[ComputedFigure, DatasetQuery, PriceSeries]),
            ("date_to", self.date_to.is_some(), &[ComputedFigure, DatasetQuery, PriceSeries]),
            ("transaction_hash", self.transaction_hash.is_some(), &[TransactionField]),
            ("field", self.field.is_some(), &[TransactionField]),
            ("filters", self.filters != Filters::default(), &[ComputedFigure, DatasetQuery, PriceSeries]),
        ];
        match given.into_iter().find(|(_, is_given, kinds)| *is_given && !kinds.contains(&kind)) {
            Some((name, ..)) => Err(Problem::invalid_field(
                name,
                format!("A citation of the kind {} has no {name}: leave it out.", kind.word()),
            )),
            None => Ok(()),
        }
    }

    /// The period of the bars that the figure is of, as it stands here or in the filters: of two a day would be added to its own hours. None
    /// of a dataset that has no bars, of which none may be named.
    fn period(&self, dataset: &Dataset, in_filters: Option<BarPeriod>) -> Result<Option<Period>, Problem> {
        if !dataset.has_periods() {
            return match self.period {
                Some(_) => {
                    let sentence =
                        format!("The dataset {} has no bars, so it has no period: leave it out.", dataset.key);
                    Err(Problem::invalid_field("period", sentence))
                }
                None => Ok(None),
            };
        }
        let in_filters = match in_filters {
            Some(BarPeriod::All) => {
                let sentence = "A figure is of bars of one period: name hourly or daily.";
                return Err(Problem::invalid_field("filters.period", sentence));
            }
            Some(BarPeriod::Hourly) => Some(Period::Hourly),
            Some(BarPeriod::Daily) => Some(Period::Daily),
            None => None,
        };
        let mut named = in_filters;
        merge("period", &mut named, &self.period)?;
        Ok(Some(named.unwrap_or(Period::Daily)))
    }

    /// The filters, with those that stand beside them.
    fn filters(&self) -> Result<Filters, Problem> {
        let mut filters = self.filters.clone();
        merge("date_from", &mut filters.date_from, &self.date_from)?;
        merge("date_to", &mut filters.date_to, &self.date_to)?;
        merge("chain", &mut filters.chain, &self.chain)?;
        for (name, block) in [("filters.block_from", filters.block_from), ("filters.block_to", filters.block_to)] {
            if let Some(block) = block.filter(|block| *block > LARGEST_EXACT) {
                let sentence = format!(
                    "Blocks are counted up to {LARGEST_EXACT}, the largest number that is the same to all readers of JSON; this is {block}."
                );
                return Err(Problem::invalid_field(name, sentence));
            }
        }
        Ok(filters)
    }
}

/// The selection with bars of one period, where it is of bars.
fn of_period(selection: Selection, period: Option<Period>) -> Selection {
    match period {
        Some(period) => selection.of_bars(period.word()),
        None => selection,
    }
}

fn names(columns: Vec<CitedColumn>) -> Vec<String> {
    columns.into_iter().map(|CitedColumn(name)| name).collect()
}

fn missing(field: &str, kind: CitationKind) -> Problem {
    Problem::invalid_field(field, format!("A citation of the kind {} needs {field}: give it.", kind.word()))
}

fn merge<T: Clone + PartialEq>(name: &str, within: &mut Option<T>, beside: &Option<T>) -> Result<(), Problem> {
    match (within.as_ref(), beside) {
        (_, None) => Ok(()),
        (Some(named), Some(other)) if named != other => Err(Problem::invalid_field(
            name,
            format!("Give {name} here or in filters: it stands in both, and they differ."),
        )),
        (_, Some(_)) => {
            *within = beside.clone();
            Ok(())
        }
    }
}

fn known_dataset(key: Option<&str>, kind: CitationKind) -> Result<&'static Dataset, Problem> {
    let key = key.ok_or_else(|| missing("dataset", kind))?;
    dataset(key).ok_or_else(|| {
        let known = datasets().map(|dataset| dataset.key).collect::<Vec<_>>().join(", ");
        Problem::invalid_field("dataset", format!("There is no dataset `{key:.64}`: there are {known}."))
    })
}
