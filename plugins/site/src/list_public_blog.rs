//! `GET /public/blog`.

use quarry_sdk::prelude::*;

statement!(app_store, SelectBlogPosts, "sql/blog_posts.sql");

#[derive(Parameters)]
pub struct PublicBlogQuery {
    /// Only posts of this category, as it is written in them.
    #[parameter(max_length = 60, example = "methodology")]
    category: Option<String>,
}

/// A post, in a list.
#[derive(Row, Schema, Serialize)]
pub struct PostSummary {
    /// The post's name in addresses.
    #[schema(example = "null-is-not-zero")]
    pub slug: String,
    /// The subject, in a word.
    #[schema(example = "methodology")]
    pub category: String,
    /// The name or title that people read.
    #[schema(example = "Null is not zero")]
    pub title: String,
    /// The post in a sentence or two.
    #[schema(example = "What a missing figure means in every answer of this service.")]
    pub summary: String,
    /// Name of the author.
    #[schema(example = "The Quarry authors")]
    pub author: String,
    /// The time at which it was published.
    pub published_at: Time,
    /// The time at which it was last changed.
    pub updated_at: Time,
}

#[derive(Schema)]
pub struct Posts {
    #[schema(flatten)]
    pub page: PageMembers,
    /// Posts, the newest first.
    pub posts: Vec<PostSummary>,
}

/// The blog, newest post first
#[endpoint(get = "/public/blog", keyless, paged, body = Posts)]
pub fn list_public_blog(request: &Request, query: PublicBlogQuery) -> Result<Answer, Problem> {
    let rows = SelectBlogPosts { category: query.category }.query()?;
    let mut posts = rows.read::<PostSummary>()?;
    posts.truncate(request.page_size());
    Ok(Answer::object().own_page("posts", rows, &posts).into())
}
