//! The space of the sample's project, and who writes in it.

use quarry_stores::result_set::Value;

pub(super) struct Desk {
    pub(super) space: Value,
    pub(super) owner: Value,
    pub(super) editor: Value,
    pub(super) made_at: Value,
}
