//! `GET /session/admin/storage`.

use quarry_sdk::prelude::*;

statement!(app_store, SelectLargestSpaces, "src/storage/largest_spaces.sql");
statement!(app_store, CountAllSpaces, "src/storage/all_spaces.sql");
statement!(app_store, SelectUnattachedFiles, "src/storage/unattached_files.sql");
statement!(app_store, SelectAssignments, "src/storage/assignments.sql");

/// An allowance that stands for none.
const WITHOUT_BOUND: i64 = i64::MAX;

/// A space with what it holds.
#[derive(Schema, Serialize)]
pub struct LargeSpace {
    #[schema(example = 12)]
    pub id: i64,
    #[schema(example = "Sample desk")]
    pub name: String,
    /// True for the personal space of a person.
    #[schema(example = false)]
    pub personal: bool,
    /// The name of an owner; null where it has no owner.
    #[schema(example = "Ada Lovelace")]
    pub owner: Option<String>,
    #[schema(example = 1_482_113)]
    pub used_bytes: i64,
    /// The most that it may hold: what the largest plan of its owners allows, within what the deployment lets any space hold. Null is
    /// no bound.
    #[schema(example = 1_073_741_824)]
    pub limit_bytes: Option<i64>,
}

/// A person with files that no block names yet.
#[derive(Row, Schema, Serialize)]
pub struct UnattachedFiles {
    #[schema(example = 7)]
    pub user_id: i64,
    #[schema(example = "Ada Lovelace")]
    pub name: String,
    #[schema(example = 3)]
    pub file_count: i64,
    #[schema(example = 20_971_520)]
    pub used_bytes: i64,
}

/// An organization with its assignments.
#[derive(Row, Schema, Serialize)]
pub struct OrganizationAssignments {
    #[schema(example = 3)]
    pub id: i64,
    #[schema(example = "Sample Research")]
    pub name: String,
    #[schema(example = 4)]
    pub assignment_count: i64,
    #[schema(example = 8_388_608)]
    pub used_bytes: i64,
}

/// The bytes that tenants have stored.
#[derive(Schema, Serialize)]
pub struct Storage {
    /// The bytes of all spaces together.
    #[schema(example = 52_428_800)]
    pub spaces_bytes: i64,
    /// Spaces, the largest first; at most 20.
    pub spaces: Vec<LargeSpace>,
    /// People by their files that no block names, largest first; at most 20. They count in their spaces too.
    pub unattached_files: Vec<UnattachedFiles>,
    /// Organizations by the files of their assignments, largest first; at most 20.
    pub assignments: Vec<OrganizationAssignments>,
}

/// The spaces, people and organizations that have stored most
///
/// Lists what tenants have stored. What the components have stored stands in `GET /session/admin/modules`.
#[endpoint(get = "/session/admin/storage", session = "modules_manage", body = Storage)]
pub fn get_storage() -> Result<Answer, Problem> {
    let spaces: Vec<Held> = SelectLargestSpaces { now: Time::now() }.all()?;
    let all: Option<i64> = CountAllSpaces {}.value()?;
    Ok(Answer::json(&Storage {
        spaces_bytes: all.unwrap_or_default(),
        spaces: spaces.into_iter().map(LargeSpace::from).collect(),
        unattached_files: SelectUnattachedFiles {}.all()?,
        assignments: SelectAssignments {}.all()?,
    }))
}

#[derive(Row)]
struct Held {
    id: i64,
    name: String,
    personal: bool,
    owner: Option<String>,
    used_bytes: i64,
    most_bytes: Option<i64>,
    allowed_bytes: Option<i64>,
}

impl From<Held> for LargeSpace {
    fn from(held: Held) -> LargeSpace {
        let allowed = held.allowed_bytes.filter(|bytes| *bytes != WITHOUT_BOUND);
        LargeSpace {
            id: held.id,
            name: held.name,
            personal: held.personal,
            owner: held.owner,
            used_bytes: held.used_bytes,
            // Where both bound it, the smaller does.
            limit_bytes: allowed.into_iter().chain(held.most_bytes).min(),
        }
    }
}
