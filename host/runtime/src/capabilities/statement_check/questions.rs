//! Every text of a component, shown to the engine that will run it.
//!
//! Always true: nothing is asked that was not first read by the parser, nothing of a text runs while it is asked
//! about, and a text that a request can run later is one of those that were shown here, byte for byte.

use super::readers::reader_of;
use super::shapes::{Shape, every_shape};
use super::verdict::{self, Reading};
use super::{EXAMINATION_VERSION, Examination, StatementRefusal, examples, place};
use crate::capabilities::answer_shapes::RowShape;
use crate::capabilities::language::Language;
use crate::capabilities::statements::{Text, narrowed_text};
use crate::capabilities::table_grants::is_plain_name;
use crate::capabilities::{Given, StatementSet, StatementSetError, Stores};
use futures_util::{TryStreamExt, stream};
use quarry_contract::{Grant, Manifest, Store, TenantTable};
use quarry_identity::personal_data::page_of_rows;
use quarry_statement::{Dialect, FormedColumn, ParameterType, Rendered, SourceLine, columns_of_text, dotless};
use quarry_stores::app::{AppStore, AppStoreDialect, OwnNames, RehearsalError, RehearsedMigration, RehearsedText};
use quarry_stores::report::Report;
use quarry_stores::result_set::Value;
use quarry_stores::warehouse::{ReportError, Warehouse, WarehouseError};
use sha2::{Digest, Sha256};
use std::collections::{BTreeSet, HashSet};
use thiserror::Error;

/// Texts that the warehouse is asked about at once.
const AT_ONCE: usize = 4;

/// The reason for which a component's texts are refused.
#[derive(Debug, Error)]
pub enum ExaminationError {
    /// The reason is the store's own: it is for logs and operators.
    #[error("{file}, line {line}: the {store} does not accept it: {reason}")]
    Refused { file: String, line: SourceLine, store: &'static str, reason: String },
    /// The store accepts it, and the component may not.
    #[error(transparent)]
    Beyond(#[from] StatementRefusal),
    #[error("the migration {migration} is refused: {reason}")]
    Migration { migration: String, reason: String },
    #[error("its table {table}, which the store has already, is refused: {reason}")]
    Table { table: String, reason: String },
    #[error(
        "{file}: the {store} did not answer, so its statements could not be checked; start it, and then this host again: {reason}"
    )]
    Unreachable { file: String, store: &'static str, reason: String },
}

/// The questions to the engines of one deployment about one component.
#[derive(Debug, Default)]
pub struct Questions {
    questions: Vec<Question>,
}

/// One text as an engine would run it.
#[derive(Debug)]
struct Question {
    language: Language,
    file: String,
    rendered: Rendered,
    /// The types of the bound values, by the names in `rendered.bindings`.
    kinds: Vec<ParameterType>,
    read: Reading,
    /// Columns whose form the file declares.
    formed: Vec<FormedColumn>,
    /// The rows of answers that they are.
    rows: Vec<(String, RowShape)>,
    /// The refusal where it writes, if a guard or a GET that only reads runs it.
    reader: Option<String>,
}

impl Questions {
    /// Reads every text of a set that the stores in use would run. Takes up to a second for the largest component: not for
    /// a thread that serves requests.
    pub(in crate::capabilities) fn of(
        set: &StatementSet,
        manifest: &Manifest,
        examination: &Examination<'_>,
    ) -> Result<Questions, StatementSetError> {
        let mut questions = Vec::new();
        for (name, language, text) in set.in_use() {
            let is_dataset = manifest.datasets.iter().any(|dataset| dataset.statement == name);
            let writes_files = manifest.grants.contains(&Grant::RowFiles) || is_dataset;
            let makes_files = language == Language::ClickHouse && writes_files;
            let only_reads = manifest.personal_data.iter().any(|data| data.export == name)
                || manifest.erasure_refusals.iter().any(|refusal| refusal.statement == name);
            let rows = rows_of(manifest, name);
            let reader = reader_of(manifest, name);
            let mut seen = HashSet::new();
            for shape in every_shape(&text.statement) {
                let mut question = Question::of(language, text, &shape, examination)?;
                if !seen.insert(question.rendered.sql.clone()) {
                    continue;
                }
                if only_reads {
                    questions.push(question.of_reading()?);
                }
                if makes_files {
                    questions.extend(question.of_a_row_file());
                }
                question.rows.clone_from(&rows);
                question.reader.clone_from(&reader);
                questions.push(question);
            }
        }
        let language = set.app_store();
        questions.extend(manifest.tenant_tables.iter().map(|table| Question::of_tenant_table(language, table)));
        let append_only = manifest.append_only_tables.iter();
        questions.extend(append_only.map(|table| Question::of_append_only_table(language, table)));
        Ok(Questions { questions })
    }

