//! An account that somebody wants in at.

/// An account, as far as it matters at its door.
pub(super) struct Account {
    pub(super) user_id: i64,
    pub(super) name: String,
    pub(super) email: String,
    pub(super) password_hash: Option<String>,
    pub(super) is_disabled: bool,
}
