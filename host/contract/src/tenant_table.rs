//! Tables whose rows belong to tenants, and what their columns are called by the guards.

/// One table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TenantTable {
    pub table: String,
    pub columns: Vec<TenantColumn>,
}

/// A column that says whose a row is, or which of a tenant's things it belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TenantColumn {
    pub column: String,
    /// The name that guards, scopes and other tables have for the same thing.
    pub name: String,
    /// The row's own key.
    pub is_key: bool,
}
