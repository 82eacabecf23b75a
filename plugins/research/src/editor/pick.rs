//! `GET /session/research/pages/{id}/pick`.

use quarry_research_pages::access::PageRole;
use quarry_sdk::prelude::*;

statement!(app_store, PickPeople, "src/editor/pick_people.sql");
statement!(app_store, PickPages, "src/editor/pick_pages.sql");
statement!(app_store, PickCitations, "src/editor/pick_citations.sql");
statement!(app_store, PickSavedCopies, "src/editor/pick_saved_copies.sql");

/// The kind of the things to list.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum PickKind {
    /// Members of the page's space, for `@`.
    Person,
    /// Pages of the space outside the trash, for `[[`.
    Page,
    /// Citations of the space.
    Citation,
    /// Saved copies on pages of the space.
    SavedCopy,
}

#[derive(Parameters)]
pub struct PickQuery {
    /// Id of the page on which somebody types.
    #[parameter(path, minimum = 1, example = "12")]
    #[expect(dead_code, reason = "the guard reads it")]
    id: i64,
    /// The text that is looked for.
    #[parameter(example = "page")]
    kind: PickKind,
    /// The beginning of the name, or a part of it, in any case; left out, the newest are listed.
    #[parameter(max_length = 100, example = "liqui")]
    q: Option<String>,
}

/// The typed text, as patterns of names whose sign of escape is `!`.
///
/// SQLite knows small letters of ASCII alone, so a name with others is found as it is written, by `exact`.
pub struct Typed {
    /// Of names in small letters.
    pub beginning: String,
    /// Of names in small letters.
    pub part: String,
    /// Of names as they are.
    pub exact: String,
}

impl Typed {
    pub fn of(typed: Option<&str>) -> Typed {
        let typed = typed.unwrap_or_default().trim();
        let escaped: String =
            typed.chars().flat_map(|c| matches!(c, '!' | '%' | '_').then_some('!').into_iter().chain([c])).collect();
        let small = escaped.to_lowercase();
        Typed { beginning: format!("{small}%"), part: format!("%{small}%"), exact: format!("%{escaped}%") }
    }
}

/// One thing to pick.
#[derive(Row, Schema, Serialize)]
pub struct Pick {
    /// The person, page, citation or saved copy.
    #[schema(example = 12)]
    pub id: i64,
    /// The name that is listed.
    #[schema(example = "Liquidations of March")]
    pub label: String,
    /// More to tell it apart: the role of a person, the project of a page, the value of a citation, the kind of a copy.
    #[schema(example = "Lending")]
    pub detail: Option<String>,
}

/// Things to pick, up to 20.
#[derive(Schema, Serialize)]
pub struct Picks {
    pub kind: PickKind,
    /// Names that begin with what was typed come first.
    pub items: Vec<Pick>,
}

/// List what `@` and `[[` offer
///
/// Finds people, pages, citations or saved copies of the page's space, at most 20. Any member of the space may.
#[endpoint(
    get = "/session/research/pages/{id}/pick", session, module = "research", guard = PageRole::Viewer,
    guard_path(page_id = id), body = Picks
)]
pub fn list_picks(query: PickQuery) -> Result<Answer, Problem> {
    let Typed { beginning, part, exact } = Typed::of(query.q.as_deref());
    let items: Vec<Pick> = match query.kind {
        PickKind::Person => PickPeople { beginning, part, exact }.all()?,
        PickKind::Page => PickPages { beginning, part, exact }.all()?,
        PickKind::Citation => PickCitations { beginning, part, exact }.all()?,
        PickKind::SavedCopy => PickSavedCopies { beginning, part }.all()?,
    };
    Ok(Answer::json(&Picks { kind: query.kind, items }))
}
