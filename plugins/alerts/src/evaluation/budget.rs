//! The share of a run that is left: a job has a share of events and messages, and what is left of an evaluation is for the next run.

/// Events and live messages that a run may write, a little below what the host gives a job.
const EVENTS: usize = 9_000;
const MESSAGES: usize = 900;

/// The shares of a run that are left.
pub struct Budget {
    events: usize,
    messages: usize,
    is_spent: bool,
}

impl Budget {
    pub fn of_a_run() -> Budget {
        Budget { events: EVENTS, messages: MESSAGES, is_spent: false }
    }

    /// How many events may be emitted together, `most` at the most; none where too few are left, which ends the run.
    pub fn room_for_events(&mut self, most: usize) -> Option<usize> {
        if self.events < most {
            self.is_spent = true;
            return None;
        }
        Some(most)
    }

    /// Counts events.
    pub fn emitted(&mut self, events: usize) {
        self.events = self.events.saturating_sub(events);
    }

    /// Takes one message; false where none is left: people see what they were told when they look.
    pub fn take_message(&mut self) -> bool {
        let is_left = self.messages > 0;
        self.messages = self.messages.saturating_sub(1);
        is_left
    }

    /// True when the rest is for another run.
    pub fn is_spent(&self) -> bool {
        self.is_spent
    }
}
