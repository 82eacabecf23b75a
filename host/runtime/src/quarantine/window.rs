//! Calls and faults of the last 30 s.

use std::time::Instant;

/// Parts of the window, of 3 s each.
const PARTS: usize = 10;
const PART_SECONDS: u64 = 3;

/// Counts by part; what is older than the window is not counted.
#[derive(Debug, Default, Clone)]
pub(super) struct Window {
    began: Option<Instant>,
    parts: [Part; PARTS],
}

#[derive(Debug, Default, Clone, Copy)]
struct Part {
    /// The number of the part since `began`.
    number: u64,
    calls: u32,
    faults: u32,
}

impl Window {
    pub(super) fn add(&mut self, is_fault: bool, now: Instant) {
        let number = self.number(now);
        let part = &mut self.parts[(number % PARTS as u64) as usize];
        if part.number != number {
            *part = Part { number, calls: 0, faults: 0 };
        }
        part.calls = part.calls.saturating_add(1);
        part.faults = part.faults.saturating_add(is_fault.into());
    }

    /// Calls and faults.
    pub(super) fn counts(&self, now: Instant) -> (u32, u32) {
        let Some(began) = self.began else { return (0, 0) };
        let number = number(began, now);
        let within = self.parts.iter().filter(|part| part.number + PARTS as u64 > number);
        within.fold((0, 0), |(calls, faults), part| {
            (calls.saturating_add(part.calls), faults.saturating_add(part.faults))
        })
    }

    fn number(&mut self, now: Instant) -> u64 {
        number(*self.began.get_or_insert(now), now)
    }
}

/// The first one is 1, so that an empty part is not taken for the first one.
fn number(began: Instant, now: Instant) -> u64 {
    now.saturating_duration_since(began).as_secs() / PART_SECONDS + 1
}
