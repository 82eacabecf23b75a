//! The answer of a guest, in the contract's types: rows and secrets are taken from behind their handles.

use crate::bindings::quarry::plugin::exchange;
use crate::capabilities::{Call, DeferredStatement, HeldRows, Rows, SecretHandle, StatementFailure};
use crate::declared_answers::DeclaredAnswers;
use crate::instance::State;
use crate::{LoadedComponent, convert};
use quarry_contract::{Answer, Body, Fragment, Problem, Served, Store};
use quarry_telemetry::figures::Fault;
use wasmtime::component::{Resource, ResourceTable};

/// The form that a statement's rows take in an answer.
type RowsForm = fn(Rows) -> Fragment;

/// An answer, and its rows that are not read yet.
struct Unread {
    answer: Answer,
    statements: Vec<DeferredStatement>,
    /// The index among the fragments at which the rows of each statement belong, and their form.
    places: Vec<(usize, RowsForm)>,
}

impl LoadedComponent {
    /// The answer that the guest ended with; what it deferred is read now.
    pub(super) async fn answer(
        &self,
        state: &mut State,
        operation_id: &str,
        operation: &DeclaredAnswers,
        answer: exchange::Answer,
    ) -> Served {
        // In a box: a future is as big as the biggest that it may wait for, and most requests wait for none of these.
        if let exchange::Body::Object(body) = answer.body {
            return Box::pin(object_answer(state, body)).await;
        }
        let unread = self.unread(state, operation_id, operation, answer)?;
        if unread.statements.is_empty() {
            return Ok(unread.answer);
        }
        // What the guest left open, a transaction above all, holds nobody up meanwhile.
        state.table = ResourceTable::new();
        Box::pin(self.read(&mut state.call, unread, operation)).await
    }

    /// The answer with the rows and secrets that it names taken out of the table.
    fn unread(
        &self,
        state: &mut State,
        operation_id: &str,
        operation: &DeclaredAnswers,
        answer: exchange::Answer,
    ) -> Result<Unread, Problem> {
        let State { table, call, .. } = state;
        let name = &self.manifest().name;
        let fault = |what: String| {
            operation.figures.fault(Fault::Answer);
            tracing::error!(component = name.as_str(), "{what}");
            Problem::plugin_failed(format!("The component {name} gave an answer that the host cannot use."))
        };
        if !operation.statuses.contains(&answer.status) {
            let status = answer.status;
            return Err(fault(format!("an answer of {operation_id} has the status {status}, which is not declared")));
        }
        if let Some((name, _)) = answer.headers.iter().find(|(name, _)| !operation.headers.contains(name)) {
            return Err(fault(format!("an answer of {operation_id} has the header {name}, which is not declared")));
        }
        let fragments = match answer.body {
            exchange::Body::Empty => None,
            exchange::Body::Json(fragments) => Some(fragments),
            exchange::Body::Text(text) => {
                return self.text_answer(operation_id, operation, text, answer.headers, answer.version);
            }
            exchange::Body::Object(_) | exchange::Body::EventStream => {
                return Err(fault("an answer has a body of another form than its route".to_owned()));
            }
        };
        let mut text_bytes = 0;
        let (mut pieces, mut statements, mut places) = (Vec::new(), Vec::new(), Vec::new());
        let mut misfit: Option<String> = None;
        for fragment in fragments.iter().flatten() {
            if let exchange::Fragment::Text(text) = fragment {
                text_bytes += text.len();
            }
        }
        if text_bytes > self.limits.response_bytes {
            operation.figures.fault(Fault::Answer);
            return Err(Problem::plugin_failed(format!(
                "The component {name} wrote an answer of {text_bytes} bytes; {} are allowed (response_bytes).",
                self.limits.response_bytes
            )));
        }
        for fragment in fragments.into_iter().flatten() {
            let mut held = |rows: Resource<HeldRows>, form: RowsForm| {
                Ok(match table.delete(rows)? {
                    HeldRows::Read(rows) => {
                        misfit = misfit.take().or_else(|| misfit_of(call, operation, &rows));
                        form(rows)
                    }
                    HeldRows::Deferred(statement) => {
                        statements.push(statement);
                        places.push((pieces.len(), form));
                        Fragment::Text(String::new())
                    }
                })
            };
            let piece = match fragment {
                exchange::Fragment::Text(text) => Ok(Fragment::Text(text)),
                exchange::Fragment::PageMembers => Ok(Fragment::PageMembers),
                exchange::Fragment::PageEnds(ends) => Ok(Fragment::PageEnds(convert::ends_from_guest(ends))),
                exchange::Fragment::NextCursor(place) => Ok(Fragment::NextCursor(place.map(convert::place_from_guest))),
                exchange::Fragment::Row(rows) => held(rows, |rows| Fragment::Row(rows.set)),
                exchange::Fragment::Rows(rows) => held(rows, rows_fragment),
                exchange::Fragment::Page(rows) => held(rows, own_page),
                exchange::Fragment::Secret(secret) => match table.delete(secret).map(SecretHandle::into_shown) {
                    Ok(Some(secret)) if operation.shows_secrets => Ok(Fragment::Secret(secret)),
                    Ok(Some(_)) => return Err(fault(format!("{operation_id} does not declare the secret it shows"))),
                    Ok(None) => return Err(fault("an answer shows a secret that was not minted for it".to_owned())),
                    Err(error) => Err(error),
                },
            };
            pieces.push(piece.map_err(|error| fault(format!("an answer names what does not exist: {error}")))?);
        }
        if let Some(misfit) = misfit {
            call.note_finding(&misfit);
            return Err(fault(format!("an answer of {operation_id} does not fit its schema: {misfit}")));
        }
        let body = if matches!(answer.status, 204) { Body::Empty } else { Body::Json(pieces) };
        let pinned = answer.pinned.into_iter().map(|(name, value)| (name, convert::value_from_guest(value))).collect();
        let answer = Answer { status: answer.status, body, pinned, headers: answer.headers, version: answer.version };
        Ok(Unread { answer, statements, places })
    }

