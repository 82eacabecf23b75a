//! `log`: a component's lines in the host's log, bounded in number and length.

use crate::capabilities::Capabilities;

/// The levels, as the contract names them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogLevel {
    Debug,
    Info,
    Warn,
    Error,
}

/// Characters of one line; the rest is cut.
const LINE_LENGTH: usize = 2_000;

/// The lines that a call may still write.
pub(super) struct LogShare {
    lines_left: u32,
    /// The last line of a trial.
    pub(super) said: Option<String>,
}

impl LogShare {
    pub(super) fn new(lines: u32) -> LogShare {
        LogShare { lines_left: lines, said: None }
    }

    /// Writes a line, unless the request has written its share.
    pub(super) fn write(&mut self, capabilities: &Capabilities, request_id: &str, level: LogLevel, message: &str) {
        if self.lines_left == 0 {
            return;
        }
        self.lines_left -= 1;
        let line: String = message.chars().take(LINE_LENGTH).collect();
        let component = capabilities.component();
        if capabilities.is_trial() {
            tracing::debug!(component, request_id, "{line}");
            self.said = Some(line);
            return;
        }
        match level {
            LogLevel::Debug => tracing::debug!(component, request_id, "{line}"),
            LogLevel::Info => tracing::info!(component, request_id, "{line}"),
            LogLevel::Warn => tracing::warn!(component, request_id, "{line}"),
            LogLevel::Error => tracing::error!(component, request_id, "{line}"),
        }
        if self.lines_left == 0 {
            tracing::warn!(
                component,
                request_id,
                "this request has written its share of log lines: further ones are dropped (log_lines)"
            );
        }
    }
}
