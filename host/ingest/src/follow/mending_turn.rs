//! The place of a chain in the turn over its gaps.

use std::time::Duration;

use super::FollowSettings;
use super::back_off::BackOff;
use super::span::Span;

/// The place of the turn.
pub(super) struct MendingTurn {
    /// Gaps below were tried in this turn.
    pub(super) from: u64,
    /// True when this turn filled a gap.
    pub(super) has_filled: bool,
    /// When the next turn begins, on the clock that never falls.
    pub(super) due: Duration,
    pub(super) span: Span,
    pub(super) back_off: BackOff,
}

impl MendingTurn {
    pub(super) fn new(settings: &FollowSettings) -> MendingTurn {
        MendingTurn {
            from: 0,
            has_filled: false,
            due: Duration::ZERO,
            span: Span::new(settings.batch_blocks),
            back_off: BackOff::new(settings.gap_wait, settings.gap_wait.saturating_mul(64)),
        }
    }
}
