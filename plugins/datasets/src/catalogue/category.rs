//! `GET /session/data/categories/{category}`.

use crate::catalogue::{CatalogueEntry, DataCategory, datasets_of};
use quarry_dataset_catalogue::{Category, figures};
use quarry_sdk::prelude::*;

#[derive(Parameters)]
pub struct CategoryPath {
    /// `raw`, `dex`, `lending` or `events`.
    #[parameter(path, max_length = 40, example = "dex")]
    category: String,
}

#[derive(Schema)]
pub struct CategoryPage {
    #[schema(flatten)]
    pub page: PageMembers,
    pub category: DataCategory,
    pub datasets: Vec<CatalogueEntry>,
}

/// A category's datasets
///
/// Each dataset comes with its columns, the amount of its data and the age of the newest; these two are null while the warehouse does not
/// answer.
#[endpoint(get = "/session/data/categories/{category}", session, module = "data_downloads", paged = 500, body = CategoryPage)]
pub fn get_data_category(request: &Request, path: CategoryPath) -> Result<Answer, Problem> {
    let Some(category) = Category::from_word(&path.category) else {
        let known = Category::WORDS.join(", ");
        return Err(Problem::not_found(format!("There is no category {}: there are {known}.", path.category)));
    };
    let figures = figures::known()?;
    let entries: Vec<CatalogueEntry> =
        datasets_of(category).map(|dataset| CatalogueEntry::of(dataset, &figures)).collect();
    Ok(Answer::object()
        .member("category", &DataCategory::of(category))
        .page_of("datasets", request, &entries, |entry| entry.key.clone())
        .into())
}
