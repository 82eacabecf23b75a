//! A component's declared statements: parsed once, then turned into the SQL of one variant and its bound values.

use crate::capabilities::language::Language;
use crate::capabilities::statement_bindings::{
    GuestValues, HostValues, bind_host, bind_page, bind_parts, check, is_unknown_to_host, leave_out_nulls, list_length,
    rejected, take,
};
use crate::capabilities::statement_check::Examination;
use crate::capabilities::statement_rows::GivenRows;
use crate::capabilities::statement_variants::{MAX_LIST_ITEMS, MAX_VARIANTS, Variants, variant_count};
use crate::capabilities::table_grants::is_plain_name;
use crate::capabilities::{StatementFailure, StatementRefusal};
use quarry_contract::{CursorColumn, PageRequest, RowScope, StatementSource, Store};
use quarry_statement::{
    DialectError, FormedColumn, ORDER_PARAMETER, PAGE_LIMIT, Parameter, Rendered, ScopeError, SourceLine, Statement,
    dotless, same_form, warehouse_columns,
};
use quarry_stores::app::AppStoreDialect;
use quarry_stores::result_set::Value;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;

/// Every statement of a component, by name.
#[derive(Debug)]
pub struct StatementSet {
    statements: HashMap<String, Declared>,
    /// The dialect of the app store in use.
    dialect: AppStoreDialect,
}

/// One statement.
#[derive(Debug)]
struct Declared {
    store: Store,
    /// For the warehouse, or for each engine of the app store that has no text of its own.
    main: Text,
    dialects: Vec<(AppStoreDialect, Text)>,
}

/// One text of a statement, parsed.
#[derive(Debug)]
pub(super) struct Text {
    pub(super) file: String,
    /// The statement with its scopes written out.
    pub(super) statement: Statement,
    /// The statement as the file has it.
    pub(super) written: Statement,
    /// The columns' forms; none where the file declares none.
    formed: Option<Arc<[FormedColumn]>>,
    variants: Variants,
}

/// The reason why a component's statements are refused.
#[derive(Debug, Error)]
pub enum StatementSetError {
    #[error("{file}, {source}")]
    Malformed { file: String, source: quarry_statement::StatementError },
    #[error("{file}: the name {name} is taken by another statement of the component")]
    NameTaken { file: String, name: String },
    #[error(
        "{file}, line 1: its lines allow {count} variants, and {MAX_VARIANTS} are the most; make two statements of it"
    )]
    TooManyVariants { file: String, count: usize },
    #[error("{file}: a statement has at most one text for each engine of the app store, and none for the warehouse")]
    NeedlessDialect { file: String },
    #[error(
        "{file}, line {line}: the list `{parameter}` of the app store stands elsewhere than in `IN ({{{parameter}:…}})`, alone"
    )]
    ListElsewhere { file: String, line: SourceLine, parameter: String },
    #[error("{file}, line {line}: an `else` is of the app store alone: nothing is changed in the warehouse")]
    ElseOfWarehouse { file: String, line: SourceLine },
    #[error("{file}, line {line}: `{parameter}` is rows, and rows are a parameter of the app store alone")]
    RowsOfWarehouse { file: String, line: SourceLine, parameter: String },
    #[error("{file}: the scope {name} is wrong: {reason}")]
    Scope { file: String, name: String, reason: String },
    #[error("{file}, {source}")]
    InScope { file: String, source: ScopeError },
    #[error("{file}: `-- column` is of the app store alone: the columns of the warehouse have types of their own")]
    FormOfWarehouse { file: String },
    #[error(transparent)]
    Dialects(#[from] DialectError),
    #[error(transparent)]
    Refused(#[from] StatementRefusal),
    #[error(
        "{file}, line {line}: a `{{` stands in quoted text, where ClickHouse could read a place of its own; write char(123) there"
    )]
    OtherBrace { file: String, line: SourceLine },
    #[error(
        "{file}: `{parameter}` is not something the host binds; it binds caller.organization_id and caller.user_id"
    )]
    UnknownCallerParameter { file: String, parameter: String },
}

/// SQL and values, ready to run.
#[derive(Debug)]
pub(super) struct Prepared {
    rendered: Arc<Rendered>,
    /// For the warehouse: values by name.
    pub(super) named: Vec<(String, Value)>,
    /// For the app store: values in the order of `$1`, `$2`, ….
    pub(super) numbered: Vec<Value>,
    pub(super) after: Vec<CursorColumn>,
    pub(super) order: Option<String>,
    /// The forms of its columns, where the file declares them.
    pub(super) formed: Option<Arc<[FormedColumn]>>,
    time_limit: Option<Duration>,
}

