//! `log`: a component's lines in the host's log, bounded in number and length.

use crate::capabilities::Call;

/// As the contract names them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogLevel {
    Debug,
    Info,
    Warn,
    Error,
}

/// Characters of one line; the rest is cut.
const LINE_LENGTH: usize = 2_000;

impl Call {
    /// Writes a line, unless the request has written its share.
    pub fn log(&mut self, level: LogLevel, message: &str) {
        if self.log_lines_left == 0 {
            return;
        }
        self.log_lines_left -= 1;
        let line: String = message.chars().take(LINE_LENGTH).collect();
        let (component, request_id) = (self.capabilities.component(), &*self.request_id);
        if self.capabilities.is_trial() {
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
        if self.log_lines_left == 0 {
            tracing::warn!(
                component,
                request_id,
                "this request has written its share of log lines: further ones are dropped (log_lines)"
            );
        }
    }
}
