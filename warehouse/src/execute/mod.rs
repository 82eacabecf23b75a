//! Runs one request: read the statement, refuse or admit it, and answer.
//!
//! Three ways: a query (`query`), an INSERT whose data is the body (`insert`), and an INSERT that transforms its data with
//! `SELECT … FROM input(…)` (`piped_insert`). Each works on a blocking thread of its own; the async side only moves
//! bytes, and its being dropped (the client left) cancels the query (`cancellation`).

mod admission;
mod body;
mod cancellation;
mod execution;
mod insert;
mod piped_insert;
mod query;
mod repeated_header;

pub(crate) use self::execution::Execution;

use self::body::{InsertBody, collect_statement};
use crate::engine::Engine;
use crate::engine::failure::{EngineFailure, code};
use crate::http::request::RequestHead;
use crate::http::response::{self, WarehouseResponse};
use crate::statement::insert::Insert;
use crate::statement::lexer::{LexError, Lexer, Token};
use crate::statement::{is_query, named_format};
use hyper::Request;
use hyper::body::Incoming;
use std::sync::Arc;

/// Answers a request; every failure becomes a response.
pub(crate) async fn answer(execution: Arc<Execution>, request: Request<Incoming>) -> WarehouseResponse {
    let version = execution.engine.version().to_owned();
    run(execution, request).await.unwrap_or_else(|failure| response::failure(&failure, &version))
}

async fn run(execution: Arc<Execution>, request: Request<Incoming>) -> Result<WarehouseResponse, EngineFailure> {
    let (parts, body) = request.into_parts();
    let mut head = RequestHead::read(&parts)?;
    let url_statement = head.option("query").unwrap_or_default().to_owned();
    if head.is_post && head.boundary.is_none() {
        let insert = Insert::parse(&url_statement).map_err(syntax_error)?;
        if let Some(insert) = insert.filter(|insert| !insert.brings_its_rows()) {
            let data = InsertBody::streamed(body, head.flag("decompress"));
            return run_insert(&execution, &head, &insert, data).await;
        }
    }
    let statement = collect_statement(&mut head, url_statement, body).await?;
    // Data after `FORMAT x` may be binary: only the text before it is read.
    let text = match std::str::from_utf8(&statement) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&statement[..error.valid_up_to()]).unwrap_or_default(),
    };
    if let Some(insert) = Insert::parse(text).map_err(syntax_error)?
        && insert.format.is_some()
        && insert.data_start < statement.len()
        && !insert.brings_its_rows()
    {
        let data = InsertBody::inline(statement.slice(insert.data_start..));
        return run_insert(&execution, &head, &insert, data).await;
    }
    if text.len() < statement.len() {
        let sentence = "The statement is not UTF-8 text";
        return Err(EngineFailure::new(code::SYNTAX_ERROR, "SYNTAX_ERROR", sentence));
    }
    let tokens = Lexer::tokens(text).map_err(syntax_error)?;
    refuse(&execution.engine, &tokens, &head)?;
    let format = named_format(&tokens).or_else(|| head.option("default_format")).unwrap_or("TabSeparated").to_owned();
    let job = execution.admit(&head).await?;
    query::run(&execution.engine, &head, text.to_owned(), format, is_query(&tokens), job).await
}

async fn run_insert(
    execution: &Arc<Execution>,
    head: &RequestHead,
    insert: &Insert<'_>,
    data: InsertBody,
) -> Result<WarehouseResponse, EngineFailure> {
    refuse(&execution.engine, &insert.tokens, head)?;
    let format = insert.format.or_else(|| head.option("default_format")).unwrap_or("Values").to_owned();
    let input = insert.input();
    if input.is_none() && head.content_encoding.is_some() {
        let sentence = "A Content-Encoding is only understood for INSERT … SELECT … FROM input(…)";
        return Err(EngineFailure::new(code::NOT_IMPLEMENTED, "NOT_IMPLEMENTED", sentence));
    }
    let job = execution.admit(head).await?;
    let query_id = head.option("query_id").unwrap_or(&job.session.tag).to_owned();
    let progress = match input {
        Some(input) => {
            let compression = head.content_encoding.as_deref().unwrap_or("none");
            let piped = piped_insert::PipedInsert::new(insert, input, &format, compression)?;
            piped_insert::run(execution, piped, data, job).await?
        }
        None => insert::run(execution, insert.statement.to_owned(), format, data, job).await?,
    };
    let head = response::AnswerHead { query_id: &query_id, format: "", progress, exception_tag: "", lz4: false };
    Ok(response::complete(&head, bytes::Bytes::new()))
}

fn refuse(engine: &Engine, tokens: &[Token<'_>], head: &RequestHead) -> Result<(), EngineFailure> {
    use crate::statement::refusal::Refusal;
    let parameter =
        |name: &str| head.parameters.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value.as_slice());
    engine.refusals().check(tokens, parameter).map_err(|refusal| match refusal {
        Refusal::SeveralStatements | Refusal::Empty => {
            EngineFailure::new(code::SYNTAX_ERROR, "SYNTAX_ERROR", format_args!("Syntax error: {refusal}"))
        }
        Refusal::Forbidden(_) | Refusal::PathLikeName(_) => {
            EngineFailure::new(code::ACCESS_DENIED, "ACCESS_DENIED", refusal)
        }
    })
}

fn syntax_error(error: LexError) -> EngineFailure {
    EngineFailure::new(code::SYNTAX_ERROR, "SYNTAX_ERROR", format_args!("Syntax error: {error}"))
}
