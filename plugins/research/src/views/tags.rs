//! `GET /session/research/projects/{id}/tags`.

use crate::editor::pick::Typed;
use quarry_research_pages::access::ProjectRole;
use quarry_sdk::prelude::*;

statement!(app_store, SelectTagsOfProject, "src/views/tags_of_project.sql");

#[derive(Parameters)]
pub struct TagsQuery {
    /// Id of the project.
    #[parameter(path, minimum = 1, example = "1")]
    #[expect(dead_code, reason = "the guard reads it")]
    id: i64,
    /// A part of the tag, with or without a leading `#`.
    #[parameter(max_length = 61, example = "liqui")]
    q: Option<String>,
}

/// A tag of a project's pages.
#[derive(Schema)]
pub struct UsedTag {
    /// The tag, in small letters.
    #[schema(example = "liquidations")]
    pub tag: String,
    /// Pages of the project that have it, without those in the trash.
    #[schema(example = 3)]
    pub pages: i64,
}

/// Tags of a project's pages.
#[derive(Schema)]
pub struct UsedTags {
    #[schema(flatten)]
    pub page: PageMembers,
    /// Tags, those of the most pages first.
    #[schema(rows = SelectTagsOfProject)]
    pub tags: Vec<UsedTag>,
}

/// List the tags of a project's pages
///
/// Lists the tags that pages have now. Any member of the space can read them.
#[endpoint(
    get = "/session/research/projects/{id}/tags", session, module = "research", paged, guard = ProjectRole::Viewer,
    guard_path(project_id = id), body = UsedTags
)]
pub fn list_tags(query: TagsQuery) -> Result<Answer, Problem> {
    let typed = query.q.unwrap_or_default();
    let Typed { part, .. } = Typed::of(Some(typed.trim().trim_start_matches('#')));
    Ok(Answer::object().page("tags", SelectTagsOfProject { part }.query()?).into())
}