impl Prepared {
    pub(super) fn sql(&self) -> &str {
        &self.rendered.sql
    }

    /// Gives the time that its answer is waited for, out of the time that `remains` to the request.
    pub(super) fn time_within(&self, remains: Duration) -> Duration {
        self.time_limit.map_or(remains, |limit| limit.min(remains))
    }
}

impl StatementSet {
    /// Parses what a manifest declares; `dialect` is that of the app store in use.
    pub fn parse(
        sources: &[StatementSource],
        scopes: &[RowScope],
        dialect: AppStoreDialect,
    ) -> Result<StatementSet, StatementSetError> {
        let scopes = parse_scopes(scopes)?;
        let mut statements = HashMap::with_capacity(sources.len());
        for source in sources {
            let declared = Declared::parse(source, &scopes, dialect)?;
            if statements.insert(source.name.clone(), declared).is_some() {
                return Err(StatementSetError::NameTaken { file: source.file.clone(), name: source.name.clone() });
            }
        }
        Ok(StatementSet { statements, dialect })
    }

    /// Holds each statement against what its component was given, for either engine of the app store. Gives the tables that each
    /// uses, by its name.
    pub(super) fn examine(
        &self,
        examination: &Examination<'_>,
    ) -> Result<HashMap<&str, (Store, BTreeSet<String>)>, StatementSetError> {
        let mut used = HashMap::with_capacity(self.statements.len());
        for (name, declared) in &self.statements {
            let mut tables = BTreeSet::new();
            for (language, text) in declared.texts() {
                tables.extend(examination.examine(&text.file, language, &text.statement)?);
            }
            used.insert(name.as_str(), (declared.store, tables));
        }
        Ok(used)
    }

    /// The parameters of a statement for `store`; `None` when none is declared.
    pub(super) fn parameters_of(&self, store: Store, name: &str) -> Option<&[Parameter]> {
        let declared = self.statements.get(name).filter(|declared| declared.store == store)?;
        Some(declared.text(self.dialect).statement.parameters())
    }

    /// Tells that a statement gives a page of its rows.
    pub(super) fn gives_a_page(&self, name: &str) -> bool {
        self.statements.get(name).is_some_and(|declared| declared.text(self.dialect).statement.has_page_limit())
    }

