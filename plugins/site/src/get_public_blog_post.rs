//! `GET /public/blog/{slug}`.

use crate::html::post_html;
use crate::list_public_blog::PostSummary;
use quarry_sdk::prelude::*;

statement!(app_store, SelectBlogPost, "sql/blog_post.sql");

#[derive(Parameters)]
pub struct PublicBlogPath {
    /// The post's slug.
    #[parameter(path, max_length = 200, example = "null-is-not-zero")]
    slug: String,
}

#[derive(Schema)]
pub struct Post {
    pub post: PostSummary,
    /// The post's body as HTML that is safe to show as it is.
    #[schema(example = "<p>A null figure means that the value could not be derived.</p>")]
    pub html: String,
}

/// One post of the blog, as safe HTML
#[endpoint(get = "/public/blog/{slug}", keyless, body = Post)]
pub fn get_public_blog_post(path: PublicBlogPath) -> Result<Answer, Problem> {
    let rows = SelectBlogPost { slug: path.slug.clone() }.query()?;
    let (Some(post), Some(body)) = (rows.read_first::<PostSummary>()?, rows.text(0, "body")) else {
        let detail = format!("There is no post \"{}\"; GET /public/blog lists them.", path.slug);
        return Err(Problem::not_found(detail));
    };
    Ok(Answer::object().member("post", &post).member("html", &post_html(&body)).into())
}
