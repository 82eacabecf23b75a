//! Guards: what the caller is in the space of an annotation, or of the holder that is to get one.

use quarry_sdk::prelude::*;

/// The block or saved copy that the body names in `holder_type` and `holder_id`, by what the caller is in its space.
#[derive(Guard, Choice, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[guard("src/annotation/access/annotation_holder.sql", tenant = "space")]
#[guard(absent(404, "not_found", "There is no such block or saved copy here."))]
#[guard(rank_too_low(403, "forbidden", "Your role in the space does not allow that: ask one of its owners."))]
#[guard(refuses("in_trash", 409, "page_in_trash", "The page lies in the trash: restore it first."))]
pub enum HolderRole {
    Viewer,
    Commenter,
    Editor,
    Owner,
}

/// An annotation, by what the caller is in its space.
#[derive(Guard, Choice, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[guard("src/annotation/access/annotation_access.sql", tenant = "space")]
#[guard(absent(404, "not_found", "There is no annotation {path.id} here."))]
#[guard(rank_too_low(403, "forbidden", "Your role in the space does not allow that: ask one of its owners."))]
#[guard(refuses("in_trash", 409, "page_in_trash", "The page lies in the trash: restore it first."))]
pub enum AnnotationRole {
    Viewer,
    Commenter,
    Editor,
    Owner,
}

#[derive(Parameters)]
pub struct AnnotationPath {
    /// Id of the annotation.
    #[parameter(path, minimum = 1, example = "44")]
    pub id: i64,
}
