//! Tags of a page: words of the space, in one form.

use quarry_sdk::prelude::*;

statement!(app_store, DeleteTags, "src/pages/delete_tags.sql");
statement!(app_store, InsertTags, "src/pages/insert_tags.sql");

/// A tag. It is kept in lower case, without a leading `#`, with single spaces.
#[derive(Schema, Deserialize)]
#[schema(single_line, min_length = 1, max_length = 60, example = "liquidations")]
pub struct Tag(pub String);

/// The tags as they are kept: in one form, in order, each once.
pub fn normal(tags: Vec<Tag>) -> Result<Vec<String>, Problem> {
    let normalised = tags.into_iter().map(|Tag(tag)| {
        let words = tag.trim_start_matches('#').to_lowercase();
        words.split_whitespace().collect::<Vec<_>>().join(" ")
    });
    let mut kept: Vec<String> = normalised.collect();
    kept.sort();
    kept.dedup();
    match kept.iter().any(|tag| tag.is_empty() || tag.chars().count() > 60) {
        true => Err(Problem::invalid_field("tags", "A tag has 1 to 60 characters beside a leading `#`.")),
        false => Ok(kept),
    }
}

/// Gives the page these tags and no others.
pub fn replace(transaction: &Transaction, page_id: i64, tags: &[String]) -> Result<(), Problem> {
    transaction.execute(DeleteTags { page_id })?;
    if !tags.is_empty() {
        let tags = tags.iter().map(|tag| InsertTagsTags { tag: tag.clone() }).collect();
        transaction.execute(InsertTags { page_id, tags })?;
    }
    Ok(())
}