    /// The placeholder by which a statement takes the page or the order of a request for a list; none where it takes neither. A
    /// statement that the host runs for itself has no such request, so it may have no such placeholder.
    pub(super) fn taken_of_a_list(&self, name: &str) -> Option<&'static str> {
        let texts = self.texts_of(name);
        match texts.iter().any(|(_, text)| text.statement.has_page_limit()) {
            true => Some(PAGE_LIMIT),
            false => texts.iter().any(|(_, text)| text.statement.orders().len() > 0).then_some(ORDER_PARAMETER),
        }
    }

    /// The texts of one statement, each with whose SQL it is.
    pub(super) fn texts_of(&self, name: &str) -> Vec<(Language, &Text)> {
        self.statements.get(name).map(Declared::texts).unwrap_or_default()
    }

    /// Tells that a statement begins as one that reads. Anything else may write: `WITH` too, where PostgreSQL lets it.
    pub(super) fn only_reads(&self, name: &str) -> bool {
        let declared = self.statements.get(name);
        declared
            .is_some_and(|declared| declared.text(self.dialect).statement.first_word().eq_ignore_ascii_case("select"))
    }

    /// Gives the language of the app store's statements that run here.
    pub(super) fn app_store(&self) -> Language {
        Language::AppStore(self.dialect)
    }

    /// The texts that the stores in use run, each with its statement's name and whose SQL it is.
    pub(super) fn in_use(&self) -> impl Iterator<Item = (&str, Language, &Text)> {
        self.statements.iter().map(|(name, declared)| {
            let language = match declared.store {
                Store::Warehouse => Language::ClickHouse,
                Store::AppStore => Language::AppStore(self.dialect),
            };
            (name.as_str(), language, declared.text(self.dialect))
        })
    }

    /// A prepared statement of the warehouse that answers with some of its columns alone. The names are compared with those of
    /// the file before they are written, so nothing but the file's own words is.
    pub(super) fn narrowed(
        &self,
        name: &str,
        prepared: &Prepared,
        columns: &[String],
    ) -> Result<String, StatementFailure> {
        let declared = self.statements.get(name).ok_or_else(|| rejected(format!("no statement {name} is declared")))?;
        let known = warehouse_columns(&declared.main.statement, prepared.order.as_deref())
            .map_err(|error| rejected(format!("the columns of the statement {name} cannot be told: {error}")))?;
        let is_good = |column: &String| is_plain_name(column) && known.contains(column);
        if let Some(unknown) = columns.iter().find(|column| !is_good(column)) {
            let known = known.join(", ");
            return Err(rejected(format!("the statement {name} has no column {unknown:.80}: it has {known}")));
        }
        let distinct: HashSet<&String> = columns.iter().collect();
        if columns.is_empty() || distinct.len() < columns.len() {
            return Err(rejected("the columns of a file are one or more, each once".to_owned()));
        }
        Ok(narrowed_text(prepared.sql(), columns))
    }

    /// The variant for these bindings, with everything that the host binds itself.
    pub(super) fn prepare(
        &self,
        store: Store,
        name: &str,
        mut bindings: Vec<(String, Value)>,
        host: HostValues<'_>,
        page: Option<&PageRequest>,
    ) -> Result<Prepared, StatementFailure> {
        let declared = self.statements.get(name).ok_or_else(|| rejected(format!("no statement {name} is declared")))?;
        if declared.store != store {
            return Err(rejected(format!("the statement {name} is declared for the other store")));
        }
        let Text { statement, variants, formed, .. } = declared.text(self.dialect);
        let rows = GivenRows::take(statement, name, &mut bindings)?;
        let GuestValues { mut values, order } = check(statement, name, bindings)?;
        bind_host(statement, name, host, &mut values)?;
        let has_cursor = bind_page(statement, name, order.as_deref(), page, &mut values)?;
        leave_out_nulls(statement, &mut values);
        let is_given = |parameter: &str| values.contains_key(parameter) || rows.has(parameter);
        let longest = values.values().map(list_length).max().unwrap_or(0);
        if store == Store::AppStore && longest > MAX_LIST_ITEMS {
            return Err(rejected(format!(
                "a list of the statement {name} has {longest} items, and {MAX_LIST_ITEMS} are the most"
            )));
        }
        let rendered = variants.rendered(statement, order.as_deref(), is_given, has_cursor);
        rows.bind(self.dialect, name, &mut values)?;
        bind_parts(&rendered.bindings, &mut values);
        let after = statement.after(order.as_deref()).iter().map(CursorColumn::of).collect();
        let (mut named, mut numbered) = (Vec::new(), Vec::new());
        for bound in &rendered.bindings {
            let value = take(&mut values, bound, name)?;
            match store {
                Store::Warehouse => named.push((dotless(bound), value)),
                Store::AppStore => numbered.push(value),
            }
        }
        let time_limit = statement.time_limit();
        Ok(Prepared { rendered, named, numbered, after, order, formed: formed.clone(), time_limit })
    }
}

/// The statements of the scopes, by name.
fn parse_scopes(scopes: &[RowScope]) -> Result<HashMap<String, Statement>, StatementSetError> {
    let parse = |scope: &RowScope| {
        let wrong =
            |reason: String| StatementSetError::Scope { file: scope.file.clone(), name: scope.name.clone(), reason };
        let statement = Statement::parse(&scope.sql).map_err(|error| wrong(error.to_string()))?;
        statement.check_scope().map_err(|error| wrong(error.to_string()))?;
        Ok((scope.name.clone(), statement))
    };
    scopes.iter().map(parse).collect()
}

/// The text that counts the rows of another one of the warehouse.
pub(super) fn counting_text(sql: &str) -> String {
    format!("SELECT count() AS row_count FROM (\n{sql}\n)")
}

/// A text of the warehouse with some of its columns alone, all of them plain names.
pub(super) fn narrowed_text(sql: &str, columns: &[String]) -> String {
    let quoted: Vec<String> = columns.iter().map(|column| format!("`{column}`")).collect();
    format!("SELECT {} FROM (\n{sql}\n)", quoted.join(", "))
}

