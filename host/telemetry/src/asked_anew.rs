//! A filter that is asked about every span and event, even where its answer is always the same.
//!
//! tracing-subscriber keeps the answers of its filters on the thread until the span or event that they are about. A question that no span
//! follows leaves them there: libraries that log by the crate `log` ask so, as sqlx does behind each statement of PostgreSQL, on the thread
//! of the request. A filter whose "always" is remembered is not asked again, so the answers that were left would drop the next span or
//! line of this program. Asked anew, it overwrites them.

use tracing::span::{Attributes, Id, Record};
use tracing::subscriber::Interest;
use tracing::{Event, Metadata};
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::layer::{Context, Filter};

/// The filter within, asked each time.
pub(crate) struct AskedAnew<F>(pub(crate) F);

impl<S, F: Filter<S>> Filter<S> for AskedAnew<F> {
    fn enabled(&self, metadata: &Metadata<'_>, context: &Context<'_, S>) -> bool {
        self.0.enabled(metadata, context)
    }

    fn callsite_enabled(&self, metadata: &'static Metadata<'static>) -> Interest {
        let interest = self.0.callsite_enabled(metadata);
        if interest.is_always() { Interest::sometimes() } else { interest }
    }

    fn event_enabled(&self, event: &Event<'_>, context: &Context<'_, S>) -> bool {
        self.0.event_enabled(event, context)
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        self.0.max_level_hint()
    }

    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        self.0.on_new_span(attributes, id, context);
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, context: Context<'_, S>) {
        self.0.on_record(id, values, context);
    }

    fn on_enter(&self, id: &Id, context: Context<'_, S>) {
        self.0.on_enter(id, context);
    }

    fn on_exit(&self, id: &Id, context: Context<'_, S>) {
        self.0.on_exit(id, context);
    }

    fn on_close(&self, id: Id, context: Context<'_, S>) {
        self.0.on_close(id, context);
    }
}
