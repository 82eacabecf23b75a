//! `GET /session/research/property_definitions/{id}/candidates`.

use crate::editor::pick::{Pick, Typed};
use quarry_sdk::prelude::*;
use quarry_space_properties::{Property, PropertyKind, SelectPropertiesOfSpace};

statement!(app_store, CandidatePeople, "src/properties/candidate_people.sql");
statement!(app_store, CandidatePages, "src/properties/candidate_pages.sql");

/// A property, by what the caller is in its space. The guard binds `tenant` (the space) and `property_id`.
#[derive(Guard, Choice, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[guard("src/properties/property_access.sql", tenant = "space")]
#[guard(absent(404, "not_found", "There is no property {path.id} here."))]
#[guard(rank_too_low(403, "forbidden", "Your role in the space does not allow that: ask one of its owners."))]
pub enum PropertyRole {
    Viewer,
    Commenter,
    Editor,
    Owner,
}

#[derive(Parameters)]
pub struct CandidatesQuery {
    /// Id of the property.
    #[parameter(path, minimum = 1, example = "12")]
    id: i64,
    /// The beginning of the name, or a part of it, in any case.
    #[parameter(max_length = 100, example = "ada")]
    q: Option<String>,
    /// A person or a page to leave out, such as the page whose property it is.
    #[parameter(minimum = 1, example = "1")]
    except: Option<i64>,
}

/// Things that a page may have as its value, up to 20.
#[derive(Schema, Serialize)]
pub struct Candidates {
    /// The kind of the property: `person` or `relation`.
    pub kind: PropertyKind,
    /// Names that begin with what was typed come first.
    pub items: Vec<Pick>,
}

/// List what a property may have as its value
///
/// Lists the members of the space for a property of persons, and its pages outside the trash for a relation. Other kinds have no
/// candidates, and a select has its options. Any member of the space can read it.
#[endpoint(
    get = "/session/research/property_definitions/{id}/candidates", session, module = "research", guard = PropertyRole::Viewer,
    refuses(422, "no_candidates", "The property leads neither to people nor to pages."),
    body = Candidates
)]
pub fn list_candidates(query: CandidatesQuery) -> Result<Answer, Problem> {
    let definitions: Vec<Property> = SelectPropertiesOfSpace {}.all()?;
    let definition = definitions.into_iter().find(|definition| definition.id == query.id);
    let gone = || Problem::not_found(format!("There is no property {} here.", query.id));
    let kind = definition.ok_or_else(gone)?.kind;
    let Typed { beginning, part, exact } = Typed::of(query.q.as_deref());
    let left_out = query.except.unwrap_or(0);
    let items: Vec<Pick> = match kind {
        PropertyKind::Person => CandidatePeople { beginning, part, exact, left_out }.all()?,
        PropertyKind::Relation => CandidatePages { beginning, part, exact, left_out }.all()?,
        kind => {
            let sentence = format!("A {} leads neither to people nor to pages.", kind.word());
            return Err(Problem::new(422, "no_candidates", sentence));
        }
    };
    Ok(Answer::json(&Candidates { kind, items }))
}