impl Declared {
    /// `in_use` is the app store's engine here: the texts for the other one are read, and never run.
    fn parse(
        source: &StatementSource,
        scopes: &HashMap<String, Statement>,
        in_use: AppStoreDialect,
    ) -> Result<Declared, StatementSetError> {
        let StatementSource { store, file, sql, .. } = source;
        let language = match store {
            Store::Warehouse => Language::ClickHouse,
            Store::AppStore => Language::AppStore(in_use),
        };
        let main = Text::parse(file, sql, scopes, language)?;
        let mut dialects: Vec<(AppStoreDialect, Text)> = Vec::with_capacity(source.dialects.len());
        for text in &source.dialects {
            let is_known = dialects.iter().any(|(dialect, _)| *dialect == text.dialect);
            if is_known || *store == Store::Warehouse {
                return Err(StatementSetError::NeedlessDialect { file: text.file.clone() });
            }
            let language = Language::AppStore(text.dialect);
            dialects.push((text.dialect, Text::parse(&text.file, &text.sql, scopes, language)?));
        }
        let declared = Declared { store: *store, main, dialects };
        if !declared.dialects.is_empty() {
            let [first, second] = AppStoreDialect::ALL.map(|dialect| (dialect, declared.text(dialect)));
            let form = |(dialect, text): (AppStoreDialect, &Text)| (text.file.clone(), text.statement.clone(), dialect);
            let (first, second) = (form(first), form(second));
            same_form((&first.0, &first.1, first.2), (&second.0, &second.1, second.2))?;
        }
        Ok(declared)
    }

    /// The text that an engine of the app store runs; the warehouse has one.
    fn text(&self, dialect: AppStoreDialect) -> &Text {
        self.dialects.iter().find(|(known, _)| *known == dialect).map_or(&self.main, |(_, text)| text)
    }

    /// Each text with whose SQL it is: a text for both engines of the app store comes twice.
    fn texts(&self) -> Vec<(Language, &Text)> {
        match self.store {
            Store::Warehouse => vec![(Language::ClickHouse, &self.main)],
            Store::AppStore => {
                AppStoreDialect::ALL.map(|dialect| (Language::AppStore(dialect), self.text(dialect))).into()
            }
        }
    }
}

impl Text {
    fn parse(
        file: &str,
        sql: &str,
        scopes: &HashMap<String, Statement>,
        language: Language,
    ) -> Result<Text, StatementSetError> {
        let store = language.store();
        let named = || file.to_owned();
        let written = Statement::parse(sql).map_err(|source| StatementSetError::Malformed { file: named(), source })?;
        let statement = written
            .with_scopes(|name| scopes.get(name))
            .map_err(|source| StatementSetError::InScope { file: named(), source })?;
        if store == Store::Warehouse && !written.formed_columns().is_empty() {
            return Err(StatementSetError::FormOfWarehouse { file: named() });
        }
        let unknown = statement.parameters().iter().find(|parameter| is_unknown_to_host(parameter));
        if let Some(unknown) = unknown {
            return Err(StatementSetError::UnknownCallerParameter { file: named(), parameter: unknown.name.clone() });
        }
        if store == Store::AppStore
            && let Some((line, parameter)) = statement.list_elsewhere_than_in()
        {
            return Err(StatementSetError::ListElsewhere {
                file: named(),
                line: line.clone(),
                parameter: parameter.to_owned(),
            });
        }
        if store == Store::Warehouse
            && let Some(line) = statement.line_with_else()
        {
            return Err(StatementSetError::ElseOfWarehouse { file: named(), line: line.clone() });
        }
        if store == Store::Warehouse
            && let Some((line, parameter)) = statement.line_with_rows()
        {
            return Err(StatementSetError::RowsOfWarehouse {
                file: named(),
                line: line.clone(),
                parameter: parameter.to_owned(),
            });
        }
        // A place of the type Identifier would turn a request's value into the name of a table.
        if store == Store::Warehouse
            && let Some(line) = statement.line_with_other_brace()
        {
            return Err(StatementSetError::OtherBrace { file: named(), line: line.clone() });
        }
        let count = variant_count(&statement);
        if count > MAX_VARIANTS {
            return Err(StatementSetError::TooManyVariants { file: named(), count });
        }
        let variants = Variants::new(&statement, language.dialect());
        let formed = written.formed_columns();
        let formed = (!formed.is_empty()).then(|| formed.into());
        Ok(Text { file: named(), statement, written, formed, variants })
    }
}