    /// Asks the stores in `asked`, and runs the component's migrations where nothing lasts.
    pub async fn ask(
        &self,
        manifest: &Manifest,
        given: &Given,
        stores: &Stores,
        asked: &[Store],
    ) -> Result<(), ExaminationError> {
        let given = &given.with_adopted(manifest);
        if asked.contains(&Store::AppStore) {
            self.ask_app_store(manifest, given, &stores.app).await?;
        }
        if asked.contains(&Store::Warehouse) {
            self.ask_warehouse(manifest, given, &stores.warehouse).await?;
        }
        Ok(())
    }

    /// A digest of all that the warehouse's answers depend on: the texts, what is given, the host's own examination, and the warehouse's
    /// version, tables and columns. None where the warehouse is not asked anything.
    pub async fn fingerprint_at_warehouse(
        &self,
        manifest: &Manifest,
        given: &Given,
        warehouse: &Warehouse,
    ) -> Result<Option<String>, ExaminationError> {
        let Some(first) = self.of_store(Store::Warehouse).next() else { return Ok(None) };
        let form = warehouse.form().await.map_err(|error| first.unreachable(&error))?;
        let mut hash = Sha256::new();
        let beginning = [env!("CARGO_PKG_VERSION"), form.as_str(), manifest.name.as_str(), &format!("{given:?}")];
        // A set of statements has no order of its own.
        let mut texts: Vec<(&str, String)> = self
            .of_store(Store::Warehouse)
            .map(|question| (question.rendered.sql.as_str(), format!("{:?}", question.rows)))
            .collect();
        texts.sort_unstable();
        hash.update(EXAMINATION_VERSION.to_be_bytes());
        let texts = texts.iter().flat_map(|(sql, rows)| [*sql, rows.as_str()]);
        for part in beginning.into_iter().chain(texts) {
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part);
        }
        Ok(Some(const_hex::encode(hash.finalize())))
    }

    async fn ask_app_store(
        &self,
        manifest: &Manifest,
        given: &Given,
        store: &AppStore,
    ) -> Result<(), ExaminationError> {
        let questions: Vec<&Question> = self.of_store(Store::AppStore).collect();
        if questions.is_empty() && manifest.migrations.is_empty() {
            return Ok(());
        }
        let migrations: Vec<RehearsedMigration<'_>> = manifest
            .migrations
            .iter()
            .map(|migration| RehearsedMigration {
                name: &migration.name,
                sql: match store.dialect() {
                    AppStoreDialect::Sqlite => &migration.sqlite,
                    AppStoreDialect::Postgres => &migration.postgres,
                },
            })
            .collect();
        let texts = questions.iter().map(|question| question.rehearsed()).collect();
        let own = OwnNames::of(&manifest.name);
        let reports = store.rehearse(&migrations, texts, &own).await.map_err(|error| match error {
            RehearsalError::Migration { migration, reason } => ExaminationError::Migration { migration, reason },
            RehearsalError::Table { table, reason } => ExaminationError::Table { table, reason },
            RehearsalError::Text { index, line, reason } => questions[index].refused(line, reason),
            RehearsalError::Store(error) => ExaminationError::Unreachable {
                file: questions.first().map_or_else(|| "its migrations".to_owned(), |question| question.file.clone()),
                store: "app store",
                reason: error.to_string(),
            },
        })?;
        for (question, report) in questions.iter().zip(&reports) {
            question.judge(manifest, given, report)?;
        }
        Ok(())
    }

