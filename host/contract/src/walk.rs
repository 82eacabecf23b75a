//! The way through a list that pages.

/// The way in which a client goes through a list that pages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Walk {
    /// To its end, by `cursor`; the host keeps the place.
    #[default]
    Forward,
    /// To older rows by `before` and back by `after`; the handler keeps the place and the host seals it.
    BothWays,
}

impl Walk {
    /// The parameter that brings the cursor which leads `toward` there.
    #[inline]
    pub fn parameter(self, toward: Toward) -> &'static str {
        match (self, toward) {
            (Walk::Forward, _) => "cursor",
            (Walk::BothWays, Toward::Next) => "before",
            (Walk::BothWays, Toward::Previous) => "after",
        }
    }
}

/// The direction of a walk.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Toward {
    /// On (`cursor`; on a walk both ways `before`).
    #[default]
    Next,
    /// Back (`after`).
    Previous,
}
