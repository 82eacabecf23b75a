//! `GET /public/blog`.

use quarry_sdk::prelude::*;
use serde::Serialize;

statement!(app_store, SelectBlogPosts, "sql/blog_posts.sql");

#[derive(Parameters)]
pub struct PublicBlogQuery {
    /// Only posts of this category, as it is written in them.
    #[parameter(max_length = 60, example = "methodology")]
    category: Option<String>,
}

/// A post, in a list.
#[derive(Schema, Serialize)]
pub struct PostSummary {
    /// Its name in addresses.
    #[schema(example = "null-is-not-zero")]
    pub slug: String,
    #[schema(example = "methodology")]
    pub category: String,
    #[schema(example = "Null is not zero")]
    pub title: String,
    /// A sentence or two.
    #[schema(example = "What a missing figure means in every answer of this service.")]
    pub summary: String,
    #[schema(example = "The Quarry authors")]
    pub author: String,
    pub published_at: Time,
    pub updated_at: Time,
}

#[derive(Schema)]
pub struct Posts {
    #[schema(flatten)]
    pub page: PageMembers,
    /// Newest first.
    pub posts: Vec<PostSummary>,
}

/// The blog, newest post first
#[endpoint(get = "/public/blog", keyless, paged, body = Posts, statements = [SelectBlogPosts])]
pub fn list_public_blog(request: &Request, query: PublicBlogQuery) -> Result<Answer, Problem> {
    let rows = SelectBlogPosts { category: query.category }.query()?;
    let shown = rows.row_count().min(request.page_size());
    let posts: Vec<PostSummary> = (0..shown).filter_map(|row| summary(&rows, row)).collect();
    Ok(Answer::object().own_page("posts", rows, &posts).into())
}

/// The row as a list shows it.
pub fn summary(rows: &ResultSet, row: usize) -> Option<PostSummary> {
    let time = |column| rows.integer(row, column).map(|microseconds| Time { microseconds });
    Some(PostSummary {
        slug: rows.text(row, "slug")?,
        category: rows.text(row, "category")?,
        title: rows.text(row, "title")?,
        summary: rows.text(row, "summary")?,
        author: rows.text(row, "author")?,
        published_at: time("published_at")?,
        updated_at: time("updated_at")?,
    })
}