    async fn ask_warehouse(
        &self,
        manifest: &Manifest,
        given: &Given,
        warehouse: &Warehouse,
    ) -> Result<(), ExaminationError> {
        let component = manifest.name.as_str();
        let is_given = |table: &str| given.covers(component, Store::Warehouse, table);
        // In a list: an iterator of closures over borrowed texts cannot be sent between threads as the compiler sees it.
        let questions: Vec<_> = self.of_store(Store::Warehouse).map(Ok::<&Question, ExaminationError>).collect();
        let is_given = &is_given;
        stream::iter(questions)
            .try_for_each_concurrent(AT_ONCE, |question| async move {
                let values = question.named();
                let report = warehouse.report(&question.rendered.sql, &values, is_given).await;
                let report = report.map_err(|error| match error {
                    ReportError::Refused { line, reason } => question.refused(line, reason),
                    ReportError::Warehouse(error) => question.unreachable(&error),
                })?;
                question.judge(manifest, given, &report)
            })
            .await
    }

    fn of_store(&self, store: Store) -> impl Iterator<Item = &Question> {
        self.questions.iter().filter(move |question| question.language.store() == store)
    }
}

/// The answers whose rows a statement gives, each with what they may be.
fn rows_of(manifest: &Manifest, statement: &str) -> Vec<(String, RowShape)> {
    let rows = manifest.routes.iter().flat_map(|route| {
        let given = route.answer_rows.iter().filter(|rows| rows.statement == statement);
        given.filter_map(|rows| Some((route.operation_id.clone(), RowShape::of(&rows.row)?)))
    });
    rows.collect()
}

impl Question {
    fn of(
        language: Language,
        text: &Text,
        shape: &Shape<'_>,
        examination: &Examination<'_>,
    ) -> Result<Question, StatementSetError> {
        // The parser reads numbered parameters whatever the store: none of its dialects reads `{name:Type}`.
        let numbered = shape.render(Dialect::Numbered);
        let refused = |line, reason| StatementRefusal { file: text.file.clone(), line, reason };
        let (tables, changed) = examination
            .examine_text(language, &numbered.sql)
            .map_err(|finding| refused(numbered.line_of_file(finding.line as usize), finding.reason))?;
        let columns = columns_of_text(&numbered.sql, language.app_store_engine());
        let rendered = shape.render(language.dialect());
        let kind = |name: &String| examples::kind(&text.statement, shape.order, name);
        let kinds = rendered.bindings.iter().map(kind).collect();
        let read = Reading { tables, changed, columns: columns.ok() };
        let formed = text.written.formed_columns().to_vec();
        let file = text.file.clone();
        Ok(Question { language, file, rendered, kinds, read, formed, rows: Vec::new(), reader: None })
    }

    /// Asks that a tenants' table has the columns that are declared of it: a name that it lacks would hold nothing.
    fn of_tenant_table(language: Language, table: &TenantTable) -> Question {
        let mut columns: Vec<String> = table.columns.iter().map(|column| column.column.clone()).collect();
        columns.dedup();
        // Plain names, as their declaration was checked.
        let sql = format!("SELECT {} FROM {}", columns.join(", "), table.table);
        Question::of_table(language, format!("the tenants' table {}", table.table), sql, &table.table, columns)
    }

    /// Asks that a table to which rows are only appended is there: a mistyped name would protect nothing.
    fn of_append_only_table(language: Language, table: &str) -> Question {
        let sql = format!("SELECT 1 AS one FROM {table}");
        Question::of_table(language, format!("the append-only table {table}"), sql, table, vec!["one".to_owned()])
    }

    fn of_table(language: Language, file: String, sql: String, table: &str, columns: Vec<String>) -> Question {
        let rendered = Rendered { sql, bindings: Vec::new(), lines: vec![1.into()] };
        let (tables, changed) = (BTreeSet::from([table.to_owned()]), BTreeSet::new());
        let read = Reading { tables, changed, columns: Some(columns) };
        let (kinds, formed, rows) = Default::default();
        Question { language, file, rendered, kinds, read, formed, rows, reader: None }
    }

