//! `{scope.NAME}`: the rows that a caller may see, told by a statement of their own and written where a table stands.

use crate::statement::{Line, Piece};
use crate::{Parameter, ParameterType, SourceLine, Statement};
use thiserror::Error;

/// The reason for which a text cannot be a scope, or a scope cannot be written into a statement.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ScopeError {
    #[error("a scope has no orders, no `-- when`, no `{{after(…)}}`, no `{{page.limit}}` and no scope of its own")]
    NotPlain,
    #[error("a scope takes `{{caller.…}}` alone, and this one takes `{0}`")]
    OtherParameter(String),
    #[error("line {line}: there is no scope `{name}`")]
    Unknown { line: SourceLine, name: String },
    #[error("line {line}: `{parameter}` has another type in the scope `{name}`")]
    OtherType { line: SourceLine, name: String, parameter: String },
}

impl Statement {
    /// The names of its scopes, each once.
    pub fn scopes(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for piece in self.lines.iter().flat_map(|line| &line.pieces) {
            if let Piece::Scope(name) = piece
                && !names.contains(&name.as_str())
            {
                names.push(name);
            }
        }
        names
    }

    /// Checks that it may be the statement of a scope: one query of plain lines that takes values of the caller and nothing
    /// else.
    pub fn check_scope(&self) -> Result<(), ScopeError> {
        let is_plain = |line: &Line| line.when.is_none() && line.order.is_none();
        let is_own = |piece: &Piece| matches!(piece, Piece::Sql(_) | Piece::Parameter(_));
        if !self.lines.iter().all(|line| is_plain(line) && line.pieces.iter().all(is_own)) {
            return Err(ScopeError::NotPlain);
        }
        let is_caller = |parameter: &&Parameter| matches!(parameter.in_namespace(), Some(("caller", _)));
        match self.parameters.iter().find(|parameter| !is_caller(parameter)) {
            Some(other) => Err(ScopeError::OtherParameter(other.name.clone())),
            None => Ok(()),
        }
    }

    /// The statement with each of its scopes written out, between brackets and on the line where it stands. `find` gives the
    /// statement of a scope, which [`Statement::check_scope`] found good.
    pub fn with_scopes<'a>(&self, find: impl Fn(&str) -> Option<&'a Statement>) -> Result<Statement, ScopeError> {
        let mut whole = self.clone();
        for line in &mut whole.lines {
            let mut pieces = Vec::with_capacity(line.pieces.len());
            for piece in std::mem::take(&mut line.pieces) {
                let Piece::Scope(name) = piece else {
                    pieces.push(piece);
                    continue;
                };
                let source = &line.source;
                let scope =
                    find(&name).ok_or_else(|| ScopeError::Unknown { line: source.clone(), name: name.clone() })?;
                pieces.push(Piece::Sql("(".to_owned()));
                for inner in &scope.lines {
                    pieces.extend(inner.pieces.iter().cloned());
                    pieces.push(Piece::Sql(" ".to_owned()));
                }
                pieces.push(Piece::Sql(")".to_owned()));
                for parameter in &scope.parameters {
                    take_parameter(&mut whole.parameters, parameter).map_err(|parameter| ScopeError::OtherType {
                        line: source.clone(),
                        name: name.clone(),
                        parameter,
                    })?;
                }
            }
            line.pieces = pieces;
        }
        Ok(whole)
    }
}

/// Adds a parameter of a scope; fails with its name where the statement has it with another type.
fn take_parameter(parameters: &mut Vec<Parameter>, parameter: &Parameter) -> Result<(), String> {
    let form = |parameter: &Parameter| -> (ParameterType, bool) { (parameter.kind, parameter.nullable) };
    match parameters.iter().find(|known| known.name == parameter.name) {
        Some(known) if form(known) != form(parameter) => Err(parameter.name.clone()),
        Some(_) => Ok(()),
        None => {
            parameters.push(parameter.clone());
            Ok(())
        }
    }
}