    /// A text in one of the media types of the route.
    fn text_answer(
        &self,
        operation_id: &str,
        operation: &DeclaredAnswers,
        text: exchange::TextBody,
        headers: Vec<(String, String)>,
        version: Option<String>,
    ) -> Result<Unread, Problem> {
        let exchange::TextBody { media_type, text } = text;
        let name = self.manifest().name.as_str();
        let (bytes, most) = (text.len(), self.limits.response_bytes);
        if bytes > most || !operation.media_types.contains(&media_type) {
            operation.figures.fault(Fault::Answer);
            tracing::error!(
                component = name,
                operation_id,
                media_type,
                bytes,
                most,
                "an answer in text cannot be used"
            );
            return Err(Problem::plugin_failed(format!(
                "The component {name} gave an answer that the host cannot use."
            )));
        }
        let body = Body::Text { media_type, text };
        let answer = Answer { status: 200, body, pinned: Vec::new(), headers, version };
        Ok(Unread { answer, statements: Vec::new(), places: Vec::new() })
    }

    /// Runs the deferred statements and puts their rows where they belong.
    async fn read(&self, call: &mut Call, unread: Unread, operation: &DeclaredAnswers) -> Served {
        let Unread { mut answer, statements, places } = unread;
        let read = call.query_deferred(statements).await.map_err(|failure| self.unread_problem(failure))?;
        if let Some(misfit) = read.iter().find_map(|rows| misfit_of(call, operation, rows)) {
            operation.figures.fault(Fault::Answer);
            call.note_finding(&misfit);
            let name = self.manifest().name.as_str();
            tracing::error!(component = name, "an answer does not fit its schema: {misfit}");
            return Err(Problem::plugin_failed(format!(
                "The component {name} gave an answer that the host cannot use."
            )));
        }
        if let Body::Json(pieces) = &mut answer.body {
            for ((place, form), rows) in places.into_iter().zip(read) {
                pieces[place] = form(rows);
            }
        }
        Ok(answer)
    }

    /// Makes the problem that the SDK makes for a guest that waits.
    fn unread_problem(&self, failure: StatementFailure) -> Problem {
        match failure {
            StatementFailure::Unavailable(detail) | StatementFailure::DeadlineExceeded(detail) => {
                Problem::data_source_unavailable(detail).of_store(Store::Warehouse)
            }
            StatementFailure::LimitExceeded(detail) => Problem::data_source_unavailable(detail),
            StatementFailure::Overloaded(detail) => Problem::overloaded(detail),
            StatementFailure::Conflict(detail) | StatementFailure::Rejected(detail) => {
                let name = &self.manifest().name;
                tracing::error!(component = name.as_str(), "a deferred statement was refused: {detail}");
                Problem::plugin_failed(format!("The component {name} asked for rows that the host refused it."))
            }
        }
    }
}

/// Tells how rows do not fit the schema of the answer that they stand in, where the host checks that.
fn misfit_of(call: &Call, operation: &DeclaredAnswers, rows: &Rows) -> Option<String> {
    if !call.checks_answers() {
        return None;
    }
    let misfit = operation.rows.get(&rows.statement)?.check_rows(&rows.set).err()?;
    Some(format!("the statement {}: {misfit}", rows.statement))
}

/// The object that the guest answers with.
async fn object_answer(state: &mut State, body: exchange::ObjectBody) -> Served {
    let object = state.call.objects().body(&body.key, body.file_name).await?;
    let body = Body::Object(Box::new(object));
    Ok(Answer { status: 200, body, pinned: Vec::new(), headers: Vec::new(), version: None })
}

/// Rows of a paged statement are the page of the answer.
fn rows_fragment(rows: Rows) -> Fragment {
    if rows.after.is_empty() {
        Fragment::Rows(rows.set)
    } else {
        Fragment::PageRows { rows: rows.set, after: rows.after, order: rows.order }
    }
}

/// Rows whose list the component wrote itself.
fn own_page(rows: Rows) -> Fragment {
    Fragment::OwnPage { rows: rows.set, after: rows.after, order: rows.order }
}