    /// The text with which the host reads rows of this one, for an export of personal data or for what keeps an account, some at a
    /// time. Around a text that writes it is no text of any engine.
    fn of_reading(&self) -> Result<Question, StatementRefusal> {
        // The engine refuses what is written here otherwise, in words that say less.
        let lines =
            self.rendered.sql.lines().map(str::trim_start).find(|line| !line.is_empty() && !line.starts_with("--"));
        let first = lines.and_then(|line| line.split_whitespace().next()).unwrap_or_default().to_ascii_lowercase();
        if ["insert", "update", "delete", "replace"].contains(&first.as_str()) {
            let reason = "the host asks it to know something, before anything is done: it is one SELECT, with its WITH"
                .to_owned();
            return Err(StatementRefusal { file: self.file.clone(), line: self.rendered.line_of_file(1), reason });
        }
        let mut rendered = self.rendered.clone();
        rendered.sql = page_of_rows(&rendered.sql, rendered.bindings.len());
        rendered.bindings.extend(["limit", "offset"].map(str::to_owned));
        let kinds = [self.kinds.as_slice(), &[ParameterType::Int64; 2]].concat();
        let (file, read, formed) = (self.file.clone(), self.read.clone(), self.formed.clone());
        Ok(Question { language: self.language, file, rendered, kinds, read, formed, rows: Vec::new(), reader: None })
    }

    /// The text with which a file of some of its columns is made; the most that it can have.
    fn of_a_row_file(&self) -> Option<Question> {
        let columns = self.read.columns.as_ref()?;
        let columns: Vec<String> = columns.iter().filter(|column| is_plain_name(column)).cloned().collect();
        if columns.is_empty() {
            return None;
        }
        let mut rendered = self.rendered.clone();
        rendered.sql = narrowed_text(&rendered.sql, &columns);
        rendered.lines.insert(0, self.rendered.line_of_file(1));
        let read = Reading { columns: Some(columns), ..self.read.clone() };
        let (file, kinds) = (self.file.clone(), self.kinds.clone());
        let (formed, rows) = Default::default();
        Some(Question { language: self.language, file, rendered, kinds, read, formed, rows, reader: None })
    }

    fn rehearsed(&self) -> RehearsedText {
        RehearsedText { sql: self.rendered.sql.clone(), parameters: self.kinds.clone() }
    }

    fn named(&self) -> Vec<(String, Value)> {
        let values = self.kinds.iter().map(|kind| examples::value(*kind));
        self.rendered.bindings.iter().map(|binding| dotless(binding)).zip(values).collect()
    }

    fn judge(&self, manifest: &Manifest, given: &Given, report: &Report) -> Result<(), ExaminationError> {
        if let Some(missing) = self.formed.iter().find(|column| !report.columns.contains(&column.name)) {
            let reason =
                format!("`-- column {}` is about a column that the statement does not answer with", missing.name);
            return Err(StatementRefusal { file: self.file.clone(), line: 1.into(), reason }.into());
        }
        let (component, append_only) = (manifest.name.as_str(), manifest.append_only_tables.as_slice());
        verdict::judge(component, given, append_only, self.language, report, &self.read).map_err(|reason| {
            let line = self.rendered.line_of_file(place::line_of(&reason, &self.rendered.sql).unwrap_or(1));
            StatementRefusal { file: self.file.clone(), line, reason }
        })?;
        if let Some(reader) = self.reader.as_ref().filter(|_| report.writes()) {
            return Err(StatementRefusal { file: self.file.clone(), line: 1.into(), reason: reader.clone() }.into());
        }
        for (operation_id, row) in &self.rows {
            row.check_report(report, &self.formed).map_err(|reason| {
                let line = self.rendered.line_of_file(place::line_of(&reason, &self.rendered.sql).unwrap_or(1));
                let reason = format!("{operation_id} answers with its rows: {reason}");
                StatementRefusal { file: self.file.clone(), line, reason }
            })?;
        }
        Ok(())
    }

    fn unreachable(&self, error: &WarehouseError) -> ExaminationError {
        ExaminationError::Unreachable { file: self.file.clone(), store: "warehouse", reason: error.to_string() }
    }

    fn refused(&self, line: Option<usize>, reason: String) -> ExaminationError {
        let line = line.or_else(|| place::line_of(&reason, &self.rendered.sql)).unwrap_or(1);
        let store = match self.language.store() {
            Store::Warehouse => "warehouse",
            Store::AppStore => "app store",
        };
        ExaminationError::Refused { file: self.file.clone(), line: self.rendered.line_of_file(line), store, reason }
    }
}
