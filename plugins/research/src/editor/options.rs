//! `GET /session/research/pages/{id}/editor_options`.

use crate::access::PagePath;
use crate::uploads::media_type::MediaType;
use crate::uploads::{MOST_BYTES, VALID_SECONDS};
use quarry_dataset_catalogue::column::ColumnKind;
use quarry_dataset_catalogue::figure_of::Aggregate;
use quarry_dataset_catalogue::filter::FilterKind;
use quarry_dataset_catalogue::{Category, Dataset, Filter, datasets};
use quarry_research_pages::access::PageRole;
use quarry_research_pages::blocks::{BlockKind, MOST_BLOCK_BYTES, MOST_BLOCKS, MOST_PAGE_BYTES};
use quarry_sdk::prelude::*;

/// The choices of the builder of derived values, and the rules of blocks and uploads.
#[derive(Schema, Serialize)]
pub struct EditorOptions {
    pub datasets: Vec<DatasetOption>,
    pub blocks: BlockRules,
    pub uploads: UploadRules,
}

/// A dataset that figures can be derived of.
#[derive(Schema, Serialize)]
pub struct DatasetOption {
    #[schema(example = "liquidations")]
    pub key: String,
    #[schema(example = "Liquidations")]
    pub name: String,
    pub category: Category,
    #[schema(example = "Liquidations of lending protocols.")]
    pub description: String,
    pub columns: Vec<ColumnOption>,
    pub filter_fields: Vec<FilterOption>,
}

/// A column, and what can be computed of it.
#[derive(Schema, Serialize)]
pub struct ColumnOption {
    #[schema(example = "collateral_amount")]
    pub name: String,
    #[serde(rename = "type")]
    #[schema(example = "raw_amount")]
    pub r#type: ColumnKind,
    /// The unit of its numbers; null where they count nothing.
    #[schema(example = "raw units of the collateral")]
    pub unit: Option<String>,
    /// Functions that take it; `count` takes rows too, without a column.
    #[schema(example = ["count", "sum"])]
    pub aggregates: Vec<Aggregate>,
}

/// A filter that the dataset takes.
#[derive(Schema, Serialize)]
pub struct FilterOption {
    #[schema(example = "date_from")]
    pub name: Filter,
    #[serde(rename = "type")]
    #[schema(example = "day")]
    pub r#type: FilterKind,
    #[schema(example = "Rows from this day on, in UTC.")]
    pub description: String,
}

/// The kinds of blocks and their limits.
#[derive(Schema, Serialize)]
pub struct BlockRules {
    pub kinds: Vec<BlockKind>,
    #[schema(example = 2_000)]
    pub blocks_per_page: u64,
    /// Bytes of a block's body; its attributes as JSON have as many at most.
    #[schema(example = 65_536)]
    pub bytes_per_block: u64,
    #[schema(example = 1_048_576)]
    pub bytes_per_page: u64,
}

/// The rules of files that are sent for a page.
#[derive(Schema, Serialize)]
pub struct UploadRules {
    #[schema(example = 26_214_400)]
    pub max_bytes: i64,
    /// Seconds in which a signed file can be sent.
    #[schema(example = 900)]
    pub valid_seconds: u32,
    /// Types that an image block shows.
    pub image_types: Vec<MediaType>,
    /// Types that a file block takes.
    pub file_types: Vec<MediaType>,
}

/// List the choices of the page's editor
///
/// Datasets with the aggregates of each column and their filters, the kinds of blocks with their limits, the rules of uploads. For any member
/// of the space.
#[endpoint(
    get = "/session/research/pages/{id}/editor_options", session, module = "research", guard = PageRole::Viewer,
    guard_path(page_id = id), body = EditorOptions
)]
pub fn get_editor_options(_path: PagePath) -> Result<Answer, Problem> {
    Ok(Answer::json(&EditorOptions {
        datasets: datasets().map(DatasetOption::of).collect(),
        blocks: BlockRules {
            kinds: BlockKind::all(),
            blocks_per_page: MOST_BLOCKS as u64,
            bytes_per_block: MOST_BLOCK_BYTES as u64,
            bytes_per_page: MOST_PAGE_BYTES as u64,
        },
        uploads: UploadRules {
            max_bytes: MOST_BYTES,
            valid_seconds: VALID_SECONDS,
            image_types: MediaType::all().into_iter().filter(|kind| kind.is_image()).collect(),
            file_types: MediaType::all(),
        },
    }))
}

impl DatasetOption {
    fn of(dataset: &'static Dataset) -> DatasetOption {
        let columns = dataset.columns.iter().map(|column| ColumnOption {
            name: column.name.to_owned(),
            r#type: column.kind,
            unit: column.unit.map(str::to_owned),
            aggregates: Aggregate::all().into_iter().filter(|aggregate| aggregate.takes(column.kind)).collect(),
        });
        let filter_fields = dataset.filters.iter().map(|field| FilterOption {
            name: field.filter,
            r#type: field.kind(),
            description: field.description.to_owned(),
        });
        DatasetOption {
            key: dataset.key.to_owned(),
            name: dataset.name.to_owned(),
            category: dataset.category,
            description: dataset.description.to_owned(),
            columns: columns.collect(),
            filter_fields: filter_fields.collect(),
        }
    }
}
