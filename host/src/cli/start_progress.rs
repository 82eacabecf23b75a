//! The progress of `quarry up` while it starts, which takes minutes the first time: a line that moves on a terminal, a line a
//! step elsewhere.

use crate::assembly::SampleStep;
use crate::cli::output;
use indicatif::{ProgressBar, ProgressStyle};
use quarry_ingest::Progress;
use std::io::IsTerminal;
use std::sync::Arc;
use std::time::Duration;

/// The time between two moves of the line while there is nothing new to say.
const TICK: Duration = Duration::from_millis(120);

/// The steps of a start. Its line is gone when it is dropped.
pub(super) struct StartProgress {
    bar: Option<ProgressBar>,
}

impl StartProgress {
    pub(super) fn new() -> StartProgress {
        let bar = std::io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{spinner} {prefix} {msg} ({elapsed})");
            let bar = ProgressBar::new_spinner().with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
            bar.enable_steady_tick(TICK);
            bar
        });
        StartProgress { bar }
    }

    /// The next step begins.
    pub(super) fn step(&self, description: &str) {
        match &self.bar {
            Some(bar) => {
                bar.set_message("");
                bar.set_prefix(description.to_owned());
            }
            // What goes wrong is alone on standard error.
            None => output::line(format!("{description} …")),
        }
    }

    /// The next table of the sample chain begins.
    pub(super) fn table(&self, step: &SampleStep) -> Arc<dyn Progress> {
        let (network, table) = (step.network.slug(), step.table.name());
        self.step(&format!("loading the sample chain, once: table {} of {}, {network} {table}", step.number, step.of));
        Arc::new(TableProgress { bar: self.bar.clone() })
    }
}

impl Drop for StartProgress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// One table of the sample chain.
struct TableProgress {
    bar: Option<ProgressBar>,
}

impl Progress for TableProgress {
    fn started(&self, _name: &str, _size_bytes: Option<u64>) {}

    fn advanced(&self, _bytes: u64) {}

    fn step(&self, description: &str) {
        if let Some(bar) = &self.bar {
            bar.set_message(format!("({description})"));
        }
    }

    fn finished(&self) {}
}
